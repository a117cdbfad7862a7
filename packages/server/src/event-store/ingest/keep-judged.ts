import type { KeyObject } from 'node:crypto';
import type { ItemCode } from '@comporta/contract/events/event';
import type { NewEvent, NewExposure } from '../event-store.ts';
import { STORED } from '../stored-today.ts';
import type { CountedToggle } from '../uses/read-report.ts';
import type { EventCounts } from './event-counts.ts';
import type { KnownKey } from './event-key-repository.ts';
import type { EventQueue } from './event-queue.ts';
import type { Judged, JudgedExposure, JudgedTrack, Refused } from './judge-event.ts';
import type { KnownFacts } from './known-facts.ts';
import { type Lane, pathOf } from './lane.ts';
import type { ShortTurns } from './short-turns.ts';
import { type Divided, unitEventIdOf, unitsBy } from './units.ts';
import { wrongCode } from './wrong-code.ts';

/** The sender of events, as the key of the request identifies it. */
export interface Sender {
  readonly environmentId: string;
  readonly applicationId: string;
  readonly revision: number;
  /** True for an environment key, which only servers have; false for a client key. */
  readonly isTrusted: boolean;
  /** In whose turn the events are judged and stored. */
  readonly lane: Lane;
  readonly toggleId: (name: string) => string | undefined;
  /** What uses are counted under; absent where none are taken. */
  readonly countedToggle?: (name: string) => CountedToggle | undefined;
  readonly userAgent?: string | undefined;
  /** True for files of an operator, which take nothing of the day's quota. */
  readonly isImport?: boolean;
}

export interface Reported {
  readonly accepted: number;
  readonly duplicates: number;
  /** How many of the accepted ones are reports of uses, which take nothing of the day's quota. */
  readonly uses: number;
  readonly rejected: readonly { readonly index: number; readonly code: ItemCode }[];
}

interface Keeping {
  readonly facts: KnownFacts;
  readonly counts: EventCounts;
  readonly queue: EventQueue;
  readonly turns: ShortTurns;
  /** Called after something new was stored. */
  readonly onStored: () => void;
}

/** Stores the events that were judged valid; answers when they are committed. */
export type KeepJudged = (sender: Sender, judged: readonly Judged[]) => Promise<Reported>;

export function createKeeper({ facts, counts, queue, turns, onStored }: Keeping): KeepJudged {
  async function keep(sender: Sender, judged: readonly Judged[]): Promise<Reported> {
    const { environmentId, lane } = sender;
    const uses = judged.flatMap((one) => (one.type === 'count' ? one.report : []));
    const isAllUses = uses.length === judged.length;
    const unitKey = isAllUses ? undefined : await facts.unitKey(environmentId);
    const tracks = judged.filter((one) => one.type === 'track');
    const keys = await facts.eventKeys(sender, new Set(tracks.map(({ key }) => key)));
    const { events, exposures, refused } = await turns.run(
      rowsOf(judged, { sender, unitKey, keys }),
      { path: pathOf(lane), size: judged.length },
    );
    const batch = {
      exposures: await withSegments(exposures, lane),
      events: events.map(({ row }) => row),
      uses,
    };
    const appended = await queue.add(batch, lane);
    const newItems = new Map<number, string>();
    for (const [index, isNew] of appended.events.entries()) {
      const event = events[index];
      if (isNew && event !== undefined) newItems.set(event.item, event.key);
    }
    for (const code of newItems.values()) {
      counts.add(environmentId, { kind: 'EVENT', code });
      if (!sender.isTrusted) counts.add(environmentId, { kind: 'PAGE_EVENT', code });
    }
    for (const { row, of } of exposures) {
      const code = row.phaseId;
      counts.add(environmentId, { kind: 'EXPOSURE', code });
      if (!sender.isTrusted) counts.add(environmentId, { kind: 'PAGE_EXPOSURE', code });
      if (of.skewed) counts.add(environmentId, { kind: 'SKEWED', code });
    }
    const skewed = new Map(
      events.filter(({ row }) => row.skewed).map(({ item, key }) => [item, key]),
    );
    for (const code of skewed.values()) counts.add(environmentId, { kind: 'SKEWED', code });
    for (const { refusal } of refused) countRefusal(environmentId, refusal);
    const stored = [...appended.events, ...appended.exposures].filter(Boolean).length;
    if (stored > 0) onStored();
    if (stored > 0 && !sender.isImport) {
      const by = lane.isClient ? 'CLIENT' : 'SERVER';
      counts.add(environmentId, { kind: STORED, code: by }, stored);
    }
    // An event may have several rows, and none where nothing measures its units.
    const rowsOfItems = new Set(events.map(({ item }) => item)).size;
    const repeats = rowsOfItems - newItems.size + appended.exposures.filter((one) => !one).length;
    const takenUses = (appended.uses ?? []).filter(Boolean).length;
    const repeatedUses = uses.length - takenUses;
    return {
      accepted: judged.length - refused.length - repeats - repeatedUses,
      duplicates: repeats + repeatedUses,
      uses: takenUses,
      rejected: refused.map(({ index, refusal }) => ({ index, code: refusal.code })),
    };
  }

  function countRefusal(environmentId: string, refusal: Refused): void {
    const { code, phaseId } = refusal;
    counts.add(environmentId, { kind: 'REFUSED', code });
    if (phaseId !== undefined)
      counts.add(environmentId, { kind: 'REFUSED_EXPOSURE', code: `${phaseId} ${code}` });
    if (code === 'WRONG_ASSIGNMENT')
      counts.add(environmentId, { kind: 'WRONG', code: wrongCode(refusal) });
  }

  /** In order, because the first values that reach a phase are the ones that get a name. */
  async function withSegments(exposures: Rows['exposures'], by: Lane): Promise<NewExposure[]> {
    const rows: NewExposure[] = [];
    for (const { row, of } of exposures) {
      const { phase, segments } = of;
      const isNamed = phase.segments.length > 0;
      rows.push(isNamed ? { ...row, segments: await facts.segments(phase, segments, by) } : row);
    }
    return rows;
  }

  return keep;
}

interface Rows {
  readonly events: readonly {
    readonly row: NewEvent;
    readonly key: string;
    /** Index of the judged event that the row is of. */
    readonly item: number;
  }[];
  readonly exposures: readonly { readonly row: NewExposure; readonly of: JudgedExposure }[];
  readonly refused: readonly { readonly index: number; readonly refusal: Refused }[];
}

interface Known {
  readonly sender: Sender;
  /** Undefined when the environment was just deleted. */
  readonly unitKey: KeyObject | undefined;
  readonly keys: ReadonlyMap<string, KnownKey>;
}

/** Turns judged events into rows to store; yields once for each event. */
function* rowsOf(judged: readonly Judged[], { sender, unitKey, keys }: Known) {
  const { environmentId, isTrusted } = sender;
  const events: { row: NewEvent; key: string; item: number }[] = [];
  const exposures: { row: NewExposure; of: JudgedExposure }[] = [];
  const refused: { index: number; refusal: Refused }[] = [];
  const refuse = (index: number, code: ItemCode) =>
    refused.push({ index, refusal: { type: 'refused', code } });
  const unitOf = unitKey && unitsBy(unitKey);
  for (const [index, one] of judged.entries()) {
    yield;
    if (one.type === 'count') continue;
    if (one.type === 'refused') refused.push({ index, refusal: one });
    else if (unitOf === undefined) refuse(index, 'NOT_MEASURED');
    else if (one.type === 'track') {
      const eventKeyId = keys.get(one.key)?.id;
      if (eventKeyId === undefined) refuse(index, 'TOO_MANY_KEYS');
      else {
        const by = { environmentId, eventKeyId, trusted: isTrusted };
        const rows = rowsOfTrack(one).map(({ eventId, divided }) =>
          newEvent(one, {
            ...by,
            eventId,
            unit: unitOf(divided),
            isOfProperty: divided.propertyId !== undefined,
          }),
        );
        if (areFinite(one.at, one.value)) {
          for (const row of rows) events.push({ row, key: one.key, item: index });
        } else refuse(index, 'INVALID_ITEM');
      }
    } else {
      const { byPropertyId: propertyId } = one.phase;
      const unit = unitOf({ value: one.uid, propertyId });
      const row = newExposure(one, { environmentId, unit, isOfProperty: propertyId !== null });
      if (areFinite(row.at, row.bucket, row.valueIx)) exposures.push({ row, of: one });
      else refuse(index, 'INVALID_ITEM');
    }
  }
  return { events, exposures, refused };
}

/** Of whom an event is: of the user, and of each value that is the unit of a phase. */
function rowsOfTrack({ eventId, uid, units }: JudgedTrack) {
  const ofUser: { eventId: string; divided: Divided }[] =
    uid === undefined ? [] : [{ eventId, divided: { value: uid } }];
  const ofValues = units.map((divided) => ({
    eventId: unitEventIdOf(eventId, divided.propertyId),
    divided,
  }));
  return [...ofUser, ...ofValues];
}

/** No other number may reach a table: it would refuse the events around it, too. Source: FAIR-21. */
function areFinite(...numbers: readonly (Date | number | null)[]): boolean {
  return numbers.every((number) => Number.isFinite(Number(number)));
}

function newEvent(
  { day, at, value, skewed }: JudgedTrack,
  by: Pick<
    NewEvent,
    'environmentId' | 'eventKeyId' | 'trusted' | 'unit' | 'eventId' | 'isOfProperty'
  >,
): NewEvent {
  return { day, at, value, skewed, ...by };
}

function newExposure(
  { phase, bucket, valueIx, carried, at }: JudgedExposure,
  by: Pick<NewExposure, 'environmentId' | 'unit' | 'isOfProperty'>,
): NewExposure {
  return { phaseId: phase.id, bucket, valueIx, carried, at, segments: null, ...by };
}
