import type { ChangeRequest } from '@comporta/contract/change-requests/change-request';
import { speak } from '@comporta/messages/speak';
import { expect, it } from 'vitest';
import { standingText } from './standing-text.ts';

const frozen = {
  state: 'RUNNING',
  waitsFor: 'FREEZE',
  touched: [{ id: 'p', name: 'Production' }],
  nextAt: '2026-03-02T10:00:00.000Z',
  frozenFrom: null,
  lateBy: 3600,
  guardState: null,
  steps: [],
};

function standing(language: 'en' | 'pt', change: object): string | undefined {
  const request = { ...frozen, ...change } as unknown as ChangeRequest; // It reads nothing else of it.
  return standingText({ say: speak(language), time: (at) => at.slice(11, 16) }, request);
}

it('SAF-13, SAF-29: says how long a step waits for the end of a freeze, and when it is held before', () => {
  const [soon, late] = ['2026-03-02T11:00:00.000Z', '2026-03-02T12:00:00.000Z'];
  expect(standing('en', { frozenUntil: soon })).toBe(
    'Production: frozen until 11:00. The step waits.',
  );
  expect(standing('en', { frozenUntil: late })).toBe(
    'Production: frozen until 12:00. The step waits, but no longer than 11:00: if the freeze has not ended by then, the request is held.',
  );
  expect(standing('pt', { frozenUntil: late })).toMatch(/até 12:00.*só até 11:00.*retida/);
  // What a guard lets go on is never too late.
  expect(standing('en', { frozenUntil: late, guardState: {} })).toBe(
    'Production: frozen until 12:00. The step waits.',
  );
});

it('SAF-29: says what the next step falls into that begins only later', () => {
  const frozenFrom = '2026-03-02T09:30:00.000Z';
  const [soon, late] = ['2026-03-02T11:00:00.000Z', '2026-03-02T12:00:00.000Z'];
  expect(standing('en', { frozenFrom, frozenUntil: soon })).toBe(
    'Production: frozen from 09:30 until 11:00. The next step is due 10:00 and waits.',
  );
  expect(standing('pt', { frozenFrom, frozenUntil: late })).toMatch(
    /de 09:30 até 12:00.*para 10:00.*só até 11:00.*retida/,
  );
});
