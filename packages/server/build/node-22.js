// What the sources use of Node 24 and Node 22 does not have.
import 'core-js/actual/async-disposable-stack/index.js';
