import {
  type Answer,
  type Bootstrap,
  type Context,
  changedFlags,
  type Flag,
  isSameContext,
} from './answer.ts';
import { followEvents } from './follow-events.ts';
import { afterPaint, createListeners, isPage } from './page.ts';
import { type Logger, reportEvents } from './report-events.ts';
import { Refusal, serviceAt } from './service.ts';
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

const FIRST_RETRY_MS = 1_000;
const LONGEST_RETRY_MS = 60_000;
const REFUSED_RETRY_MS = 300_000;

export function createWebClient(options: WebClientOptions): WebClient {
  requireAddress(options);
  const { url, key, bootstrap, store = true, live = true, exposures = 'auto' } = options;
  const service = serviceAt({
    url,
    key,
    fetch: options.fetch ?? globalThis.fetch.bind(globalThis),
  });
  const kept = store ? storeIn(() => localStorage, `${url} ${key}`) : NO_STORE;
  const events = reportEvents(service, options.logger ?? console);
  const changes = createListeners<readonly string[]>();
  const states = createListeners<WebClientState>();

  let context = options.context ?? bootstrap?.context ?? {};
  let answer: Answer | undefined = answerFor(context);
  let state: WebClientState = 'STARTING';
  let failures = 0;
  let round = 0;
  let retry: ReturnType<typeof setTimeout> | undefined;
  let first: Promise<unknown> | undefined;

  function answerFor(user: Context): Answer | undefined {
    const isDrawn = bootstrap !== undefined && isSameContext(bootstrap.context, user);
    return isDrawn ? { ...bootstrap, streamUri: undefined } : kept.read(user);
  }

  function enter(next: WebClientState): void {
    if (state === next || state === 'CLOSED') return;
    state = next;
    states.tell(next);
  }

  function take(next: Answer): void {
    const before = answer?.flags ?? [];
    const isNew = next.flags !== before;
    answer = next;
    if (!isNew) return;
    kept.write(next);
    const toggles = changedFlags(before, next.flags);
    if (toggles.length > 0) changes.tell(toggles);
  }

  /** Asks for the values of the user; an answer for who is no longer asked for is dropped. */
  async function refresh(told = ''): Promise<void> {
    clearTimeout(retry);
    round += 1;
    const mine = round;
    try {
      const next = await service.fetchAnswer(context, answer, told);
      if (mine !== round || state === 'CLOSED') return;
      failures = 0;
      take(next);
      enter('READY');
      if (live) stream.listenAt(next.streamUri, next.metadata.revision);
    } catch (error) {
      if (mine !== round || state === 'CLOSED') return;
      const isRefused = error instanceof Refusal && [401, 403].includes(error.status);
      enter(isRefused ? 'REFUSED' : 'STALE');
      retry = setTimeout(() => void refresh(), waitMs(error, isRefused));
    }
  }

  /** Full jitter: pages that lost the service at the same moment come back spread over time. */
  function waitMs(error: unknown, isRefused: boolean): number {
    if (isRefused) return REFUSED_RETRY_MS;
    const longest = Math.min(LONGEST_RETRY_MS, FIRST_RETRY_MS * 2 ** failures);
    failures += 1;
    const asked = error instanceof Refusal ? error.retryAfterMs : 0;
    return asked + Math.random() * longest;
  }

  const stream = followEvents({ open: service.openStream, refresh: (told) => void refresh(told) });
  if (!isPage()) enter(answer === undefined ? 'STALE' : 'READY');
  else if (answer === undefined) first = refresh();
  else afterPaint(() => void refresh());

  const peek = (toggle: string) => answer?.flags.find((flag) => flag.key === toggle);
  return {
    state: () => state,
    async ready() {
      if (answer === undefined) await first;
      return answer !== undefined;
    },
    flag(toggle) {
      const flag = peek(toggle);
      if (flag !== undefined && exposures === 'auto') events.shown(flag, context.targetingKey);
      return flag;
    },
    peek,
    async setContext(next) {
      if (isSameContext(next, context)) return answer !== undefined;
      context = next;
      const before = answer?.flags ?? [];
      answer = answerFor(next);
      first = refresh();
      if (answer === undefined) await first;
      else changes.tell(changedFlags(before, answer.flags));
      return answer !== undefined;
    },
    onChange: changes.add,
    onStateChange: states.add,
    track: (event, value) => events.track(event, context.targetingKey, value),
    close() {
      enter('CLOSED');
      clearTimeout(retry);
      stream.close();
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
    throw new TypeError(
      'Comporta: the key of an environment is for servers, a page needs a client key',
    );
  }
}
