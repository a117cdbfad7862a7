import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** Gives back the 50 MB that loading leaves behind and that V8 would keep while there is little to do. */
export function freeMemory(): void {
  // The shape of an object that nobody holds goes with this collection, and code that knew it is slow from
  // then on. A tick is such an object, Node makes eight for each request, and here is one that waits.
  process.nextTick(() => {});
  setFlagsFromString('--expose-gc'); // Only contexts that are made from now on have it.
  runInNewContext('gc')({ type: 'major', flavor: 'last-resort' });
}
