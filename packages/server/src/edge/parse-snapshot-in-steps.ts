import type { ParsedSnapshot } from '@comporta/client-core/parse-snapshot';
import { readSnapshotInSteps } from '@comporta/engine/read-snapshot';
import { parseInSteps } from './parse-in-steps.ts';

/** `parseSnapshot` as a generator, so that other work can run between its steps. */
export function* parseSnapshotInSteps(json: string): Generator<void, ParsedSnapshot | undefined> {
  try {
    const sent = yield* parseInSteps(json);
    const snapshot = yield* readSnapshotInSteps(sent);
    return snapshot && { snapshot, sent: Object(sent) };
  } catch {
    return undefined;
  }
}
