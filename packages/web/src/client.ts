import { type Bootstrap, type Context, type Flag, isSameContext } from './answer.ts';
import { followAnswer } from './follow-answer.ts';
import { afterPaint, createListeners, isPage } from './page.ts';
import { type Logger, reportEvents } from './report-events.ts';
import { serviceAt } from './service.ts';
import { NO_STORE, storeIn } from './store.ts';

export interface WebClientOptions {
  /** Where the service, or an edge node, is. */
  readonly url: string;
  /** A client key, `cpt_web_…`: everybody can read what is in a page. */
  readonly key: string;
  readonly context?: Context | undefined;
  /** What `bulkFor` answered on the server that drew the page: right at once, nothing is fetched before it is painted. */
  readonly bootstrap?: Bootstrap | undefined;
  /** Keeps the last values in localStorage; `false` for pages that must not store. */
  readonly store?: boolean | undefined;
  /** Hears of changes at once; `false` for pages that ask only when they are opened. */
  readonly live?: boolean | undefined;
  /** `off` reports nobody who is shown a value of a measured split; `track` goes on. */
  readonly exposures?: 'auto' | 'off' | undefined;
  readonly fetch?: typeof globalThis.fetch | undefined;
  readonly logger?: Logger | undefined;
}

/** READY: as new as can be. STALE: older values, the service is away. REFUSED: the key opens nothing. */
export type WebClientState = 'STARTING' | 'READY' | 'STALE' | 'REFUSED' | 'CLOSED';

/**
 * Values of one user, from memory. Where a server draws the page there are those of the bootstrap, and
 * nothing is asked. Nothing throws but `createWebClient` for options that cannot be.
 */
export interface WebClient {
  state(): WebClientState;
  /** Resolves when there are values or the first attempt to get them has failed; says whether there are. */
  ready(): Promise<boolean>;
  /** The value to be shown: where an analysis measures it, the user counts as having seen it. */
  flag(toggle: string): Flag | undefined;
  /** The same for whoever only looks. */
  peek(toggle: string): Flag | undefined;
  /** Another user, or the same with other properties. Resolves as `ready` does. */
  setContext(context: Context): Promise<boolean>;
  /** Listens to names of toggles whose answer changed. Returns how to stop. */
  onChange(listener: (toggles: readonly string[]) => void): () => void;
  onStateChange(listener: (state: WebClientState) => void): () => void;
  /** Tells of something that the user did, for the metrics of experiments. Never throws and never waits. */
  track(event: string, value?: number): void;
  close(): void;
}

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

/** Options may come from an environment without types. */
function requireAddress({ url, key }: Readonly<Record<'url' | 'key', unknown>>): void {
  if (typeof url !== 'string' || !/^https?:\/\/./i.test(url)) {
    throw new TypeError(`Comporta: the option url has to begin with http:// or https://: ${url}`);
  }
  if (typeof key !== 'string' || !/^[!-~]+$/.test(key)) {
    throw new TypeError('Comporta: the option key is missing or has odd letters');
  }
  if (key.startsWith('cpt_env_')) {
    throw new TypeError('Comporta: the option key is for servers, a page needs a client key');
  }
}
