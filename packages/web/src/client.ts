import { type Bootstrap, type Context, type Flag, isBootstrap, isSameContext } from './answer.ts';
import { followAnswer } from './follow-answer.ts';
import { rememberMarks } from './marks.ts';
import { afterPaint, createListeners, isServer } from './page.ts';
import { reportEvents } from './report-events.ts';
import { serviceAt } from './service.ts';
import { NO_STORE, storeIn } from './store.ts';

/** Where the client logs what a developer of the page should know. `console` fits. */
export interface Logger {
  warn(message: string): void;
}

/** Options of `createWebClient` and `ComportaWebProvider`. Only `url` and `key` are required. */
export interface WebClientOptions {
  /** Base URL of the service or of an edge node, such as `https://comporta.example.com`. */
  readonly url: string;
  /** A client key, `cpt_web_…`. It is public: everybody can read the contents of a page. */
  readonly key: string;
  /** The user. Default: the context of the bootstrap, otherwise a user without uid and properties. */
  readonly context?: Context | undefined;
  /**
   * The result of `bulkFor` on the server that rendered the page: values without a request before the first paint.
   * Anything else than such a result is as none, with a warning.
   */
  readonly bootstrap?: Bootstrap | null | undefined;
  /** Keeps the last values in localStorage; the default. Use `false` for pages that must not store anything. */
  readonly store?: boolean | undefined;
  /**
   * Listens to changes; the default. Use `false` for pages that need values only when they are opened. Where responses
   * cannot be read while they arrive, as in React Native, the values are requested each minute instead.
   */
  readonly live?: boolean | undefined;
  /** `auto`, the default, reports when a value of a measured split is shown; `off` does not. `track` always works. */
  readonly exposures?: 'auto' | 'off' | undefined;
  /**
   * Reports which values are used, the default: each once a day in a browser, and nothing about users. Use `false` to report
   * nothing; then the service cannot tell which toggles are still used.
   */
  readonly usage?: boolean | undefined;
  /** Replaces the global `fetch`. */
  readonly fetch?: typeof globalThis.fetch | undefined;
  /** Receives warnings, such as about events that cannot be sent. Default: `console`. */
  readonly logger?: Logger | undefined;
}

/**
 * READY: the values are up to date. STALE: the service is unavailable; older values, if any, are served. REFUSED: the
 * service rejected the key.
 */
export type WebClientState = 'STARTING' | 'READY' | 'STALE' | 'REFUSED' | 'CLOSED';

/**
 * The values of one user, from memory: in a page, a worker of a browser or React Native. On a server that renders the
 * page the client serves the bootstrap and sends no requests. Nothing throws, except `createWebClient` for invalid
 * options.
 */
export interface WebClient {
  /** The current state. */
  state(): WebClientState;
  /** Resolves when there are values or the first request has failed, with whether there are values. Never rejects. */
  ready(): Promise<boolean>;
  /** Whether there are values now, up to date or not. */
  hasValues(): boolean;
  /** The value of a toggle of type boolean, for showing it as `flag` does; the fallback when there is none. */
  boolean(toggle: string, fallback: boolean): boolean;
  /**
   * The toggle, for a value that will be shown: in a measured split the user is reported as exposed, unless the value is not of
   * the `type` that is wanted, as `typeof` names it.
   */
  flag(toggle: string, type?: string): Flag | undefined;
  /** The toggle without reporting an exposure or a use. */
  peek(toggle: string): Flag | undefined;
  /**
   * Switches to another user, or to other properties of the same one. Until their values are there, those of the former
   * user stand, and the state is STALE. Resolves as `ready` does: await it where a former value must not be seen.
   */
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
  const { url, key, store = true, live = true, exposures = 'auto', usage = true } = options;
  const { logger = console } = options;
  const service = serviceAt({
    url,
    key,
    counts: usage || undefined,
    fetch: options.fetch ?? globalThis.fetch.bind(globalThis),
  });
  const warn = (message: string) => logger.warn(`Comporta: ${message}`);
  const bootstrap = usableBootstrap(options, warn);
  const address = `${url} ${key}`;
  const isNew = usage ? rememberMarks(address, store) : () => false;
  const events = reportEvents(service, isNew, warn);
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
    kept: store ? storeIn(() => localStorage, address) : NO_STORE,
    bootstrap,
    context: options.context ?? bootstrap?.context ?? {},
    live,
    enter,
    onChange: changes.tell,
    warn,
  });
  const hasValues = () => values.current() !== undefined;
  if (isServer()) enter(hasValues() ? 'READY' : 'STALE');
  else if (hasValues()) afterPaint(() => void values.refresh());
  else first = values.refresh();

  const peek = (toggle: string) => values.current()?.flags.find((flag) => flag.key === toggle);
  function flag(toggle: string, type?: string) {
    const found = peek(toggle);
    const isShown = exposures === 'auto' && (!type || typeof found?.value === type);
    // While the user changes, the values are still those of the former one.
    if (found) events.asked(found, isShown ? values.current()?.context : undefined);
    return found;
  }
  return {
    state: () => state,
    async ready() {
      if (!hasValues()) await first;
      return hasValues();
    },
    hasValues,
    boolean(toggle, fallback) {
      const value = flag(toggle, 'boolean')?.value;
      return typeof value === 'boolean' ? value : fallback;
    },
    flag,
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
    track(event, value) {
      const { flags = [] } = values.current() ?? {};
      events.track(event, { context: values.context(), flags }, value);
    },
    close() {
      enter('CLOSED');
      values.close();
      events.close();
    },
  };
}

/** On a server without one the page has no values, which is said unless that is what `bulkFor` returned. */
function usableBootstrap(
  options: WebClientOptions,
  warn: (message: string) => void,
): Bootstrap | undefined {
  const { bootstrap } = options;
  if (isBootstrap(bootstrap)) return bootstrap;
  if (bootstrap !== undefined) warn('the option bootstrap is no result of bulkFor');
  else if (isServer() && !('bootstrap' in options)) warn(NO_REQUESTS);
  return undefined;
}

/** Why a client on a server has no values. */
export const NO_REQUESTS = 'a server needs the option bootstrap, or @comporta/sdk';

/** Throws a TypeError when one is missing or malformed: callers may be untyped. */
function requireAddress({ url, key }: Readonly<Record<'url' | 'key', unknown>>): void {
  if (typeof url !== 'string' || !/^https?:\/\/./i.test(url)) {
    throw new TypeError(`Comporta: the option url is no http(s) address: ${url}`);
  }
  if (typeof key !== 'string' || !/^[!-~]+$/.test(key)) {
    throw new TypeError('Comporta: the option key is missing or invalid');
  }
  if (key.startsWith('cpt_env_')) {
    throw new TypeError('Comporta: the option key is for servers, a page needs a client key');
  }
}
