import type { Logger } from './logger.ts';

export interface ClientOptions {
  /** Where the service, or an edge node, is. */
  readonly url: string;
  /** The environment's key. */
  readonly key: string;
  /** What `GET /api/sdk/snapshot` answered once, parsed: values to start with. */
  readonly bootstrap?: object | undefined;
  /**
   * Follows the service in the background. `false` asks only at `refresh()` and the first `ready()`, for
   * platforms that end what a request began.
   */
  readonly live?: boolean | undefined;
  /** The longest wait between two tries when the service cannot be reached, or cannot push changes. */
  readonly pollIntervalMs?: number | undefined;
  /** `off` reports nobody who gets a value of a measured split; `track` goes on. */
  readonly exposures?: 'auto' | 'off' | undefined;
  /** Keys of properties whose values may go to the service with exposures: results are shown by them. */
  readonly segments?: readonly string[] | undefined;
  readonly fetch?: typeof globalThis.fetch | undefined;
  readonly logger?: Logger | undefined;
}

/** Options may come from an environment without types. The key is never shown. */
export function requireAddress({ url, key }: Readonly<Record<'url' | 'key', unknown>>): void {
  if (typeof url !== 'string' || !/^https?:\/\//i.test(url) || !URL.canParse(url)) {
    throw new TypeError(`Comporta: the option url has to begin with http:// or https://: ${url}`);
  }
  if (typeof key !== 'string' || key === '') {
    throw new TypeError('Comporta: the option key is missing');
  }
  if (!/^[!-~]+$/.test(key)) {
    throw new TypeError('Comporta: the option key has a blank, a line break or other odd letters');
  }
}
