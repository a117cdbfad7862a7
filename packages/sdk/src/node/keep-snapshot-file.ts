import { type KeptSnapshot, writeSnapshotFile } from './snapshot-file.ts';

export interface SnapshotKeeper {
  /** Writes in the background; of snapshots that come faster than the disk only the last one. */
  keep(fetched: KeptSnapshot): void;
  /** Resolves when everything is written. */
  finish(): Promise<void>;
}

export function keepSnapshotFile(
  file: string,
  key: string,
  onError: (error: unknown) => void,
): SnapshotKeeper {
  let next: KeptSnapshot | undefined;
  let writing: Promise<void> | undefined;

  async function writeAll(): Promise<void> {
    while (next !== undefined) {
      const fetched = next;
      next = undefined;
      await writeSnapshotFile(file, key, fetched).catch(onError);
    }
    writing = undefined;
  }

  return {
    keep(fetched) {
      next = fetched;
      writing ??= writeAll();
    },
    finish: async () => writing,
  };
}
