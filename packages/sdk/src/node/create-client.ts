import { type Client, openClient } from '../client.ts';
import type { ClientOptions } from '../client-options.ts';
import { VERSION } from '../version.ts';
import { openEventSpool } from './event-spool.ts';
import { keepSnapshotFile } from './keep-snapshot-file.ts';

/** Options of `createClient` in Node: those of every platform, and two files. */
export interface NodeClientOptions extends ClientOptions {
  /** Path of a file that keeps the last good snapshot: the initial values when the service is unavailable. */
  readonly file?: string | undefined;
  /** Path of a file that keeps events until they are sent. One process per file. It contains the uids of users. */
  readonly spoolFile?: string | undefined;
}

const USER_AGENT = `comporta-sdk/${VERSION} node/${process.versions.node}`;

/**
 * Creates a client. It starts at once, with the values of the file or the bootstrap if there are any. Throws a
 * TypeError when `url` or `key` is missing or malformed. Later problems are reported by `status()`,
 * `onStateChange()` and the logger.
 */
export function createClient(options: NodeClientOptions): Client {
  const { file, spoolFile } = options;
  return openClient(options, {
    userAgent: USER_AGENT,
    openKeeper: (key, logger) =>
      file === undefined ? undefined : keepSnapshotFile(file, key, logger),
    beforeExit(callback) {
      process.once('beforeExit', callback); // A service that is away must not keep the process.
      return () => process.off('beforeExit', callback);
    },
    openSpool: (logger) =>
      spoolFile === undefined ? undefined : openEventSpool(spoolFile, logger),
  });
}
