import { describeError } from '@comporta/client-core/describe-error';
import { keepLatest } from '@comporta/client-core/node/keep-latest';
import type { Logger } from '../logger.ts';
import type { KeptSnapshot, SnapshotKeeper } from '../snapshot/snapshot-keeper.ts';
import { readSnapshotFile, writeSnapshotFile } from './snapshot-file.ts';

/** Keeps the last good snapshot in a file. Errors of the file are logged and do not stop the client. */
export function keepSnapshotFile(file: string, key: string, logger: Logger): SnapshotKeeper {
  const writing = keepLatest<KeptSnapshot>((fetched) =>
    writeSnapshotFile(file, key, fetched).catch((error: unknown) =>
      logger.warn(`Comporta: ${file} was not written: ${describeError(error)}`),
    ),
  );
  return { kept: readKept(file, key, logger), keep: writing.keep, finish: writing.finish };
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
