import type { Logger } from './logger.ts';

/** Options of `createClient`. Only `url` and `key` are required. */
export interface ClientOptions {
  /** Base URL of the service or of an edge node, such as `https://comporta.example.com`. */
  readonly url: string;
  /** The environment key. */
  readonly key: string;
  /** Initial values: the parsed JSON of a response of `GET /api/sdk/snapshot`. */
  readonly bootstrap?: object | undefined;
  /**
   * Follows changes in the background; the default. With `false` the client sends requests only for `refresh()` and
   * the first `ready()`. Use that on platforms that stop background work at the end of a request.
   */
  readonly live?: boolean | undefined;
  /** Longest wait between retries while the service, or its stream of changes, is unavailable. Default: 15,000. */
  readonly pollIntervalMs?: number | undefined;
  /** `auto`, the default, reports each user who gets a value of a measured split; `off` does not. `track` always works. */
  readonly exposures?: 'auto' | 'off' | undefined;
  /** Keys of properties whose values are sent with exposures, so that results can be broken down by them. */
  readonly segments?: readonly string[] | undefined;
  /** Name of the program, 1 to 50 of `A-Z a-z 0-9 . _ -`: the service lists which programs use a toggle. */
  readonly service?: string | undefined;
  /**
   * `auto`, the default, reports how often each value was asked for, without anything about users; `off` does not. Then the
   * service cannot tell which toggles are still used.
   */
  readonly usage?: 'auto' | 'off' | undefined;
  /** Replaces the global `fetch`. */
  readonly fetch?: typeof globalThis.fetch | undefined;
  /** Default: `console`. */
  readonly logger?: Logger | undefined;
}

/** Throws a TypeError when one is missing or malformed: callers may be untyped. The message never contains the key. */
export function requireAddress({ url, key }: Readonly<Record<'url' | 'key', unknown>>): void {
  if (typeof url !== 'string' || !/^https?:\/\//i.test(url) || !URL.canParse(url)) {
    throw new TypeError(`Comporta: the option url is no http:// or https:// address: ${url}`);
  }
  if (typeof key !== 'string' || key === '') {
    throw new TypeError('Comporta: the option key is missing');
  }
  if (!/^[!-~]+$/.test(key)) {
    throw new TypeError(
      'Comporta: the option key has a blank, a line break or another invalid character',
    );
  }
}

/** Throws a TypeError when the name of the program is malformed. */
export function requireService(service: unknown): void {
  if (service === undefined) return;
  if (typeof service !== 'string' || !/^[A-Za-z0-9._-]{1,50}$/.test(service)) {
    throw new TypeError(
      'Comporta: the option service is no name of 1 to 50 letters, digits, dots, hyphens or underscores',
    );
  }
}
