/**
 * Compares the look-up of an id among a million with murmur3 of the same 36 characters, in turns of one process (LIF-48).
 * `node bench/id-lists.ts`; ten seconds.
 */
import { randomUUID } from 'node:crypto';
import { do_not_optimize } from 'mitata';
import { type IdList, isListed } from '../packages/engine/src/id-lists/id-list.ts';
import { PARTS, partOf } from '../packages/engine/src/id-lists/list-part.ts';
import { hashed, listKeyOf, sipHash } from '../packages/engine/src/id-lists/sip-hash.ts';
import { murmur3 } from '../packages/engine/src/murmur3.ts';
import { print, quantile } from './service/numbers.ts';

const IDS = 1_000_000;
const ASKED = 10_000;
const TURNS = 100;
/** Until V8 has optimised all hot code. */
const WARM_UP_TURNS = 50;

const key = listKeyOf(Uint8Array.from({ length: 16 }, (_, place) => place));
const ids = Array.from({ length: ASKED }, newId);
const list = listOf(ids);
/** Half of them are in the list. */
const asked = ids.map((id, place) => (place % 2 === 0 ? id : newId()));

/** As a text of a request is: not a rope of pieces. */
function newId(): string {
  return Buffer.from(randomUUID()).toString('latin1');
}

/** A list of these ids, and of others up to a million. */
function listOf(some: readonly string[]): IdList {
  const all = new BigUint64Array(IDS);
  for (let place = 0; place < IDS; place++) {
    sipHash(key, some[place] ?? `${place}`);
    all[place] = (BigInt(hashed[0] ?? 0) << 32n) | BigInt(hashed[1] ?? 0);
  }
  all.sort();
  const parts: Uint32Array[] = [];
  let from = 0;
  for (let part = 0; part < PARTS; part++) {
    let to = from;
    while (to < IDS && partOf(Number((all[to] ?? 0n) >> 32n)) === part) to++;
    const pairs = [...all.subarray(from, to)].flatMap((one) => [
      Number(one >> 32n),
      Number(one & 0xffffffffn),
    ]);
    parts.push(Uint32Array.from(pairs));
    from = to;
  }
  return { key, parts };
}

function nanosecondsOf(work: (id: string) => unknown): number {
  const since = performance.now();
  for (const id of asked) do_not_optimize(work(id));
  return ((performance.now() - since) * 1e6) / ASKED;
}

const lookUps: number[] = [];
const hashes: number[] = [];
for (let turn = 0; turn < WARM_UP_TURNS + TURNS; turn++) {
  const lookUp = nanosecondsOf((id) => isListed(list, id));
  const hash = nanosecondsOf((id) => murmur3(id));
  if (turn < WARM_UP_TURNS) continue;
  lookUps.push(lookUp);
  hashes.push(hash);
}
const ratio = quantile(lookUps, 0.5) / quantile(hashes, 0.5);
print(
  `an id among ${IDS}: ${quantile(lookUps, 0.5).toFixed(0)} ns; murmur3 of it: ${quantile(hashes, 0.5).toFixed(0)} ns; ` +
    `ratio ${ratio.toFixed(1)} (LIF-48: at most 8)`,
);
