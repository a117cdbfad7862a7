import { randomInt } from 'node:crypto';

/** `npm run test:nightly` runs in full what `npm test` runs in part. */
export const IS_NIGHTLY = process.env.NIGHTLY !== undefined;

/** The part of this run: 0, 1 or 2. `THIRD=1` repeats a run that printed 1. */
const THIRD = Number(process.env.THIRD ?? randomInt(3));

/** Every third entry, in each run from another of the first three; at night all of them. Prints which. */
export function aThirdOf<Entry>(what: string, entries: readonly Entry[]): readonly Entry[] {
  if (IS_NIGHTLY) return entries;
  process.stdout.write(`a third of ${entries.length} ${what}: THIRD=${THIRD} repeats it\n`);
  return entries.filter((_, index) => index % 3 === THIRD);
}
