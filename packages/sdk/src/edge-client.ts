import { type Client, openClient } from './client.ts';
import type { ClientOptions } from './client-options.ts';
import { VERSION } from './version.ts';

/**
 * The client where only Web APIs exist: it keeps nothing on disk. Starts at once, with the values of the
 * bootstrap if there is one. Throws when `url` or `key` cannot be one; whatever happens later is told by
 * `status()`, the events and the logger.
 */
export function createClient(options: ClientOptions): Client {
  const platform = globalThis.navigator?.userAgent ?? '';
  return openClient(options, {
    userAgent: `comporta-sdk/${VERSION} ${platform}`.trim(),
    openKeeper: () => undefined,
    openSpool: () => undefined,
  });
}
