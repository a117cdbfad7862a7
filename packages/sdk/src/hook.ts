import { QUEUED_MOST } from '@comporta/client-core/events/backlog';
import type { Units } from '@comporta/client-core/events/event';
import { createEventQueue, type EventsStatus } from '@comporta/client-core/events/event-queue';
import { trackedEvent } from '@comporta/client-core/events/tracked-event';
import { rememberExposures } from '@comporta/client-core/repeats';
import { serviceAt } from '@comporta/client-core/service';
import { unitIn } from '@comporta/engine/context';
import { murmur3 } from '@comporta/engine/murmur3';
import type { EvaluationContext, Hook } from '@openfeature/server-sdk';
import { type ClientOptions, requireAddress } from './client-options.ts';
import { harmless } from './logger.ts';
import { VERSION } from './version.ts';

/** The public exports of `@comporta/sdk/hook`. */
export type { EventsStatus };

/** `url` is that of the service or an edge node, `key` the environment key. */
export type HookOptions = Pick<ClientOptions, 'url' | 'key' | 'fetch' | 'logger'>;

/** An OpenFeature hook that reports exposures and tracks for other providers of Comporta's toggles, such as OFREP. */
export interface ComportaHook extends Hook {
  /** Records something that a user did, for the metrics of experiments. Never throws. */
  track(event: string, context: EvaluationContext, details?: { readonly value?: number }): void;
  /** Sends the waiting events now. Resolves when they are sent, or when they have to wait for a retry. */
  flush(): Promise<void>;
  /** Counts of the exposures and tracked events. */
  status(): EventsStatus;
  /** Sends the waiting events, for at most 1.5 seconds. */
  close(): Promise<void>;
}

const ANSWER_MS = 15_000;
const LAST_EVENTS_MS = 1_500;

/**
 * Creates the hook. Throws a TypeError when `url` or `key` is missing or malformed. Later problems are reported by
 * `status()` and the logger.
 */
export function createHook(options: HookOptions): ComportaHook {
  requireAddress(options);
  const { url, key } = options;
  const logger = harmless(options.logger ?? console);
  const service = serviceAt({
    url,
    key,
    headers: { 'user-agent': `comporta-sdk/${VERSION} hook` },
    answerMs: ANSWER_MS,
    fetch: options.fetch ?? globalThis.fetch.bind(globalThis),
  });
  const queue = createEventQueue({
    post: service.postEvents,
    warn: (message) => logger.warn(`Comporta: ${message}`),
  });
  const repeats = rememberExposures();
  /** The keys of the properties by which measured rules split, as far as flags have named them. */
  const keys = new Set<string>();

  return {
    after({ flagKey, context }, { variant, reason, flagMetadata }) {
      const { phaseId, ruleId, by } = flagMetadata;
      const isByProperty = typeof by === 'string';
      if (isByProperty) keys.add(by);
      const uid = isByProperty ? unitIn(context[by]) : context.targetingKey;
      // Only for a measured split does the service send a phase; nothing else is an exposure.
      if (typeof phaseId !== 'string' || typeof ruleId !== 'string' || reason !== 'SPLIT') return;
      if (uid === undefined || variant === undefined) return;
      const exposure = { phaseId, ruleId, valueIndex: 0 };
      const splitHash = murmur3(uid);
      if (repeats.isRepeat(exposure, splitHash)) return;
      if (queue.status().queued >= QUEUED_MOST) repeats.forget(exposure, splitHash);
      const at = new Date().toISOString();
      const event = { type: 'exposure', toggle: flagKey, phaseId, ruleId, value: variant } as const;
      queue.add({ ...event, uid, ...(isByProperty && { by }), at });
    },
    track(event, context, details) {
      const units = unitsIn(context ?? {}, keys);
      const tracked = trackedEvent(event, context?.targetingKey, { value: details?.value, units });
      if (typeof tracked === 'string') queue.refuse(tracked);
      else queue.add(tracked);
    },
    flush: queue.flush,
    status: queue.status,
    close: () => queue.close(LAST_EVENTS_MS),
  };
}

function unitsIn(context: EvaluationContext, keys: ReadonlySet<string>): Units {
  return Object.fromEntries(
    [...keys].flatMap((key) => {
      const value = Object.hasOwn(context, key) ? unitIn(context[key]) : undefined;
      return value === undefined ? [] : [[key, value]];
    }),
  );
}
