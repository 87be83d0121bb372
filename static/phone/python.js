// Python in the worker: started when first needed, and asked in JSON, because numbers would lose their upper half.

let python = null;

// A start that failed is not kept: the next one may go well.
function ready() {
  python ??= boot().catch(error => { python = null; throw error; });
  return python;
}

async function boot() {
  const [interpreter, files] = await Promise.all([
    loadMicroPython({ url: PHONE.wasm, heapsize: 1 << 20 }), // bytes; it grows
    cached(PHONE.bundle).then(response => response.json()),
  ]);
  const { FS } = interpreter;
  for (const [path, text] of Object.entries(files)) {
    const folders = path.split('/').slice(0, -1);
    folders.reduce((above, name) => {
      const folder = `${above}/${name}`;
      if (!FS.analyzePath(folder).exists) FS.mkdir(folder);
      return folder;
    }, '');
    FS.writeFile(`/${path}`, text);
  }
  interpreter.runPython('import sys; sys.path.insert(0, "/")');
  return interpreter.pyimport('games.phone.bridge');
}

async function call(name, asked) {
  const bridge = await ready();
  try {
    return JSON.parse(bridge[name](JSON.stringify(asked)));
  } catch (error) {
    python = null; // nobody knows what state it is in
    throw error;
  }
}

const answered = asked => call('answer', asked);
const summaryOf = log => call('summary', log);

// The interpreter's loader asks for its file here too: a worker's own requests do not come by its fetch handler.
async function cached(path) {
  return await caches.match(path, { cacheName: PHONE.cache }) ?? fetch(path);
}
