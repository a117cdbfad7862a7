import { expect, test } from 'vitest';
import { DIAGNOSES, diagnosisOf, type Progress } from './diagnosis.ts';

const NOTHING: Progress = {
  hasKey: false,
  requests: 0,
  evaluations: 0,
  measured: 0,
  exposures: 0,
  units: 0,
  goalEvents: 0,
  unitEvents: 0,
  countedEvents: 0,
  earlyEvents: 0,
  skewedEvents: 0,
};

/** Each step adds what the previous one lacked. */
const STEPS: readonly (readonly [(typeof DIAGNOSES)[number], Partial<Progress>])[] = [
  ['NO_KEY', {}],
  ['NO_TRAFFIC', { hasKey: true }],
  ['TOGGLE_NOT_EVALUATED', { requests: 9 }],
  ['SPLIT_NOT_REACHED', { evaluations: 8 }],
  ['EXPOSURES_NOT_SENT', { measured: 7 }],
  ['EXPOSURES_REJECTED', { exposures: 6 }],
  ['NO_EVENTS', { units: 5 }],
  ['UNITS_DO_NOT_MATCH', { goalEvents: 4 }],
  ['EVENTS_BEFORE_EXPOSURE', { unitEvents: 3, earlyEvents: 3 }],
  ['CLOCK_SKEW', { skewedEvents: 2 }],
  ['TOO_FEW', { skewedEvents: 0, countedEvents: 1 }],
];

test('RES-76: each reason is reported alone, in its order', () => {
  expect(STEPS.map(([code]) => code)).toEqual(DIAGNOSES);
  let progress = NOTHING;
  for (const [code, seen] of STEPS) {
    progress = { ...progress, ...seen };
    expect(diagnosisOf(progress)).toBe(code);
  }
});

test('RES-76: exposures of a program that evaluates locally need no evaluation by the service', () => {
  expect(diagnosisOf({ ...NOTHING, hasKey: true, exposures: 3, units: 3 })).toBe('NO_EVENTS');
});
