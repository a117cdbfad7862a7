import { mock } from 'node:test';
import { bucketOf, hashSalt } from '@comporta/engine/split';
import { keepResults } from '@comporta/server/analyses/keep-results';
import {
  type EventIngest,
  openEventIngest,
} from '@comporta/server/event-store/ingest/event-ingest';
import {
  type MeasuredPhase,
  readMeasuredPhases,
} from '@comporta/server/event-store/ingest/measured-phase-repository';
import { openPostgresEventStore } from '@comporta/server/event-store/postgres/postgres-event-store';
import { rollUp } from '@comporta/server/event-store/postgres/roll-up';
import { createLog } from '@comporta/server/platform/base/log';
import { openDatabase, type Sql } from '@comporta/server/platform/database/database';
import { execute } from '@comporta/server/testing/test-cluster';
import { type MeasuredSplit, randomOf } from './measured-splits.ts';

const HOUR_MS = 60 * 60_000;
const DAY_MS = 24 * HOUR_MS;
const EVENTS_A_CALL = 1_000;

/** A split whose analysis has started. */
export interface StartedSplit {
  readonly split: MeasuredSplit;
  readonly toggleId: string;
  readonly analysisId: string;
}

export interface MeasuredPlace {
  readonly databaseUrl: string;
  readonly applicationId: string;
  readonly environmentId: string;
  readonly started: readonly StartedSplit[];
}

/**
 * Simulates past days of analyses that have just started. The service accepts events of at most seven days and keeps
 * the results of each day in the evening. So this process does the work of a node, with its clock set to each of
 * these evenings in turn: it ingests the events of the day, counts them, and keeps the results.
 */
export async function liveThrough(place: MeasuredPlace): Promise<void> {
  const { databaseUrl, environmentId, started } = place;
  const now = Date.now();
  const startOf = ({ days }: MeasuredSplit) => now - (days - 1) * DAY_MS - 2 * HOUR_MS;
  for (const { split, analysisId } of started) {
    await moveStart(databaseUrl, analysisId, new Date(startOf(split)));
  }
  const database = openDatabase(databaseUrl, () => {});
  const { sql } = database;
  const store = openPostgresEventStore(sql);
  const log = createLog('warn');
  const ingest = openEventIngest({ sql, store, log, onStored() {}, onDropped() {} });
  const phases = await readMeasuredPhases(sql, environmentId);
  const report = reportingTo(ingest, place);
  const lives = started.map((one) => livesOf(one, phases));
  try {
    for (let day = Math.max(...started.map(({ split }) => split.days)) - 1; day >= 0; day--) {
      const end = endOfDay(now - day * DAY_MS, now);
      mock.timers.enable({ apis: ['Date'], now: end });
      for (const [place, { split }] of started.entries()) {
        const since = Math.max(startOf(split), startOfDay(end));
        await report(lives[place]?.(since, end) ?? []);
      }
      await ingest.flush();
      await countAll(sql);
      await keepResults({ sql, store }).afterCount();
      mock.timers.reset();
    }
  } finally {
    mock.timers.reset();
    await ingest.close();
    await database.close();
  }
}

async function moveStart(url: string, analysisId: string, at: Date): Promise<void> {
  const since = `'${at.toISOString()}'`;
  await execute(url, `update analyses set started_at = ${since} where id = '${analysisId}'`);
  await execute(url, `update phases set started_at = ${since} where analysis_id = '${analysisId}'`);
}

function startOfDay(at: number): number {
  return Math.floor(at / DAY_MS) * DAY_MS;
}

function endOfDay(at: number, now: number): number {
  return Math.min(startOfDay(at) + DAY_MS - 1, now);
}

/** Counts until no event is waiting; the service itself may be counting at the same time. */
async function countAll(sql: Sql): Promise<void> {
  while ((await rollUp(sql, new Date(0)))?.isMore !== false);
}

function reportingTo(
  ingest: EventIngest,
  { applicationId, environmentId, started }: MeasuredPlace,
) {
  const ids = new Map(started.map(({ split, toggleId }) => [split.toggle, toggleId]));
  const toggleId = (name: string) => ids.get(name);
  const lane = { companyId: '', environmentId, isClient: false };
  const sender = { environmentId, applicationId, revision: 0, isTrusted: true, lane, toggleId };
  return async (events: readonly object[]) => {
    for (let first = 0; first < events.length; first += EVENTS_A_CALL) {
      const some = events.slice(first, first + EVENTS_A_CALL);
      const { rejected } = await ingest.report(sender, {
        sentAt: undefined,
        events: some,
        bytes: 0,
      });
      const [refused] = rejected;
      if (refused) throw new Error(`${JSON.stringify(some[refused.index])}: ${refused.code}`);
    }
  };
}

/** Returns a function that yields the events of a time span, from users who arrive in it and from earlier ones. */
function livesOf({ split, toggleId }: StartedSplit, phases: readonly MeasuredPhase[]) {
  const phase = phases.find((one) => one.toggleId === toggleId);
  if (phase === undefined) throw new Error(`${split.toggle} is not measured`);
  const random = randomOf(split);
  const salt = hashSalt(phase.salt);
  let users = 0;
  let later: { readonly atMs: number; readonly event: object }[] = [];

  function live(uid: string, atMs: number): void {
    const bucket = bucketOf(salt, uid, phase?.buckets ?? 0);
    const range = phase?.ranges.find(({ from, to }) => bucket >= from && bucket < to);
    const value = phase?.values[range?.valueIndex ?? -1] ?? '';
    const deeds = split.deeds(value, random);
    if (deeds === undefined) return;
    const exposure = { type: 'exposure', toggle: split.toggle, value, uid, reason: 'SPLIT' };
    later.push({ atMs, event: exposure });
    for (const { afterMs, ...deed } of deeds) {
      const event = { type: 'track', id: `${uid} ${deed.key}`, uid, ...deed };
      later.push({ atMs: atMs + afterMs, event });
    }
  }

  return (since: number, until: number): readonly object[] => {
    const coming = Math.round((split.usersADay * (until - since)) / DAY_MS);
    for (let user = 0; user < coming; user++) {
      live(`${split.toggle}-${users++}`, since + random.uniform() * (until - since));
    }
    const due = later.filter(({ atMs }) => atMs <= until);
    later = later.filter(({ atMs }) => atMs > until);
    return due.map(({ atMs, event }) => ({ ...event, at: new Date(atMs).toISOString() }));
  };
}
