import { describeError } from '@comporta/client-core/describe-error';
import { createEventQueue, type EventSpool } from '@comporta/client-core/events/event-queue';
import { type Tracking, trackedEvent } from '@comporta/client-core/events/tracked-event';
import { serviceAt } from '@comporta/client-core/service';
import { type ClientOptions, requireAddress, requireService } from './client-options.ts';
import { createClientState } from './client-state.ts';
import type { ClientState, ClientStatus } from './client-status.ts';
import { type Context, readableContextOf, uidIn } from './context.ts';
import { reportExposures } from './exposures.ts';
import { createListeners } from './listeners.ts';
import { harmless, type Logger } from './logger.ts';
import { measuredUnits } from './measured-units.ts';
import { type Change, followValues } from './snapshot/follow-values.ts';
import type { SnapshotKeeper } from './snapshot/snapshot-keeper.ts';
import { type Toggles, togglesOf } from './toggles.ts';
import { identify, openReporter, USAGE_OFF } from './usage.ts';
import { warnOfUnknown } from './warn-of-unknown.ts';

/** What the client needs from the platform it runs on. */
export interface Platform {
  readonly userAgent: string;
  readonly openKeeper: (key: string, logger: Logger) => SnapshotKeeper | undefined;
  readonly openSpool: (logger: Logger) => EventSpool | undefined;
  /** Calls back when the process has nothing left to do. Returns a function that ends it. */
  readonly beforeExit?: (callback: () => void) => () => void;
}

/** Evaluates the toggles of one environment in this process, and keeps them up to date with the service. */
export interface Client extends Toggles {
  /** The current state, for health checks and logs. */
  status(): ClientStatus;
  /**
   * Resolves when the values are up to date, or when the service turns out to be unavailable; after 5 seconds at the
   * latest. `timeoutMs` replaces the 5 seconds; with it, a client without values also waits for an unavailable service.
   * Resolves with whether there are any values. Never rejects.
   */
  ready(options?: { readonly timeoutMs?: number | undefined }): Promise<boolean>;
  /**
   * Asks the service now whether the values are still the newest, unless the last request was less than `maxAgeMs`
   * milliseconds ago. Resolves when the response is applied or the request has failed, with whether there are any
   * values. Never rejects.
   */
  refresh(options?: { readonly maxAgeMs?: number | undefined }): Promise<boolean>;
  /**
   * Records something that a user did, for the metrics of experiments. Never throws and never blocks: events are
   * sent in batches, after 5 seconds or when 500 are waiting, and resent until the service has stored them.
   */
  track(event: string, context: Context, tracking?: Tracking): void;
  /** Sends the waiting events and uses now. Resolves when they are sent, or when they have to wait for a retry. */
  flush(): Promise<void>;
  /** Calls the listener when toggles change, but not for the first values. Returns a function that stops it. */
  onChange(listener: (change: Change) => void): () => void;
  /** Calls the listener with each new state. Returns a function that stops it. */
  onStateChange(listener: (state: ClientState) => void): () => void;
  /** Sends the waiting events, writes the files and disconnects. Waits for events for at most 1.5 seconds. */
  close(): Promise<void>;
}

const ANSWER_MS = 15_000;
const READY_TIMEOUT_MS = 5_000;
const LAST_EVENTS_MS = 1_500;

export function openClient(options: ClientOptions, platform: Platform): Client {
  requireAddress(options);
  requireService(options.service);
  const { url, key, live = true } = options;
  const logger = harmless(options.logger ?? console);
  const identity = identify(options, platform.userAgent);
  const service = serviceAt({
    url,
    key,
    headers: identity.headers,
    answerMs: ANSWER_MS,
    fetch: options.fetch ?? globalThis.fetch.bind(globalThis),
    onLists: (text) => values.toldLists(text),
  });
  const closing = new AbortController();
  const onListenerError = (error: unknown) =>
    logger.error(`Comporta: a listener threw: ${describeError(error)}`);
  const changes = createListeners<Change>(onListenerError);
  const state = createClientState(logger, onListenerError);
  const keeper = platform.openKeeper(key, logger);
  const events = createEventQueue({
    post: service.postEvents,
    spool: platform.openSpool(logger),
    warn: (message) => logger.warn(`Comporta: ${message}`),
  });
  const uses = openReporter(options, service.postEvents, identity);
  state.onChange((now) => {
    if (now === 'READY') uses?.gotRules();
  });
  const stopListening = platform.beforeExit?.(() => void uses?.end());
  const onUnknown = warnOfUnknown(logger);
  const onShown =
    options.exposures === 'off' ? undefined : reportExposures(events, options.segments ?? []);
  const values = followValues({
    options,
    service,
    keeper,
    state,
    logger,
    closing: closing.signal,
    onChange: changes.tell,
  });
  let askedAt = Number.NEGATIVE_INFINITY;

  async function refresh({ maxAgeMs = 0 }: { readonly maxAgeMs?: number | undefined } = {}) {
    // The absolute value, because a clock that was set back must not suppress requests.
    if (values.current() === undefined || Math.abs(Date.now() - askedAt) >= maxAgeMs) {
      askedAt = Date.now();
      await values.ask();
    }
    return values.current() !== undefined;
  }

  function snapshotAgeMs(): number | undefined {
    const currentAt = values.currentAt();
    return currentAt && Math.max(0, Date.now() - currentAt.getTime());
  }

  return {
    ...togglesOf(values.current, warnOnce(logger), {
      onShown,
      onUnknown(toggle, snapshot) {
        uses?.lack(toggle);
        onUnknown(toggle, snapshot);
      },
      onTouched: uses?.touch,
      onAllValues: uses?.gotAll,
    }),
    status: () => ({
      state: state.current(),
      revision: values.current()?.source.revision,
      snapshotAgeMs: snapshotAgeMs(),
      connected: values.isConnected(),
      lastError: state.lastError(),
      events: events.status(),
      lists: values.lists(),
      usage: uses?.status() ?? USAGE_OFF,
    }),
    async ready({ timeoutMs } = {}) {
      if (!live) return refresh({ maxAgeMs: Number.POSITIVE_INFINITY });
      await state.settle(
        timeoutMs ?? READY_TIMEOUT_MS,
        (now) => now === 'STARTING' || (now === 'UNREACHABLE' && timeoutMs !== undefined),
      );
      return values.current() !== undefined;
    },
    refresh,
    track(event, context, tracking) {
      const units = measuredUnits(values.current()?.source, readableContextOf(context));
      const tracked = trackedEvent(event, uidIn(context), { ...tracking, units });
      if (typeof tracked === 'string') events.refuse(tracked);
      else events.add(tracked);
    },
    async flush() {
      await Promise.all([events.flush(), uses?.flush()]);
    },
    onChange: changes.add,
    onStateChange: state.onChange,
    async close() {
      state.enter('CLOSED');
      closing.abort();
      await keeper?.finish();
      stopListening?.();
      await Promise.all([values.ended, events.close(LAST_EVENTS_MS), uses?.close(LAST_EVENTS_MS)]);
    },
  };
}

/** Warns only about the first unreadable context, so that a hot path does not flood the log. */
function warnOnce(logger: Logger): (error: unknown) => void {
  let hasWarned = false;
  return (error) => {
    if (hasWarned) return;
    hasWarned = true;
    logger.warn(
      `Comporta: a context could not be read, its unreadable properties are missing: ${describeError(error)}`,
    );
  };
}
