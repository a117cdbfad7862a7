import { type Client, openClient } from '../client.ts';
import type { ClientOptions } from '../client-options.ts';
import { VERSION } from '../version.ts';
import { openEventSpool } from './event-spool.ts';
import { keepSnapshotFile } from './keep-snapshot-file.ts';

export interface NodeClientOptions extends ClientOptions {
  /** Keeps the last good snapshot: values to start with, should the service be away. */
  readonly file?: string | undefined;
  /** Keeps events until they are sent, for this process alone. It names users: their uids stand in it. */
  readonly spoolFile?: string | undefined;
}

const USER_AGENT = `comporta-sdk/${VERSION} node/${process.versions.node}`;

/**
 * Starts at once, with the values of the file or the bootstrap if there are any. Throws when `url` or
 * `key` cannot be one; whatever happens later is told by `status()`, the events and the logger.
 */
export function createClient(options: NodeClientOptions): Client {
  const { file, spoolFile } = options;
  return openClient(options, {
    userAgent: USER_AGENT,
    openKeeper: (key, logger) =>
      file === undefined ? undefined : keepSnapshotFile(file, key, logger),
    openSpool: (logger) =>
      spoolFile === undefined ? undefined : openEventSpool(spoolFile, logger),
  });
}
