import { bucketOf, hashSalt } from '@comporta/engine/split';
import { expect, it } from 'vitest';
import { type Judged, judgeEvent } from './judge-event.ts';
import type { MeasuredPhase } from './measured-phase-repository.ts';

const HOUR_MS = 60 * 60_000;
const RECEIVED = new Date('2026-03-10T12:00:00Z');

function ago(hours: number): Date {
  return new Date(RECEIVED.getTime() - hours * HOUR_MS);
}

/** Of the toggle `checkout`, half of the users each; it began three days ago and is open. */
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
    isOnlyRule: true,
    segments: [],
    ...more,
  };
}

/** What the split gives to ana. */
const GIVEN = bucketOf(hashSalt('salt'), 'ana', 10_000) < 5_000 ? 'disabled' : 'enabled';

function judge(phases: readonly MeasuredPhase[], event: object = {}): Judged {
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
  });
}

function codeOf(judged: Judged): string {
  return judged.type === 'refused' ? judged.code : judged.type;
}

function phaseOf(judged: Judged): string | undefined {
  return judged.type === 'exposure' ? judged.phase.id : undefined;
}

const OTHER = '01977c3e-6f1a-7c2b-9d54-000000000002';

it('RES-21: an exposure is of the phase that it names, whatever else is measured', () => {
  const phases = [phaseWith(), phaseWith({ id: OTHER, ruleId: 'other' })];
  expect(phaseOf(judge(phases, { phaseId: OTHER }))).toBe(OTHER);
  expect(phaseOf(judge(phases, { phaseId: OTHER, value: undefined, valueIndex: 0 }))).toBe(
    GIVEN === 'disabled' ? OTHER : undefined,
  );
  expect(codeOf(judge(phases, { phaseId: crypto.randomUUID() }))).toBe('NOT_MEASURED');
});

it('RES-21: else it is of the one rule that is analysed, if a split decided, or nothing else could', () => {
  expect(codeOf(judge([phaseWith()]))).toBe('exposure');
  const oneOfSeveral = phaseWith({ isOnlyRule: false });
  expect(codeOf(judge([oneOfSeveral]))).toBe('AMBIGUOUS_RULE');
  expect(codeOf(judge([oneOfSeveral], { reason: 'TARGETING_MATCH' }))).toBe('AMBIGUOUS_RULE');
  expect(codeOf(judge([oneOfSeveral], { reason: 'SPLIT' }))).toBe('exposure');
  const two = [oneOfSeveral, phaseWith({ id: OTHER, ruleId: 'other', isOnlyRule: false })];
  expect(codeOf(judge(two, { reason: 'SPLIT' }))).toBe('AMBIGUOUS_RULE');
  expect(phaseOf(judge(two, { ruleId: 'other' }))).toBe(OTHER);
});

it('RES-21: of several phases it is of the one that was open when it happened', () => {
  const phases = [phaseWith({ endedAt: ago(10) }), phaseWith({ id: OTHER, startedAt: ago(10) })];
  expect(phaseOf(judge(phases))).toBe(OTHER);
  expect(phaseOf(judge(phases, { at: ago(11).toISOString() }))).toBe(phases[0]?.id);
  expect(codeOf(judge(phases, { at: ago(100).toISOString() }))).toBe('NOT_MEASURED');
});

it('RES-21: a closed phase takes what happened inside it for a day, and nothing that happened later', () => {
  const closed = (hours: number) => [phaseWith({ endedAt: ago(hours) })];
  const before = { at: ago(30).toISOString() };
  expect(codeOf(judge(closed(23.9), before))).toBe('exposure');
  expect(codeOf(judge(closed(24.1), before))).toBe('STALE_PHASE');
  expect(codeOf(judge(closed(23.9), { at: ago(23).toISOString() }))).toBe('STALE_PHASE');
  const named = { phaseId: phaseWith().id };
  expect(codeOf(judge(closed(5), { ...named, at: ago(4).toISOString() }))).toBe('STALE_PHASE');
  expect(codeOf(judge(closed(5), { ...named, at: ago(6).toISOString() }))).toBe('exposure');
});
