import type { ToggleLifecycle, ToldState } from '@comporta/contract/lifecycle/lifecycle';
import { inTurns } from '../platform/base/in-turns.ts';
import type { Log } from '../platform/base/log.ts';
import type { Config } from '../platform/config/config.ts';
import { CONSISTENT_READ, type Sql } from '../platform/database/database.ts';
import { doPeriodically, type PeriodicWork } from '../platform/database/periodic-work.ts';
import { readLifecycles } from './lifecycles.ts';
import { findDueDigests, queueDigest, type StaleToggle } from './stale-digest-repository.ts';

const LOOK_INTERVAL_MS = 5 * 60_000;
const MONDAY = 1;
/** In UTC. */
const FROM_HOUR = 8;

interface Telling extends Pick<Config, 'auditKeptDays'> {
  readonly sql: Sql;
  readonly log: Log;
}

/** Tells the webhooks on Mondays which toggles have become stale. Any number of nodes may do so. Source: LIF-25. */
export function keepTellingOfStale(telling: Telling): Pick<PeriodicWork, 'close'> {
  const stopping = new AbortController();
  const work = doPeriodically(
    LOOK_INTERVAL_MS,
    () => tellOfStale(telling, new Date(), stopping.signal),
    telling.log,
  );
  return {
    close() {
      stopping.abort();
      return work.close();
    },
  };
}

/** Queues the messages that are due; an application that fails is tried again at the next call. */
export async function tellOfStale(
  { sql, log, ...kept }: Telling,
  now: Date,
  stopping?: AbortSignal,
): Promise<void> {
  const since = digestTimeOf(now);
  if (since === undefined) return;
  const failed: string[] = [];
  for (;;) {
    const due = await findDueDigests(sql, since, failed);
    if (due.length === 0) return;
    for (const applicationId of due) {
      if (stopping?.aborted) return;
      try {
        const stale = await readStale(sql, applicationId, kept);
        await sql.transaction((inside) =>
          queueDigest(inside, { applicationId, stale, since, now }),
        );
      } catch (error) {
        failed.push(applicationId);
        log.warn(
          { err: error, applicationId },
          'stale toggles could not be told; tried again later',
        );
      }
    }
  }
}

/** Eight o'clock of a Monday, from then on until it ends. */
function digestTimeOf(now: Date): Date | undefined {
  if (now.getUTCDay() !== MONDAY || now.getUTCHours() < FROM_HOUR) return undefined;
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate(), FROM_HOUR));
}

async function readStale(
  sql: Sql,
  applicationId: string,
  kept: Pick<Config, 'auditKeptDays'>,
): Promise<readonly StaleToggle[]> {
  const { items } = await sql.transaction(
    (moment) => readLifecycles(moment, applicationId, kept),
    CONSISTENT_READ,
  );
  const stale: StaleToggle[] = [];
  await inTurns(
    (function* () {
      for (const item of items) {
        const state = toldStateOf(item);
        if (state !== undefined) stale.push({ id: item.toggleId, state });
        yield;
      }
    })(),
  );
  return stale;
}

function toldStateOf({ stale, overdue, state }: ToggleLifecycle): ToldState | undefined {
  if (!stale) return undefined;
  if (overdue) return 'OVERDUE';
  return state === 'LAUNCHED' || state === 'IDLE' || state === 'READY_TO_REMOVE'
    ? state
    : undefined;
}
