import { describeError } from '@comporta/client-core/describe-error';
import { createEventQueue, type EventSpool } from '@comporta/client-core/events/event-queue';
import { type Tracking, trackedEvent } from '@comporta/client-core/events/tracked-event';
import { serviceAt } from '@comporta/client-core/service';
import { type ClientOptions, requireAddress } from './client-options.ts';
import { createClientState } from './client-state.ts';
import type { ClientState, ClientStatus } from './client-status.ts';
import { type Context, uidIn } from './context.ts';
import { reportExposures } from './exposures.ts';
import { createListeners } from './listeners.ts';
import { harmless, type Logger } from './logger.ts';
import { type Change, followValues } from './snapshot/follow-values.ts';
import type { SnapshotKeeper } from './snapshot/snapshot-keeper.ts';
import { type Toggles, togglesOf } from './toggles.ts';

/** What a client has of the platform that it runs on. */
export interface Platform {
  readonly userAgent: string;
  readonly openKeeper: (key: string, logger: Logger) => SnapshotKeeper | undefined;
  readonly openSpool: (logger: Logger) => EventSpool | undefined;
}

/** Toggles of one environment, evaluated here and kept as new as the service's. */
export interface Client extends Toggles {
  status(): ClientStatus;
  /**
   * Resolves as soon as the values are as new as they can be now, or the service cannot be reached;
   * says whether there are values at all. At the latest after 5 seconds. With `timeoutMs` it waits
   * that long for a service that cannot be reached, too. Never rejects.
   */
  ready(options?: { readonly timeoutMs?: number | undefined }): Promise<boolean>;
  /**
   * Asks the service now whether the values are still the newest, unless it was asked less than
   * `maxAgeMs` ago. Resolves when the answer is taken over, or cannot be had; says whether there are
   * values at all. Never rejects.
   */
  refresh(options?: { readonly maxAgeMs?: number | undefined }): Promise<boolean>;
  /**
   * Tells of something that a user did, for the metrics of experiments. Never throws and never waits:
   * events are sent in batches until the service has stored them.
   */
  track(event: string, context: Context, tracking?: Tracking): void;
  /** Sends the events that wait. Resolves when they are sent, or have to wait on. */
  flush(): Promise<void>;
  /** Listens to changed toggles, not to the first values. Returns how to stop. */
  onChange(listener: (change: Change) => void): () => void;
  onStateChange(listener: (state: ClientState) => void): () => void;
  /** Sends the events that wait and lets go of the service, within two seconds. The files are written then. */
  close(): Promise<void>;
}

const ANSWER_MS = 15_000;
const READY_TIMEOUT_MS = 5_000;
const LAST_EVENTS_MS = 1_500;

export function openClient(options: ClientOptions, platform: Platform): Client {
  requireAddress(options);
  const { url, key, live = true } = options;
  const logger = harmless(options.logger ?? console);
  const service = serviceAt({
    url,
    key,
    headers: { 'user-agent': platform.userAgent },
    answerMs: ANSWER_MS,
    fetch: options.fetch ?? globalThis.fetch.bind(globalThis),
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
    // A clock that was put back must not keep it from asking.
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
    ...togglesOf(values.current, warnOnce(logger), onShown),
    status: () => ({
      state: state.current(),
      revision: values.current()?.source.revision,
      snapshotAgeMs: snapshotAgeMs(),
      connected: values.isConnected(),
      lastError: state.lastError(),
      events: events.status(),
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
      const tracked = trackedEvent(event, uidIn(context), tracking ?? {});
      if (typeof tracked === 'string') events.refuse(tracked);
      else events.add(tracked);
    },
    flush: events.flush,
    onChange: changes.add,
    onStateChange: state.onChange,
    async close() {
      state.enter('CLOSED');
      closing.abort();
      await keeper?.finish();
      await Promise.all([values.ended, events.close(LAST_EVENTS_MS)]);
    },
  };
}

/** Of contexts that cannot be read: one is told, and says where to look. */
function warnOnce(logger: Logger): (error: unknown) => void {
  let hasWarned = false;
  return (error) => {
    if (hasWarned) return;
    hasWarned = true;
    logger.warn(
      `Comporta: a context is not readable, what is missing is absent: ${describeError(error)}`,
    );
  };
}
