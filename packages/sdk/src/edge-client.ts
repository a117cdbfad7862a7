import { type Client, openClient } from './client.ts';
import type { ClientOptions } from './client-options.ts';
import { harmless } from './logger.ts';
import { VERSION } from './version.ts';

/**
 * Creates a client for runtimes that have only Web APIs; it stores nothing on disk. It starts at once, with the
 * values of the bootstrap if there is one. Throws a TypeError when `url` or `key` is missing or malformed. Later
 * problems are reported by `status()`, `onStateChange()` and the logger; so are options that need files.
 */
export function createClient(options: ClientOptions): Client {
  for (const option of ['file', 'spoolFile']) {
    // A program that was written for Node gets this client from the export conditions of a Worker or of Deno.
    if (option in options)
      harmless(options.logger ?? console).warn(`Comporta: the option ${option} needs Node`);
  }
  const platform = globalThis.navigator?.userAgent ?? '';
  return openClient(options, {
    userAgent: `comporta-sdk/${VERSION} ${platform}`.trim(),
    openKeeper: () => undefined,
    openSpool: () => undefined,
  });
}
