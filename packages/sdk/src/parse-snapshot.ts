import { readSnapshot } from '@comporta/engine/read-snapshot';
import type { Snapshot } from '@comporta/engine/snapshot';

/** The snapshot that a text is; undefined when it is none, such as a proxy's page or half a file. */
export function parseSnapshot(json: string): Snapshot | undefined {
  try {
    return readSnapshot(JSON.parse(json));
  } catch {
    return undefined;
  }
}
