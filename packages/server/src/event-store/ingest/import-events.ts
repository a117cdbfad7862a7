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

/** As many as one commit of the queue stores. */
const ROWS_AT_ONCE = 1_000;
const LINES_TOLD = 20;
/** A database that is unavailable for longer than the sum of these stops the import, which may then be repeated. */
const PAUSES_MS = [200, 500, 1_000, 2_000, 5_000, 10_000, 10_000];

/** A line of a file; `fields` is undefined when the line could not be parsed. */
export interface EventRow {
  readonly line: number;
  readonly fields: Readonly<Record<string, unknown>> | undefined;
}

export interface Imported {
  readonly rows: number;
  readonly taken: number;
  /** Rows that were already stored. */
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

/** Takes some events; answers how many were accepted, duplicates or refused. */
export type TakeEvents = (events: readonly unknown[]) => Promise<Answer>;

/** Imports rows as events, in batches of one commit. An invalid row does not stop the others. Source: RES-33. */
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

/** A row without an id gets one derived from its fields, so that a file imported twice counts once. */
function eventOf(fields: EventRow['fields'], environmentId: string): unknown {
  if (fields === undefined) return undefined;
  const at = inUtc(fields.at);
  if (fields.toggle !== undefined) return { ...fields, at, type: 'exposure' };
  const { uid, key, value = null, units } = fields;
  const parts = [uid, key, fields.at, value, ...(units === undefined ? [] : [units])];
  const id = fields.id ?? eventIdOf(environmentId, JSON.stringify(parts));
  return { ...fields, at, id, type: 'track' };
}

/** Files come from databases and spreadsheets: more forms of a time are read in them than in events. Source: FAIR-20. */
function inUtc(at: unknown): unknown {
  const moment = new Date(typeof at === 'string' ? at : Number.NaN);
  return Number.isNaN(moment.getTime()) ? at : moment.toISOString();
}

/** Stores events. Retries while the database is busy or unavailable: an event that is sent twice counts once. */
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
    ['SERVICE_UNAVAILABLE', 'SERVICE_BUSY', 'RATE_LIMITED'].includes(error.code)
  );
}

/** Stores nothing, only finds what would be refused; rows that are already stored count as accepted. */
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
