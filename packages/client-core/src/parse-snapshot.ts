import { readSnapshot } from '@comporta/engine/read-snapshot';
import type { Snapshot } from '@comporta/engine/snapshot';

export interface ParsedSnapshot {
  readonly snapshot: Snapshot;
  /** What the text says, with what is not understood here. */
  readonly sent: object;
}

/** The snapshot that a text is; undefined when it is none, such as a proxy's page or half a file. */
export function parseSnapshot(json: string): ParsedSnapshot | undefined {
  try {
    const sent = JSON.parse(json);
    const snapshot = readSnapshot(sent);
    return snapshot && { snapshot, sent };
  } catch {
    return undefined;
  }
}
