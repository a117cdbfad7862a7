import { inHalves } from '../../platform/base/in-halves.ts';
import type { Log } from '../../platform/base/log.ts';
import type { Pulse } from '../../platform/base/pulse.ts';
import { Rejection } from '../../platform/base/rejection.ts';
import type { Sql } from '../../platform/database/database.ts';
import { codeOfFailure, isPassing } from '../../platform/database/database-errors.ts';
import { doPeriodically } from '../../platform/database/periodic-work.ts';
import type { EventStore } from '../event-store.ts';
import type { Uses } from '../uses/keep-uses.ts';
import { weightIn } from '../uses/weight.ts';
import type { CallBatch, Gathering, Stored } from './commit-line.ts';
import { createEventCounts, type EventCounts } from './event-counts.ts';
import { NotStorable, openEventQueue } from './event-queue.ts';
import { type Judged, type Judging, judgeEach } from './judge-event.ts';
import { createKeeper, type Reported, type Sender } from './keep-judged.ts';
import { rememberFacts } from './known-facts.ts';
import { pathOf } from './lane.ts';
import { createRecordedExposures, type Recorded } from './recorded-exposures.ts';
import { openShortTurns, type ShortTurns } from './short-turns.ts';
import { watchStalls } from './stalls.ts';
import { type Divided, unitOf } from './units.ts';
import { openWaitingRoom } from './waiting-room.ts';

const SAVE_COUNTS_MS = 1_000;
const RECORD_MS = 50;
const NOTHING = { exposures: [], events: [] };
const NEVER_AWAY = { away: () => undefined, onAway: () => () => {} };

export interface Report {
  readonly sentAt: Date | undefined;
  readonly events: readonly unknown[];
  readonly bytes: number;
  /** How old an event may be; by default a week. */
  readonly oldestMs?: number;
}

export interface EventIngest {
  /** Judges events and stores the valid ones; answers when they are committed. */
  report(sender: Sender, report: Report): Promise<Reported>;
  /** Queues an exposure of this node's own evaluation, without waiting; false when the queue is full. */
  record(recorded: Recorded): boolean;
  readonly counts: EventCounts;
  /** Deletes what is known about a unit, in the transaction `sql`; answers the number of deleted records. */
  erase(sql: Sql, environmentId: string, divided: Divided): Promise<number>;
  /** Stores the recorded exposures and the counts. */
  flush(): Promise<void>;
  close(): Promise<void>;
}

interface IngestDependencies {
  readonly sql: Sql;
  readonly store: EventStore;
  /** Stores reports of uses; by default they are refused. */
  readonly uses?: Pick<Uses, 'append'> | undefined;
  /** By default a database that is never away: queries then fail by their own time limits. */
  readonly pulse?: Pick<Pulse, 'away' | 'onAway'>;
  readonly log: Log;
  readonly gathering?: Gathering | undefined;
  /** Called after something new was stored. */
  readonly onStored: () => void;
  readonly onDropped: (environmentId: string) => void;
  /** Called for each event that is not counted, because an environment has too many counters. */
  readonly onCounterDropped?: (environmentId: string) => void;
  /** Runs the judging in short turns of the event loop; by default an instance of its own. */
  readonly turns?: ShortTurns;
  /** How many recorded exposures may wait; by default 20,000. */
  readonly mostRecorded?: number;
}

export function openEventIngest({
  sql,
  store,
  uses,
  pulse = NEVER_AWAY,
  log,
  gathering,
  onStored,
  onDropped,
  onCounterDropped,
  turns = openShortTurns(),
  mostRecorded: most,
}: IngestDependencies): EventIngest {
  const facts = rememberFacts(sql, pulse);
  const counts = createEventCounts(onCounterDropped);
  const queue = openEventQueue({ append, pulse, log, gathering });
  const room = openWaitingRoom();
  const stalls = watchStalls();
  const keep = createKeeper({ facts, counts, queue, turns, onStored });
  const recorded = createRecordedExposures({ facts, counts, turns, keep, log, onDropped, most });

  /** A report that is sent again counts once only if its sender numbers it: so it is stored when all else is. */
  async function append(batch: CallBatch, tooSlow: AbortSignal): Promise<Stored> {
    const { uses: reports = [], ...rest } = batch;
    const isEmpty = rest.events.length + rest.exposures.length === 0;
    const appended = isEmpty ? NOTHING : await store.append(rest, tooSlow);
    if (uses === undefined || reports.length === 0) return { ...appended, uses: [] };
    return { ...appended, uses: await uses.append(reports, tooSlow) };
  }

  async function report(sender: Sender, reported: Report): Promise<Reported> {
    const { events, bytes } = reported;
    const leave = room.enter(sender.lane, weightIn(events), bytes);
    try {
      return await take(sender, reported);
    } finally {
      leave();
    }
  }

  async function take(sender: Sender, { sentAt, events, ...more }: Report): Promise<Reported> {
    const { environmentId, revision, toggleId, lane } = sender;
    // In short turns of the event loop, so that evaluations go on however many events are reported.
    const share = { path: pathOf(lane), size: weightIn(events) };
    const judge = (judging: Judging) => turns.run(judgeEach(events, judging), share);
    const isClient = !sender.isTrusted;
    const receipt = { environmentId, receivedAt: new Date(), waitedMs: stalls.waitedMs(), sentAt };
    const { countedToggle, userAgent = '', isTrusted } = sender;
    const useSender = uses &&
      countedToggle && { environmentId, isTrusted, userAgent, countedToggle };
    const judging = { ...receipt, toggleId, isClient, useSender, ...more };
    const known = await facts.phases(environmentId, revision);
    let judged = await judge({ ...judging, phases: known });
    if (judged.some(mayBeOfNewerPhase)) {
      const phases = await facts.newestPhases(environmentId, revision);
      judged = await judge({ ...judging, phases });
    }
    return keep(sender, judged).catch((error: unknown) => {
      if (!(error instanceof NotStorable)) throw error;
      log.error({ environment: environmentId, code: error.code }, 'events cannot be stored');
      throw new Rejection('INTERNAL');
    });
  }

  async function saveCounts(): Promise<void> {
    const unsaved = new Set(counts.take());
    const bad: object[] = [];
    try {
      await inHalves([...unsaved], {
        async store(part) {
          await store.count(part);
          for (const one of part) unsaved.delete(one);
        },
        isPassing,
        onBad(one, error) {
          unsaved.delete(one);
          bad.push({ environment: one.environmentId, kind: one.kind, code: codeOfFailure(error) });
        },
      });
    } finally {
      for (const { environmentId, count, ...what } of unsaved) {
        counts.add(environmentId, what, count);
      }
      if (bad.length > 0) log.error({ ...bad[0], count: bad.length }, 'counts cannot be saved');
    }
  }

  const recording = doPeriodically(RECORD_MS, recorded.store, log);
  const saving = doPeriodically(SAVE_COUNTS_MS, saveCounts, log);

  async function flush(): Promise<void> {
    await recorded.store();
    await saveCounts();
  }

  return {
    report,
    counts,
    async erase(inside, environmentId, divided) {
      const key = await facts.unitKey(environmentId);
      return key === undefined ? 0 : store.erase(inside, environmentId, unitOf(key, divided));
    },
    flush,
    record: recorded.record,
    async close() {
      stalls.close();
      await recording.close();
      await saving.close();
      await flush().catch(() => {}); // Closing does not wait until the database is available again.
      await queue.close();
    },
  };
}

/** Whether phases that this node does not know yet could change how it is judged. */
function mayBeOfNewerPhase(one: Judged): boolean {
  return one.type === 'refused'
    ? one.code === 'NOT_MEASURED'
    : one.type === 'track' && one.namesOthers;
}
