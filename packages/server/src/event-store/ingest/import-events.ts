import { setTimeout as pause } from 'node:timers/promises';
import { EVENT_KEYS_MOST, type ItemCode } from '@comporta/contract/events/event';
import { Rejection } from '../../platform/base/rejection.ts';
import type { Sql } from '../../platform/database/database.ts';
import type { EventIngest } from './event-ingest.ts';
import { readEventKeyNames } from './event-key-repository.ts';
import { judgeEvent } from './judge-event.ts';
import type { Sender } from './keep-judged.ts';
import { readMeasuredPhases } from './measured-phase-repository.ts';
import { eventIdOf } from './units.ts';

/** As many as one commit stores. */
const ROWS_AT_ONCE = 1_000;
const LINES_TOLD = 20;
/** A database that is away longer than the sum of these stops the import; it may be begun again. */
const PAUSES_MS = [200, 500, 1_000, 2_000, 5_000, 10_000, 10_000];

/** A line of a file; without fields it could not be read. */
export interface EventRow {
  readonly line: number;
  readonly fields: Readonly<Record<string, unknown>> | undefined;
}

export interface Imported {
  readonly rows: number;
  readonly taken: number;
  /** What was there already. */
  readonly duplicates: number;
  readonly refused: ReadonlyMap<
    ItemCode,
    { readonly count: number; readonly lines: readonly number[] }
  >;
}

interface Answer {
  readonly accepted: number;
  readonly duplicates: number;
  readonly rejected: readonly { readonly index: number; readonly code: ItemCode }[];
}

/** Answers what became of some events. */
export type TakeEvents = (events: readonly unknown[]) => Promise<Answer>;

/** Takes rows as events, as many at once as one commit stores; a wrong one stops no other. Source: RES-33. */
export async function importEvents(
  rows: AsyncIterable<EventRow>,
  environmentId: string,
  take: TakeEvents,
): Promise<Imported> {
  const refused = new Map<ItemCode, { count: number; lines: number[] }>();
  let [count, taken, duplicates] = [0, 0, 0];
  let waiting: EventRow[] = [];

  async function takeWaiting(): Promise<void> {
    const lines = waiting.map(({ line }) => line);
    const answer = await take(waiting.map(({ fields }) => eventOf(fields, environmentId)));
    waiting = [];
    taken += answer.accepted;
    duplicates += answer.duplicates;
    for (const { index, code } of answer.rejected) {
      const known = refused.get(code) ?? { count: 0, lines: [] };
      known.count += 1;
      if (known.lines.length < LINES_TOLD) known.lines.push(lines[index] ?? 0);
      refused.set(code, known);
    }
  }

  for await (const row of rows) {
    count += 1;
    if (waiting.push(row) === ROWS_AT_ONCE) await takeWaiting();
  }
  if (waiting.length > 0) await takeWaiting();
  return { rows: count, taken, duplicates, refused };
}

/** Whoever has no id is known by all that the row says, so that a file counts once. */
function eventOf(fields: EventRow['fields'], environmentId: string): unknown {
  if (fields === undefined) return undefined;
  if (fields.toggle !== undefined) return { ...fields, type: 'exposure' };
  const { uid, key, at, value = null } = fields;
  const id = fields.id ?? eventIdOf(environmentId, JSON.stringify([uid, key, at, value]));
  return { ...fields, id, type: 'track' };
}

/** Stores events; who is told that the database is busy or away tries again, because what came twice counts once. */
export function storing(ingest: EventIngest, sender: Sender, oldestMs: number): TakeEvents {
  return async (events) => {
    const report = { sentAt: undefined, events, bytes: 0, oldestMs };
    for (const ms of PAUSES_MS) {
      try {
        return await ingest.report(sender, report);
      } catch (error) {
        if (!isPassing(error)) throw error;
        await pause(ms);
      }
    }
    return ingest.report(sender, report);
  };
}

function isPassing(error: unknown): boolean {
  return (
    error instanceof Rejection &&
    (error.code === 'SERVICE_UNAVAILABLE' || error.code === 'RATE_LIMITED')
  );
}

/** Only says what would be refused; what is there already counts as taken. */
export async function judging(sql: Sql, sender: Sender, oldestMs: number): Promise<TakeEvents> {
  const { environmentId, applicationId, toggleId } = sender;
  const phases = await readMeasuredPhases(sql, environmentId);
  const keys = new Set(await readEventKeyNames(sql, applicationId));
  const hasRoomFor = (key: string) =>
    keys.has(key) || (keys.size < EVENT_KEYS_MOST && keys.add(key).has(key));
  return async (events) => {
    const by = {
      environmentId,
      receivedAt: new Date(),
      sentAt: undefined,
      oldestMs,
      toggleId,
      phases,
    };
    const rejected = events.flatMap((event, index) => {
      const one = judgeEvent(event, by);
      if (one.type === 'refused') return { index, code: one.code };
      const isTooMany = one.type === 'track' && !hasRoomFor(one.key);
      return isTooMany ? { index, code: 'TOO_MANY_KEYS' as const } : [];
    });
    return { accepted: events.length - rejected.length, duplicates: 0, rejected };
  };
}
