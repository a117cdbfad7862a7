import { describeError } from '@comporta/client-core/describe-error';
import type { Logger } from '../logger.ts';
import type { KeptSnapshot, SnapshotKeeper } from '../snapshot/snapshot-keeper.ts';
import { readSnapshotFile, writeSnapshotFile } from './snapshot-file.ts';

/** Keeps the last good snapshot in a file. Errors of the file are logged and do not stop the client. */
export function keepSnapshotFile(file: string, key: string, logger: Logger): SnapshotKeeper {
  let next: KeptSnapshot | undefined;
  let writing: Promise<void> | undefined;

  async function writeAll(): Promise<void> {
    while (next !== undefined) {
      const fetched = next;
      next = undefined;
      await writeSnapshotFile(file, key, fetched).catch((error: unknown) =>
        logger.warn(`Comporta: ${file} was not written: ${describeError(error)}`),
      );
    }
    writing = undefined;
  }

  return {
    kept: readKept(file, key, logger),
    keep(fetched) {
      next = fetched;
      writing ??= writeAll();
    },
    finish: async () => writing,
  };
}

function readKept(file: string, key: string, logger: Logger): KeptSnapshot | undefined {
  const stored = readSnapshotFile(file, key);
  switch (stored) {
    case 'ABSENT':
      return undefined;
    case 'DAMAGED':
      logger.warn(`Comporta: ${file} is damaged and is ignored`);
      return undefined;
    case 'OF_ANOTHER_KEY':
      logger.warn(`Comporta: ${file} belongs to another key and is ignored`);
      return undefined;
    default:
      return stored;
  }
}
