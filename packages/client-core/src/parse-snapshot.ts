import { readSnapshot } from '@comporta/engine/read-snapshot';
import type { Snapshot } from '@comporta/engine/snapshot';

export interface ParsedSnapshot {
  readonly snapshot: Snapshot;
  /** The parsed JSON as it was sent, including the parts that this version does not understand. */
  readonly sent: object;
}

/** Parses the text of a snapshot; undefined when it is none, such as a proxy's page or a truncated file. */
export function parseSnapshot(json: string): ParsedSnapshot | undefined {
  try {
    const sent = JSON.parse(json);
    const snapshot = readSnapshot(sent);
    return snapshot && { snapshot, sent };
  } catch {
    return undefined;
  }
}
