import { describeError } from '@comporta/client-core/describe-error';
import { keepLatest } from '@comporta/client-core/node/keep-latest';
import { keepListFiles } from '@comporta/client-core/node/keep-list-files';
import type { Logger } from '../logger.ts';
import type { KeptSnapshot, SnapshotKeeper } from '../snapshot/snapshot-keeper.ts';
import { readSnapshotFile, writeSnapshotFile } from './snapshot-file.ts';

/** Keeps the last good snapshot in a file. Errors of the file are logged and do not stop the client. */
export function keepSnapshotFile(file: string, key: string, logger: Logger): SnapshotKeeper {
  const onError = (written: string, error: unknown) =>
    logger.warn(`Comporta: ${written} was not written: ${describeError(error)}`);
  const writing = keepLatest<KeptSnapshot>((fetched) =>
    writeSnapshotFile(file, key, fetched).catch((error: unknown) => onError(file, error)),
  );
  const lists = keepListFiles((id) => `${file}.list-${id}`, onError);
  return {
    kept: readKept(file, key, logger),
    keep: writing.keep,
    lists,
    async finish() {
      await Promise.all([writing.finish(), lists.finish()]);
    },
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
