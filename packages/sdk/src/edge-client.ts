import { type Client, openClient } from './client.ts';
import type { ClientOptions } from './client-options.ts';
import { VERSION } from './version.ts';

/**
 * Creates a client for runtimes that have only Web APIs; it stores nothing on disk. It starts at once, with the
 * values of the bootstrap if there is one. Throws a TypeError when `url` or `key` is missing or malformed. Later
 * problems are reported by `status()`, `onStateChange()` and the logger.
 */
export function createClient(options: ClientOptions): Client {
  const platform = globalThis.navigator?.userAgent ?? '';
  return openClient(options, {
    userAgent: `comporta-sdk/${VERSION} ${platform}`.trim(),
    openKeeper: () => undefined,
    openSpool: () => undefined,
  });
}
