import type { KeyLimit } from '@comporta/contract/keys/environment-key-api';
import type { EventCounts } from '../../event-store/ingest/event-counts.ts';
import type { Log } from '../../platform/base/log.ts';
import { countCalls } from '../../platform/base/rate-limit.ts';
import { Rejection } from '../../platform/base/rejection.ts';
import { createTally, type Tally } from '../../platform/base/tally.ts';
import type { Access } from '../../snapshot/snapshots.ts';
import type { CallerKind } from './points.ts';

/** What a call opens; with an account key, it has no key of the environment. */
export type Opened = Pick<Access, 'kind' | 'environment'>;

/** Counts the calls that were refused because they came too fast. Source: FAIR-15. */
export interface Limited {
  readonly tally: Tally<'limit' | 'kind'>;
  note(access: Opened, limit: KeyLimit): void;
  /** Notes an error if it is such a refusal, and throws it in any case. */
  rethrow(access: Opened, error: unknown): never;
}

interface Noting {
  readonly log: Log;
  /** Absent on an edge node, which stores nothing. */
  readonly counts?: EventCounts | undefined;
}

/** One counter for each limit; the same object each time, because counters find that fastest. */
const COUNTED: Readonly<Record<KeyLimit, { readonly kind: string; readonly code: KeyLimit }>> = {
  ADDRESS: { kind: 'LIMITED', code: 'ADDRESS' },
  SHARE: { kind: 'LIMITED', code: 'SHARE' },
  EVENTS: { kind: 'LIMITED', code: 'EVENTS' },
  DAY: { kind: 'LIMITED', code: 'DAY' },
  STREAMS: { kind: 'LIMITED', code: 'STREAMS' },
};

export function kindOf({ kind }: Pick<Access, 'kind'>): Exclude<CallerKind, 'API'> {
  return kind === 'CLIENT_KEY' ? 'CLIENT' : 'SERVER';
}

export function countLimited({ log, counts }: Noting): Limited {
  const tally = createTally('limit', 'kind');
  const oneAMinute = countCalls(1);

  function note(access: Opened, limit: KeyLimit): void {
    const kind = kindOf(access);
    const { id } = access.environment;
    tally.add(limit, kind);
    counts?.add(id, COUNTED[limit]);
    if (oneAMinute(id) === undefined)
      log.warn({ environmentId: id, limit, kind }, 'calls of an environment are refused: too many');
  }

  return {
    tally,
    note,
    rethrow(access, error) {
      if (error instanceof Rejection && error.code === 'RATE_LIMITED' && isLimit(error.meta?.limit))
        note(access, error.meta.limit);
      throw error;
    },
  };
}

function isLimit(text: unknown): text is KeyLimit {
  return typeof text === 'string' && Object.hasOwn(COUNTED, text);
}
