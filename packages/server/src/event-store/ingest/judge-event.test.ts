import { readFileSync } from 'node:fs';
import { bucketOf, hashSalt } from '@comporta/engine/split';
import { describe, expect, it } from 'vitest';
import { type Judged, type Judging, judgeEvent } from './judge-event.ts';
import type { MeasuredPhase } from './measured-phase-repository.ts';

const HOUR_MS = 60 * 60_000;
const RECEIVED = new Date('2026-03-10T12:00:00Z');

function ago(hours: number): Date {
  return new Date(RECEIVED.getTime() - hours * HOUR_MS);
}

/** A phase of the toggle `checkout` with an even split; it began three days ago and is open. */
function phaseWith(more: Partial<MeasuredPhase> = {}): MeasuredPhase {
  return {
    id: '01977c3e-6f1a-7c2b-9d54-000000000001',
    analysisId: 'analysis',
    toggleId: 'toggle',
    ruleId: 'rule',
    startedAt: ago(72),
    endedAt: null,
    salt: 'salt',
    buckets: 10_000,
    values: ['disabled', 'enabled'],
    ranges: [
      { from: 0, to: 5_000, valueIndex: 0 },
      { from: 5_000, to: 10_000, valueIndex: 1 },
    ],
    moved: [],
    trustedExposures: false,
    isOnlyRule: true,
    byPropertyId: null,
    by: undefined,
    segments: [],
    terms: [],
    ...more,
  };
}

/** The value that the split gives to ana. */
const GIVEN = bucketOf(hashSalt('salt'), 'ana', 10_000) < 5_000 ? 'disabled' : 'enabled';

function judge(
  phases: readonly MeasuredPhase[],
  event: object = {},
  judging: Partial<Judging> = {},
): Judged {
  const exposure = {
    type: 'exposure',
    toggle: 'checkout',
    value: GIVEN,
    uid: 'ana',
    at: ago(1).toISOString(),
    ...event,
  };
  return judgeEvent(exposure, {
    environmentId: '01977c3e-6f1a-7c2b-9d54-000000000009',
    receivedAt: RECEIVED,
    sentAt: undefined,
    toggleId: (name) => (name === 'checkout' ? 'toggle' : undefined),
    phases,
    ...judging,
  });
}

function codeOf(judged: Judged): string {
  return judged.type === 'refused' ? judged.code : judged.type;
}

function phaseOf(judged: Judged): string | undefined {
  return judged.type === 'exposure' ? judged.phase.id : undefined;
}

const OTHER = '01977c3e-6f1a-7c2b-9d54-000000000002';

it('RES-21: an exposure belongs to the phase that it names, whatever else is measured', () => {
  const phases = [phaseWith(), phaseWith({ id: OTHER, ruleId: 'other' })];
  expect(phaseOf(judge(phases, { phaseId: OTHER }))).toBe(OTHER);
  expect(phaseOf(judge(phases, { phaseId: OTHER, value: undefined, valueIndex: 0 }))).toBe(
    GIVEN === 'disabled' ? OTHER : undefined,
  );
  expect(codeOf(judge(phases, { phaseId: crypto.randomUUID() }))).toBe('NOT_MEASURED');
});

it('RES-21: otherwise it belongs to the only analysed rule, if a split decided or no other rule could', () => {
  expect(codeOf(judge([phaseWith()]))).toBe('exposure');
  const oneOfSeveral = phaseWith({ isOnlyRule: false });
  expect(codeOf(judge([oneOfSeveral]))).toBe('AMBIGUOUS_RULE');
  expect(codeOf(judge([oneOfSeveral], { reason: 'TARGETING_MATCH' }))).toBe('AMBIGUOUS_RULE');
  expect(codeOf(judge([oneOfSeveral], { reason: 'SPLIT' }))).toBe('exposure');
  const two = [oneOfSeveral, phaseWith({ id: OTHER, ruleId: 'other', isOnlyRule: false })];
  expect(codeOf(judge(two, { reason: 'SPLIT' }))).toBe('AMBIGUOUS_RULE');
  expect(phaseOf(judge(two, { ruleId: 'other' }))).toBe(OTHER);
});

it('RES-21: of several phases, an exposure belongs to the one that was open when it happened', () => {
  const phases = [phaseWith({ endedAt: ago(10) }), phaseWith({ id: OTHER, startedAt: ago(10) })];
  expect(phaseOf(judge(phases))).toBe(OTHER);
  expect(phaseOf(judge(phases, { at: ago(11).toISOString() }))).toBe(phases[0]?.id);
  expect(codeOf(judge(phases, { at: ago(100).toISOString() }))).toBe('NOT_MEASURED');
});

it('RES-21: a closed phase takes exposures from inside it for a day, and none that happened after its end', () => {
  const closed = (hours: number) => [phaseWith({ endedAt: ago(hours) })];
  const before = { at: ago(30).toISOString() };
  expect(codeOf(judge(closed(23.9), before))).toBe('exposure');
  expect(codeOf(judge(closed(24.1), before))).toBe('STALE_PHASE');
  expect(codeOf(judge(closed(23.9), { at: ago(23).toISOString() }))).toBe('STALE_PHASE');
  const named = { phaseId: phaseWith().id };
  expect(codeOf(judge(closed(5), { ...named, at: ago(4).toISOString() }))).toBe('STALE_PHASE');
  expect(codeOf(judge(closed(5), { ...named, at: ago(6).toISOString() }))).toBe('exposure');
});

/** The corrected time, in seconds before the event was received. */
function secondsAgo(judged: Judged): number | undefined {
  if (judged.type === 'refused') return undefined;
  return (RECEIVED.getTime() - judged.at.getTime()) / 1_000;
}

it('RES-23: a clock of a sender that is off by more than a minute, either way, shifts the time', () => {
  const at = (seconds: number) => new Date(RECEIVED.getTime() - seconds * 1_000);
  const off = (seconds: number) =>
    judge([phaseWith()], { at: at(600).toISOString() }, { sentAt: at(seconds) });
  expect(off(60)).toMatchObject({ skewed: false });
  expect(secondsAgo(off(60))).toBe(600);
  expect(off(61)).toMatchObject({ skewed: true });
  expect(secondsAgo(off(61))).toBe(600 - 61);
  expect(secondsAgo(off(-61))).toBe(600 + 61);
});

it('RES-23: the time for which a call waited for a frozen node is not taken for a wrong clock', () => {
  const at = (seconds: number) => new Date(RECEIVED.getTime() - seconds * 1_000);
  const off = (seconds: number, waitedMs: number) =>
    judge([phaseWith()], { at: at(600).toISOString() }, { sentAt: at(seconds), waitedMs });
  expect(off(300, 300_000)).toMatchObject({ skewed: false });
  expect(secondsAgo(off(300, 300_000))).toBe(600);
  expect(off(361, 300_000)).toMatchObject({ skewed: true });
  // A wait explains no clock that is fast.
  expect(off(-61, 300_000)).toMatchObject({ skewed: true });
});

interface Moment {
  readonly at: string;
  readonly sentAt: string | null;
  readonly receivedAt: number;
  readonly is: { readonly at: number; readonly skewed: boolean } | null;
}

const MOMENTS = new URL('../../../../../conformance/fair-shares/moment.json', import.meta.url);
const moments: Moment[] = JSON.parse(readFileSync(MOMENTS, 'utf8'));

it.each(moments)('HOS-01, FAIR-21, RES-23: $at sent at $sentAt is $is', (one) => {
  const receivedAt = new Date(one.receivedAt);
  const sentAt = one.sentAt === null ? undefined : new Date(one.sentAt);
  const event = { ...TRACK, at: one.at };
  const judged = judge([], event, { receivedAt, sentAt, oldestMs: Number.POSITIVE_INFINITY });
  if (one.is === null) expect(codeOf(judged)).toBe('INVALID_ITEM');
  else expect(judged).toMatchObject({ at: new Date(one.is.at), skewed: one.is.skewed });
});

it('RES-23: an event more than five minutes in the future counts as happening when it was received', () => {
  const ahead = (seconds: number) =>
    judge([phaseWith()], { at: new Date(RECEIVED.getTime() + seconds * 1_000).toISOString() });
  expect(secondsAgo(ahead(300))).toBe(-300);
  expect(secondsAgo(ahead(301))).toBe(0);
});

const TRACK = {
  type: 'track',
  key: 'purchase',
  id: 'event',
  value: undefined,
  at: ago(30).toISOString(),
};

it('RES-22: an id is a UUID, or becomes one within its environment; a UUID of version 7 gives the day', () => {
  const idOf = (more: object, judging?: Partial<Judging>) => {
    const judged = judge([], { ...TRACK, ...more }, judging);
    return judged.type === 'track' ? judged.eventId : codeOf(judged);
  };
  const uuid = '0c5c2c1e-6f1a-4c2b-9d54-3b8f0a6e2d11';
  expect(idOf({ id: uuid.toUpperCase() })).toBe(uuid);
  expect(idOf({})).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-5[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  expect(idOf({})).toBe(idOf({ at: ago(1).toISOString() }));
  expect(idOf({})).not.toBe(idOf({}, { environmentId: uuid }));

  const version7 = (at: Date) => {
    const hex = at.getTime().toString(16).padStart(12, '0');
    return `${hex.slice(0, 8)}-${hex.slice(8)}-7c2b-9d54-3b8f0a6e2d11`;
  };
  const dayOf = (more: object) => {
    const judged = judge([], { ...TRACK, ...more });
    return judged.type === 'track' ? judged.day : codeOf(judged);
  };
  expect(dayOf({})).toBe('2026-03-09');
  expect(dayOf({ id: version7(ago(60)) })).toBe('2026-03-08');
  expect(dayOf({ id: version7(ago(8 * 24)) })).toBe('2026-03-02');
  expect(dayOf({ id: version7(ago(8 * 24 + 1)) })).toBe('INVALID_ID');
  expect(dayOf({ id: version7(ago(-24)) })).toBe('2026-03-11');
  expect(dayOf({ id: version7(ago(-25)) })).toBe('INVALID_ID');
});

describe('RUL-35: an exposure names the unit of its phase', () => {
  const byOrganisation = phaseWith({ byPropertyId: 'property', by: 'organisation' });

  it('WRONG_UNIT: by nothing, by another property, or by a property where users are divided', () => {
    expect(judge([byOrganisation], { by: 'organisation' })).toMatchObject({ type: 'exposure' });
    expect(codeOf(judge([byOrganisation]))).toBe('WRONG_UNIT');
    expect(codeOf(judge([byOrganisation], { by: 'device' }))).toBe('WRONG_UNIT');
    expect(codeOf(judge([phaseWith()], { by: 'organisation' }))).toBe('WRONG_UNIT');
    expect(judge([phaseWith()])).toMatchObject({ type: 'exposure' });
  });
});

describe('RUL-36: a tracked event may name the values of properties', () => {
  const phases = [phaseWith({ byPropertyId: 'property', by: 'organisation' }), phaseWith()];
  const track = (more: object) => judge(phases, { ...TRACK, ...more });

  it('those of phases are its units, other keys are ignored', () => {
    expect(track({ units: { organisation: 'acme', device: 'd1' } })).toMatchObject({
      uid: 'ana',
      units: [{ propertyId: 'property', value: 'acme' }],
      namesOthers: true,
    });
    expect(track({})).toMatchObject({ uid: 'ana', units: [], namesOthers: false });
  });

  it('with them the uid may be absent', () => {
    const of = { uid: undefined, units: { organisation: 'acme' } };
    expect(track(of)).toMatchObject({ uid: undefined, units: [{ value: 'acme' }] });
  });

  it.each<[string, object]>([
    ['no key', {}],
    ['six keys', { a: '1', b: '1', c: '1', d: '1', e: '1', f: '1' }],
    ['an empty value', { organisation: '' }],
    ['257 bytes', { organisation: 'x'.repeat(257) }],
    ['a number', { organisation: 1 }],
    ['a NUL', { organisation: 'a\0b' }],
  ])('INVALID_ITEM: %s', (_, units) => {
    expect(codeOf(track({ units }))).toBe('INVALID_ITEM');
  });

  it('INVALID_ITEM: neither uid nor units; INVALID_UID: an empty uid beside units', () => {
    expect(codeOf(track({ uid: undefined }))).toBe('INVALID_ITEM');
    expect(codeOf(track({ uid: '', units: { organisation: 'acme' } }))).toBe('INVALID_UID');
  });
});
