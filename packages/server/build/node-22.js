// What the sources use of Node 24 and Node 22 does not have. Where it is there, running this would take a megabyte.
if (globalThis.AsyncDisposableStack === undefined) {
  require('core-js/actual/async-disposable-stack/index.js');
}
