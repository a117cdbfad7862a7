import { isInCalendar, readDateTime } from '@comporta/contract/date-time';
import {
  type CountEvent,
  EVENT_VALUE_MOST,
  type ExposureEvent,
  eventSchema,
  type ItemCode,
  type ReportedEvent,
  type TrackEvent,
  UID_MAX_BYTES,
  UNITS_MOST,
} from '@comporta/contract/events/event';
import { EVENT_KEY } from '@comporta/contract/metrics/metric';
import { isStorable } from '@comporta/contract/visible-text';
import { bucketOf, hashSalt } from '@comporta/engine/split';
import { compiledShape } from '../../platform/http/compiled-shape.ts';
import { readUseReport, type UseSender } from '../uses/read-report.ts';
import type { UseReport } from '../uses/use-report.ts';
import type { MeasuredPhase } from './measured-phase-repository.ts';
import { eventIdOf, timeInId } from './units.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
/** A larger difference means that the sender's clock is wrong. Source: RES-23. */
const SKEW_MS = MINUTE_MS;
const AHEAD_MS = 5 * MINUTE_MS;
/** Older events are not taken. Source: RES-20. */
export const OLDEST_MS = 7 * DAY_MS;
/** How far the time in an id may be from now. Source: RES-22. */
const ID_BEHIND_MS = 8 * DAY_MS;
const ID_AHEAD_MS = DAY_MS;
/** How long after its end a phase takes exposures from inside it. Source: RES-21. */
const STALE_MS = DAY_MS;
const ID_MAX_CHARS = 200;

/** What the form of an event is judged by. */
export interface Receipt {
  readonly environmentId: string;
  readonly receivedAt: Date;
  /** The sender's clock at that moment; undefined when it was not sent. */
  readonly sentAt: Date | undefined;
  /** How old an event may be. */
  readonly oldestMs?: number;
  /** How long the call may have waited to be received, because this node stood still. */
  readonly waitedMs?: number;
}

/** What the events of one call are judged by. */
export interface Judging extends Receipt {
  /** The id of a toggle that the sender may know; undefined for any other name. */
  readonly toggleId: (name: string) => string | undefined;
  readonly phases: readonly MeasuredPhase[];
  /** Whether a client key sent them, or asked for what they are about. */
  readonly isClient?: boolean;
  /** Who reports uses; undefined where nobody does. */
  readonly useSender?: UseSender | undefined;
}

export interface JudgedTrack {
  readonly type: 'track';
  readonly uid: string | undefined;
  /** Values of properties that are the units of phases. */
  readonly units: readonly UnitValue[];
  /** Whether it names a property that is the unit of no phase in `phases`. */
  readonly namesOthers: boolean;
  readonly key: string;
  readonly eventId: string;
  readonly day: string;
  readonly at: Date;
  readonly value: number | null;
  readonly skewed: boolean;
}

export interface UnitValue {
  readonly propertyId: string;
  readonly value: string;
}

export interface JudgedExposure {
  readonly type: 'exposure';
  readonly uid: string;
  readonly phase: MeasuredPhase;
  readonly bucket: number;
  readonly valueIx: number;
  readonly carried: boolean;
  readonly at: Date;
  readonly skewed: boolean;
  readonly segments: Readonly<Record<string, unknown>> | undefined;
}

export interface Refused {
  readonly type: 'refused';
  readonly code: ItemCode;
  /** The phase of a refused exposure, where it is known. */
  readonly phaseId?: string;
  /** For WRONG_ASSIGNMENT: the index of the value that was reported, and that of the one that the split gives; −1 for another. */
  readonly reported?: number;
  readonly expected?: number;
}

export interface JudgedCount {
  readonly type: 'count';
  readonly at: Date;
  readonly skewed: boolean;
  readonly report: UseReport;
}

export type Judged = JudgedTrack | JudgedExposure | JudgedCount | Refused;

/** Judges each item; yields after each, so that the work can be divided into short turns. */
export function* judgeEach(
  items: Iterable<unknown>,
  judging: Judging,
): Generator<unknown, readonly Judged[]> {
  const judged: Judged[] = [];
  for (const item of items) yield judged.push(judgeEvent(item, judging));
  return judged;
}

/** Judges one event: answers it as a track or an exposure, or why it is refused. Source: RES-15, RES-20 to RES-23. */
export function judgeEvent(item: unknown, judging: Judging): Judged {
  const read = readForm(item, judging);
  const { event } = read;
  if ('code' in read) {
    return refuse(read.code, event?.type === 'exposure' ? aboutLast(phasesOf(event, judging)) : {});
  }
  switch (read.event.type) {
    case 'track':
      return judgeTrack(read.event, read.time, judging);
    case 'exposure':
      return judgeExposure(read.event, read.time, judging);
    case 'count':
      return judgeCount(read.event, read.time, judging);
  }
}

function judgeCount(event: CountEvent, { at, skewed }: Time, { useSender }: Judging): Judged {
  if (useSender === undefined) return refuse('INVALID_ITEM');
  return { type: 'count', at, skewed, report: readUseReport(event, at, useSender) };
}

/** Why an event is refused whatever is stored; undefined where that decides. Source: SCL-30. */
export function codeOfForm(item: unknown, receipt: Receipt): ItemCode | undefined {
  const read = readForm(item, receipt);
  if ('code' in read) return read.code;
  if (read.event.type === 'count') return undefined;
  if (read.event.type === 'exposure') return saysValue(read.event) ? undefined : 'INVALID_ITEM';
  const track = readTrack(read.event, read.time, receipt);
  return typeof track === 'string' ? track : undefined;
}

type Form =
  | { readonly event: ReportedEvent; readonly time: Time }
  | { readonly event: ReportedEvent | undefined; readonly code: ItemCode };

function readForm(item: unknown, receipt: Receipt): Form {
  const parsed = compiledShape(eventSchema).safeParse(item);
  if (!parsed.success) return { event: undefined, code: codeOfShape(item) };
  const event = parsed.data as ReportedEvent; // The schema has checked it.
  const code = codeOfUnits(event);
  if (code !== undefined) return { event, code };
  const time = timeOf(event.at, receipt);
  if (time === undefined) return { event, code: 'INVALID_ITEM' };
  const oldest = receipt.receivedAt.getTime() - (receipt.oldestMs ?? OLDEST_MS);
  return time.at.getTime() < oldest ? { event, code: 'TOO_OLD' } : { event, time };
}

/** What is wrong with whom an event is of. */
function codeOfUnits(event: ReportedEvent): ItemCode | undefined {
  if (event.type === 'count') {
    return event.sender === undefined || event.seq !== undefined ? undefined : 'INVALID_ITEM';
  }
  const { uid, units } = event.type === 'track' ? event : { uid: event.uid };
  if (uid === undefined && units === undefined) return 'INVALID_ITEM';
  if (uid !== undefined && !isUnit(uid)) return 'INVALID_UID';
  if (units === undefined) return undefined;
  const values = Object.values(units);
  const isWhole = values.length > 0 && values.length <= UNITS_MOST && values.every(isUnit);
  return isWhole ? undefined : 'INVALID_ITEM';
}

function isUnit(text: string): boolean {
  const bytes = Buffer.byteLength(text);
  return bytes >= 1 && bytes <= UID_MAX_BYTES && isStorable(text);
}

function refuse(code: ItemCode, about: Omit<Refused, 'type' | 'code'> = {}): Refused {
  return { type: 'refused', code, ...about };
}

/** The code for the first field of the wrong type; INVALID_ITEM when there is no such field. */
function codeOfShape(item: unknown): ItemCode {
  if (typeof item !== 'object' || item === null) return 'INVALID_ITEM';
  const { type, uid, key, value, id } = item as Readonly<Record<string, unknown>>;
  if (type !== 'track') return 'INVALID_ITEM';
  if (uid !== undefined && typeof uid !== 'string') return 'INVALID_UID';
  if (key !== undefined && typeof key !== 'string') return 'INVALID_KEY';
  if (value !== undefined && typeof value !== 'number') return 'INVALID_VALUE';
  return id !== undefined && typeof id !== 'string' ? 'INVALID_ID' : 'INVALID_ITEM';
}

interface Time {
  readonly at: Date;
  /** The time as it was sent. */
  readonly raw: Date;
  readonly skewed: boolean;
}

/** Corrects the time by the error of the sender's clock when that is more than a minute. Source: RES-23. */
function timeOf(text: string, { receivedAt, sentAt, waitedMs = 0 }: Receipt): Time | undefined {
  const raw = readDateTime(text);
  if (raw === undefined) return undefined;
  const received = receivedAt.getTime();
  const off = sentAt === undefined ? 0 : received - sentAt.getTime();
  // What a wait explains says nothing of the sender's clock.
  const skewed = (off > 0 ? Math.max(0, off - waitedMs) : -off) > SKEW_MS;
  const at = new Date(raw.getTime() + (skewed ? off : 0));
  if (!isInCalendar(at)) return undefined;
  return { at: at.getTime() > received + AHEAD_MS ? receivedAt : at, raw, skewed };
}

function judgeTrack(event: TrackEvent, time: Time, judging: Judging): Judged {
  const { key, uid, value } = event;
  const read = readTrack(event, time, judging);
  if (typeof read === 'string') return refuse(read);
  const { at, skewed } = time;
  const { units, namesOthers } = unitsOf(event, judging.phases);
  const judged = { type: 'track', uid, units, namesOthers, key, ...read, at, skewed } as const;
  return { ...judged, value: value ?? null };
}

function readTrack(
  { id, key, value }: TrackEvent,
  time: Time,
  { environmentId, receivedAt, oldestMs = 0 }: Receipt,
): Pick<JudgedTrack, 'eventId' | 'day'> | ItemCode {
  if (id.length < 1 || id.length > ID_MAX_CHARS || !isStorable(id)) return 'INVALID_ID';
  if (!EVENT_KEY.test(key)) return 'INVALID_KEY';
  if (value !== undefined && !(Math.abs(value) <= EVENT_VALUE_MOST)) return 'INVALID_VALUE';
  const eventId = eventIdOf(environmentId, id);
  const inId = timeInId(eventId);
  const now = receivedAt.getTime();
  const isNear = (moment: Date) =>
    moment.getTime() >= now - Math.max(ID_BEHIND_MS, oldestMs + DAY_MS) &&
    moment.getTime() <= now + ID_AHEAD_MS;
  if (inId !== undefined && !isNear(inId)) return 'INVALID_ID';
  // A clock that is years off must not create partitions for those years.
  const of = inId ?? (isNear(time.raw) ? time.raw : time.at);
  return { eventId, day: of.toISOString().slice(0, 10) };
}

const NO_UNITS = { units: [], namesOthers: false };

/** The values of an event that phases have as units. */
function unitsOf({ units: given }: TrackEvent, phases: readonly MeasuredPhase[]) {
  if (given === undefined) return NO_UNITS;
  const known = phases.filter(({ by }) => by !== undefined && Object.hasOwn(given, by));
  const ids = new Map(known.map(({ by = '', byPropertyId }) => [byPropertyId ?? '', by]));
  const units = [...ids].map(([propertyId, key]) => ({ propertyId, value: given[key] ?? '' }));
  return { units, namesOthers: units.length < Object.keys(given).length };
}

function judgeExposure(event: ExposureEvent, time: Time, judging: Judging): Judged {
  if (judging.toggleId(event.toggle) === undefined) return refuse('UNKNOWN_TOGGLE');
  const phases = phasesOf(event, judging);
  if (!saysValue(event)) return refuse('INVALID_ITEM', aboutLast(phases));
  const found = phaseOf(event, phases, time.at);
  if (typeof found === 'string') return refuse(found, aboutLast(phases));
  const { phase, at } = found;
  const isStale =
    phase.endedAt !== null &&
    (at >= phase.endedAt || judging.receivedAt.getTime() - phase.endedAt.getTime() > STALE_MS);
  if (isStale) return refuse('STALE_PHASE', { phaseId: phase.id });
  if (phase.trustedExposures && judging.isClient) {
    return refuse('NOT_TRUSTED', { phaseId: phase.id });
  }
  if (event.by !== phase.by) return refuse('WRONG_UNIT', { phaseId: phase.id });
  const bucket = bucketOf(hashSalt(phase.salt), event.uid, phase.buckets);
  const expected = phase.ranges.find(({ from, to }) => bucket >= from && bucket < to)?.valueIndex;
  const reported = event.value === undefined ? event.valueIndex : phase.values.indexOf(event.value);
  if (expected === undefined || reported !== expected) {
    return refuse('WRONG_ASSIGNMENT', {
      phaseId: phase.id,
      reported: indexIn(phase, reported),
      expected: indexIn(phase, expected),
    });
  }
  const carried = phase.moved.some(({ from, to }) => bucket >= from && bucket < to);
  const { uid, segments } = event;
  const { skewed } = time;
  return { type: 'exposure', uid, phase, bucket, valueIx: expected, carried, at, skewed, segments };
}

function saysValue({ value, phaseId, valueIndex }: ExposureEvent): boolean {
  if (value !== undefined) return isStorable(value);
  return phaseId !== undefined && valueIndex !== undefined;
}

function indexIn({ values }: MeasuredPhase, index: number | undefined): number {
  return index !== undefined && index in values ? index : -1;
}

function phasesOf({ toggle }: ExposureEvent, { toggleId, phases }: Judging): MeasuredPhase[] {
  const id = toggleId(toggle);
  return id === undefined ? [] : phases.filter((phase) => phase.toggleId === id);
}

/** A refusal is shown with the newest analysis of the toggle. */
function aboutLast(phases: readonly MeasuredPhase[]): Omit<Refused, 'type' | 'code'> {
  const last = phases.at(-1);
  return last === undefined ? {} : { phaseId: last.id };
}

/** The phase that an exposure belongs to. Source: RES-21. */
function phaseOf(
  { phaseId, ruleId, reason }: ExposureEvent,
  phases: readonly MeasuredPhase[],
  at: Date,
): { phase: MeasuredPhase; at: Date } | ItemCode {
  if (phaseId !== undefined) {
    const phase = phases.find(({ id }) => id === phaseId);
    if (phase === undefined) return 'NOT_MEASURED';
    // A client that names the phase got the value in it, whatever its clock says.
    return { phase, at: at < phase.startedAt ? phase.startedAt : at };
  }
  const asked = phases.filter((phase) => ruleId === undefined || phase.ruleId === ruleId);
  const open = asked.filter(({ endedAt }) => endedAt === null);
  const rules = new Set((open.length > 0 ? open : asked).map((phase) => phase.ruleId));
  if (rules.size === 0) return 'NOT_MEASURED';
  if (rules.size > 1) return 'AMBIGUOUS_RULE';
  const ofRule = asked.filter((phase) => rules.has(phase.ruleId));
  const isSaid = ruleId !== undefined || reason === 'SPLIT' || ofRule.at(-1)?.isOnlyRule;
  if (!isSaid) return 'AMBIGUOUS_RULE';
  const phase = ofRule.find(
    ({ startedAt, endedAt }) => startedAt <= at && (endedAt === null || at < endedAt),
  );
  if (phase !== undefined) return { phase, at };
  return ofRule.every(({ startedAt }) => at < startedAt) ? 'NOT_MEASURED' : 'STALE_PHASE';
}
