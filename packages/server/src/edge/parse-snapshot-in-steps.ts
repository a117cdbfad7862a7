import { type ParsedSnapshot, readSent } from '@comporta/client-core/read-understood';
import { parseInSteps } from './parse-in-steps.ts';

/** `parseSnapshot` as a generator, so that other work can run between its steps. */
export function* parseSnapshotInSteps(json: string): Generator<void, ParsedSnapshot | undefined> {
  try {
    return yield* readSent(yield* parseInSteps(json));
  } catch {
    return undefined;
  }
}
