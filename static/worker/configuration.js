// The worker's configuration. `sw.js`, which games/bundle/worker.py generates, sets it before it loads this script.

const configuration = self.configuration;
delete self.configuration; // the worker has no globals of its own

const patterns = (texts = []) => texts.map(text => new RegExp(text));

// Compile the patterns of addresses once, not at every request.
export const PHONE = {
  ...configuration,
  addresses: patterns(configuration.addresses),
  pages: patterns(configuration.pages),
};

export const DAY = 24 * 3600 * 1000; // milliseconds
export const RECENT = 90; // days; the phone does not pull matches that ended earlier
