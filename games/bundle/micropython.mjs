// Runs a Python program in MicroPython: node micropython.mjs BUNDLE PROGRAM INPUT OUTPUT
// BUNDLE is JSON, {path: text}. The program reads /input and writes /output.
import fs from 'node:fs';
import { fileURLToPath } from 'node:url';
import { loadMicroPython } from '@micropython/micropython-webassembly-pyscript/micropython.mjs';

const [bundle, program, input, output] = process.argv.slice(2);
const url = fileURLToPath(new URL('../../build/phone/micropython.wasm', import.meta.url)); // as phones get it
const python = await loadMicroPython({ url, stdout: line => console.log(line), heapsize: 64 * 1024 * 1024 });
for (const [path, text] of Object.entries(JSON.parse(fs.readFileSync(bundle, 'utf8')))) {
  let folder = '';
  for (const part of path.split('/').slice(0, -1)) {
    folder += '/' + part;
    if (!python.FS.analyzePath(folder).exists) python.FS.mkdir(folder);
  }
  python.FS.writeFile('/' + path, text);
}
python.FS.writeFile('/input', fs.readFileSync(input));
try {
  python.runPython('import sys; sys.path.insert(0, "/")');
  python.runPython(fs.readFileSync(program, 'utf8'));
} catch (error) {
  console.error(error.message); // not the stack: it would print the whole interpreter
  process.exit(1);
}
fs.writeFileSync(output, python.FS.readFile('/output'));
