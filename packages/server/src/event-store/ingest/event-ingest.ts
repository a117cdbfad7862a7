import type { ItemCode } from '@comporta/contract/events/event';
import type { Exposure } from '@comporta/engine/outcome';
import type { Log } from '../../platform/base/log.ts';
import { Rejection } from '../../platform/base/rejection.ts';
import type { Sql } from '../../platform/database/database.ts';
import { rejectionOfDatabaseError } from '../../platform/database/database-errors.ts';
import { doPeriodically } from '../../platform/database/periodic-work.ts';
import type { EventStore, NewEvent, NewExposure } from '../event-store.ts';
import { createEventCounts, type EventCounts } from './event-counts.ts';
import { openEventQueue } from './event-queue.ts';
import {
  type Judged,
  type JudgedExposure,
  type JudgedTrack,
  judgeEvent,
  type Refused,
} from './judge-event.ts';
import { rememberFacts } from './known-facts.ts';
import { unitOf } from './units.ts';

const SAVE_COUNTS_MS = 1_000;
const RECORD_MS = 50;
/** What the evaluations of this node wait to record at most. */
const MOST_RECORDED = 20_000;
/** Of an exposure with its strings, for the bound of the queue. */
const EXPOSURE_BYTES = 256;

/** Who sends events, as the key of the request says. */
export interface Sender {
  readonly environmentId: string;
  readonly applicationId: string;
  readonly revision: number;
  /** With the key of the environment, which is on servers. */
  readonly isTrusted: boolean;
  readonly toggleId: (name: string) => string | undefined;
}

export interface Report {
  readonly sentAt: Date | undefined;
  readonly events: readonly unknown[];
  readonly bytes: number;
  /** How old an event may be; a week unless told. */
  readonly oldestMs?: number;
}

export interface Reported {
  readonly accepted: number;
  readonly duplicates: number;
  readonly rejected: readonly { readonly index: number; readonly code: ItemCode }[];
}

/** What an evaluation showed somebody. */
interface Recorded {
  readonly environmentId: string;
  readonly revision: number;
  readonly exposure: Exposure;
  readonly uid: string;
  readonly at: Date;
  readonly properties: Readonly<Record<string, unknown>> | undefined;
}

export interface EventIngest {
  /** Judges events and stores what is right; answers when that is committed. */
  report(sender: Sender, report: Report): Promise<Reported>;
  /** Takes an exposure of this node's own evaluation, without anybody waiting; false when there is no room. */
  record(recorded: Recorded): boolean;
  readonly counts: EventCounts;
  /** Deletes what is known of a user, in the transaction `sql`; answers how many records that were. */
  erase(sql: Sql, environmentId: string, uid: string): Promise<number>;
  /** Stores what waits, and what was counted. */
  flush(): Promise<void>;
  close(): Promise<void>;
}

interface IngestDependencies {
  readonly sql: Sql;
  readonly store: EventStore;
  readonly log: Log;
  /** Called when something new was stored. */
  readonly onStored: () => void;
  readonly onDropped: (environmentId: string) => void;
}

export function openEventIngest({
  sql,
  store,
  log,
  onStored,
  onDropped,
}: IngestDependencies): EventIngest {
  const facts = rememberFacts(sql);
  const counts = createEventCounts();
  const queue = openEventQueue((batch) => store.append(batch), log);
  let recorded: Recorded[] = [];

  async function report(
    sender: Sender,
    { sentAt, events, bytes, ...more }: Report,
  ): Promise<Reported> {
    const { environmentId, revision, toggleId } = sender;
    const judging = { environmentId, receivedAt: new Date(), sentAt, toggleId, ...more };
    const known = await facts.phases(environmentId, revision);
    let judged = events.map((item) => judgeEvent(item, { ...judging, phases: known }));
    if (judged.some((one) => one.type === 'refused' && one.code === 'NOT_MEASURED')) {
      const phases = await facts.newestPhases(environmentId, revision);
      judged = events.map((item) => judgeEvent(item, { ...judging, phases }));
    }
    return keep(sender, judged, bytes);
  }

  async function keep(sender: Sender, judged: readonly Judged[], bytes: number): Promise<Reported> {
    const { environmentId, applicationId, isTrusted } = sender;
    const secret = await facts.secret(environmentId);
    const tracks = judged.filter((one) => one.type === 'track');
    const keys = await facts.eventKeys(applicationId, new Set(tracks.map(({ key }) => key)));
    const events: NewEvent[] = [];
    const exposures: NewExposure[] = [];
    const refused: { index: number; refusal: Refused }[] = [];
    const storedKeys: string[] = [];
    const phaseIds: string[] = [];
    for (const [index, one] of judged.entries()) {
      if (one.type === 'refused') refused.push({ index, refusal: one });
      else if (secret === undefined) {
        // The environment is just gone.
        refused.push({ index, refusal: { type: 'refused', code: 'NOT_MEASURED' } });
      } else if (one.type === 'track') {
        const eventKeyId = keys.get(one.key);
        if (eventKeyId === undefined) {
          refused.push({ index, refusal: { type: 'refused', code: 'TOO_MANY_KEYS' } });
          continue;
        }
        events.push(newEvent(one, { environmentId, eventKeyId, isTrusted, secret }));
        storedKeys.push(one.key);
      } else {
        exposures.push(await newExposure(one, environmentId, secret));
        phaseIds.push(one.phase.id);
      }
    }
    const appended = await queue.add({ exposures, events }, bytes);
    for (const [index, isNew] of appended.events.entries()) {
      if (isNew) counts.add(environmentId, { kind: 'EVENT', code: storedKeys[index] ?? '' });
    }
    for (const phaseId of phaseIds) counts.add(environmentId, { kind: 'EXPOSURE', code: phaseId });
    for (const { refusal } of refused) countRefusal(environmentId, refusal);
    const skewed = judged.filter((one) => one.type !== 'refused' && one.skewed).length;
    if (skewed > 0) counts.add(environmentId, { kind: 'SKEWED', code: '' }, skewed);
    const accepted = [...appended.events, ...appended.exposures].filter(Boolean).length;
    if (accepted > 0) onStored();
    return {
      accepted,
      duplicates: events.length + exposures.length - accepted,
      rejected: refused.map(({ index, refusal }) => ({ index, code: refusal.code })),
    };
  }

  function countRefusal(environmentId: string, refusal: Refused): void {
    const { code, phaseId, reported, expected } = refusal;
    counts.add(environmentId, { kind: 'REFUSED', code });
    if (phaseId !== undefined)
      counts.add(environmentId, { kind: 'REFUSED_EXPOSURE', code: `${phaseId} ${code}` });
    if (code === 'WRONG_ASSIGNMENT') {
      const names = JSON.stringify([reported, expected]);
      counts.add(environmentId, { kind: 'WRONG', code: `${phaseId} ${names}` });
    }
  }

  async function newExposure(
    { phase, uid, bucket, valueIx, carried, at, segments }: JudgedExposure,
    environmentId: string,
    secret: string,
  ): Promise<NewExposure> {
    return {
      phaseId: phase.id,
      environmentId,
      unit: unitOf(secret, uid),
      bucket,
      valueIx,
      carried,
      at,
      segments: await facts.segments(phase, segments),
    };
  }

  /** Exposures of this node's own evaluations; nobody waits for them, and what finds no room is counted. */
  async function storeRecorded(): Promise<void> {
    const taken = recorded;
    recorded = [];
    const byEnvironment = Map.groupBy(taken, ({ environmentId }) => environmentId);
    for (const [environmentId, ofEnvironment] of byEnvironment) {
      await storeOf(environmentId, ofEnvironment).catch((error: unknown) => {
        log.debug({ err: error }, 'exposures not stored');
        const isAway = error instanceof Rejection || rejectionOfDatabaseError(error) !== undefined;
        const room = isAway ? Math.max(0, MOST_RECORDED - recorded.length) : 0;
        recorded.push(...ofEnvironment.slice(0, room));
        drop(environmentId, ofEnvironment.length - Math.min(room, ofEnvironment.length));
      });
    }
  }

  async function storeOf(environmentId: string, taken: readonly Recorded[]): Promise<void> {
    const revision = Math.max(...taken.map((one) => one.revision));
    const phases = await facts.phases(environmentId, revision);
    const receivedAt = new Date();
    const judged = taken.map(({ exposure, uid, at, properties }) => {
      const { phaseId, valueIndex } = exposure;
      const item = { type: 'exposure', toggle: '', uid, at: at.toISOString(), phaseId, valueIndex };
      const segments = properties && { segments: properties };
      const toggleId = () => phases.find(({ id }) => id === phaseId)?.toggleId ?? '';
      const judging = { environmentId, receivedAt, sentAt: undefined, toggleId, phases };
      return judgeEvent({ ...item, ...segments }, judging);
    });
    const sender = { environmentId, applicationId: '', revision, isTrusted: true };
    await keep({ ...sender, toggleId: () => undefined }, judged, EXPOSURE_BYTES * judged.length);
  }

  function drop(environmentId: string, count: number): void {
    if (count === 0) return;
    counts.add(environmentId, { kind: 'DROPPED', code: '' }, count);
    for (let one = 0; one < count; one++) onDropped(environmentId);
  }

  async function saveCounts(): Promise<void> {
    const taken = counts.take();
    try {
      await store.count(taken);
    } catch (error) {
      for (const { environmentId, count, ...what } of taken) {
        counts.add(environmentId, what, count);
      }
      throw error;
    }
  }

  const recording = doPeriodically(RECORD_MS, storeRecorded, log);
  const saving = doPeriodically(SAVE_COUNTS_MS, saveCounts, log);

  async function flush(): Promise<void> {
    await storeRecorded();
    await saveCounts();
  }

  return {
    report,
    counts,
    async erase(inside, environmentId, uid) {
      const secret = await facts.secret(environmentId);
      return secret === undefined ? 0 : store.erase(inside, environmentId, unitOf(secret, uid));
    },
    flush,
    record(one) {
      if (recorded.length >= MOST_RECORDED) {
        drop(one.environmentId, 1);
        return false;
      }
      recorded.push(one);
      return true;
    },
    async close() {
      await recording.close();
      await saving.close();
      await flush().catch(() => {}); // Nothing waits for the database to come back.
      await queue.close();
    },
  };
}

function newEvent(
  { uid, eventId, day, at, value, skewed }: JudgedTrack,
  {
    environmentId,
    eventKeyId,
    isTrusted,
    secret,
  }: {
    readonly environmentId: string;
    readonly eventKeyId: number;
    readonly isTrusted: boolean;
    readonly secret: string;
  },
): NewEvent {
  const unit = unitOf(secret, uid);
  return {
    environmentId,
    eventId,
    day,
    unit,
    eventKeyId,
    at,
    value,
    trusted: isTrusted,
    skewed,
  };
}
