import { type Bootstrap, type Context, type Flag, isSameContext } from './answer.ts';
import { followAnswer } from './follow-answer.ts';
import { afterPaint, createListeners, isPage } from './page.ts';
import { type Logger, reportEvents } from './report-events.ts';
import { serviceAt } from './service.ts';
import { NO_STORE, storeIn } from './store.ts';

/** Options of `createWebClient` and `ComportaWebProvider`. Only `url` and `key` are required. */
export interface WebClientOptions {
  /** Base URL of the service or of an edge node, such as `https://comporta.example.com`. */
  readonly url: string;
  /** A client key, `cpt_web_…`. It is public: everybody can read the contents of a page. */
  readonly key: string;
  /** The user. Default: the context of the bootstrap, otherwise a user without uid and properties. */
  readonly context?: Context | undefined;
  /** The result of `bulkFor` on the server that rendered the page: values without a request before the first paint. */
  readonly bootstrap?: Bootstrap | undefined;
  /** Keeps the last values in localStorage; the default. Use `false` for pages that must not store anything. */
  readonly store?: boolean | undefined;
  /** Listens to changes; the default. Use `false` for pages that need values only when they are opened. */
  readonly live?: boolean | undefined;
  /** `auto`, the default, reports when a value of a measured split is shown; `off` does not. `track` always works. */
  readonly exposures?: 'auto' | 'off' | undefined;
  /** Replaces the global `fetch`. */
  readonly fetch?: typeof globalThis.fetch | undefined;
  /** Receives warnings about events that cannot be sent. Default: `console`. */
  readonly logger?: Logger | undefined;
}

/**
 * READY: the values are up to date. STALE: the service is unavailable; older values, if any, are served. REFUSED: the
 * service rejected the key.
 */
export type WebClientState = 'STARTING' | 'READY' | 'STALE' | 'REFUSED' | 'CLOSED';

/**
 * The values of one user, from memory. On a server that renders the page the client serves the bootstrap and sends no
 * requests. Nothing throws, except `createWebClient` for invalid options.
 */
export interface WebClient {
  /** The current state. */
  state(): WebClientState;
  /** Resolves when there are values or the first request has failed, with whether there are values. Never rejects. */
  ready(): Promise<boolean>;
  /** The toggle, for a value that will be shown: in a measured split the user is reported as exposed. */
  flag(toggle: string): Flag | undefined;
  /** The toggle without reporting an exposure. */
  peek(toggle: string): Flag | undefined;
  /** Switches to another user, or to other properties of the same one. Resolves as `ready` does. */
  setContext(context: Context): Promise<boolean>;
  /** Calls the listener with the names of changed toggles. Returns a function that stops it. */
  onChange(listener: (toggles: readonly string[]) => void): () => void;
  /** Calls the listener with each new state. Returns a function that stops it. */
  onStateChange(listener: (state: WebClientState) => void): () => void;
  /** Records something that the user did, for the metrics of experiments. Never throws and never blocks. */
  track(event: string, value?: number): void;
  /** Stops listening to changes, and sends the waiting events. The values stay. */
  close(): void;
}

/** Creates a client for a page. Throws a TypeError when `url` or `key` is missing or malformed. */
export function createWebClient(options: WebClientOptions): WebClient {
  requireAddress(options);
  const { url, key, bootstrap, store = true, live = true, exposures = 'auto' } = options;
  const service = serviceAt({
    url,
    key,
    fetch: options.fetch ?? globalThis.fetch.bind(globalThis),
  });
  const events = reportEvents(service, options.logger ?? console);
  const changes = createListeners<readonly string[]>();
  const states = createListeners<WebClientState>();
  let state: WebClientState = 'STARTING';
  let first: Promise<void> | undefined;

  function enter(next: WebClientState): void {
    if (state === next || state === 'CLOSED') return;
    state = next;
    states.tell(next);
  }

  const values = followAnswer({
    service,
    kept: store ? storeIn(() => localStorage, `${url} ${key}`) : NO_STORE,
    bootstrap,
    context: options.context ?? bootstrap?.context ?? {},
    live,
    enter,
    onChange: changes.tell,
  });
  const hasValues = () => values.current() !== undefined;
  if (!isPage()) enter(hasValues() ? 'READY' : 'STALE');
  else if (hasValues()) afterPaint(() => void values.refresh());
  else first = values.refresh();

  const peek = (toggle: string) => values.current()?.flags.find((flag) => flag.key === toggle);
  return {
    state: () => state,
    async ready() {
      if (!hasValues()) await first;
      return hasValues();
    },
    flag(toggle) {
      const flag = peek(toggle);
      if (flag !== undefined && exposures === 'auto') {
        events.shown(flag, values.context().targetingKey);
      }
      return flag;
    },
    peek,
    async setContext(next) {
      if (!isSameContext(next, values.context())) {
        first = values.setContext(next);
        await first;
      }
      return hasValues();
    },
    onChange: changes.add,
    onStateChange: states.add,
    track: (event, value) => events.track(event, values.context().targetingKey, value),
    close() {
      enter('CLOSED');
      values.close();
      events.close();
    },
  };
}

/** Throws a TypeError when one is missing or malformed: callers may be untyped. */
function requireAddress({ url, key }: Readonly<Record<'url' | 'key', unknown>>): void {
  if (typeof url !== 'string' || !/^https?:\/\/./i.test(url)) {
    throw new TypeError(`Comporta: the option url is no http:// or https:// address: ${url}`);
  }
  if (typeof key !== 'string' || !/^[!-~]+$/.test(key)) {
    throw new TypeError('Comporta: the option key is missing or invalid');
  }
  if (key.startsWith('cpt_env_')) {
    throw new TypeError('Comporta: the option key is for servers, a page needs a client key');
  }
}
