import type { Analysis } from '@comporta/contract/analyses/analysis';
import type { VerdictAnswer } from '@comporta/contract/analyses/verdict';
import { expect, test } from 'vitest';
import type { Language } from './languages.ts';
import { formatIn, speak } from './speak.ts';
import type { SpokenMetric } from './verdict-parts.ts';
import { decisionInWords, verdictThenInWords } from './verdict-then.ts';

const METRICS: readonly SpokenMetric[] = [
  { key: 'purchase', name: 'Purchase', kind: 'CONVERSION', role: 'GOAL', better: 'UP' },
  { key: 'errors', name: 'Errors', kind: 'COUNT', role: 'GUARDRAIL', better: 'DOWN' },
];
const ENDS = { scale: 'LIFT', low: 0.0241, high: 0.386 } as const;
const NAMED = { ...ENDS, value: 'enabled', metric: 'purchase', point: 0.19 } as const;
const LOWERED = { ...NAMED, metric: 'errors', point: -0.12, low: -0.203, high: -0.041 } as const;

const speaker = (language: Language) => ({ say: speak(language), format: formatIn(language) });

test.each<[VerdictAnswer, en: string, pt: string]>([
  [
    { code: 'RUNNING', params: { ...ENDS, days: 12 } },
    'There was no clear difference: between +2.4% and +38.6%.',
    'Não havia diferença clara: entre +2,4% e +38,6%.',
  ],
  [
    { code: 'WINNER', params: NAMED },
    '“enabled” improved Purchase by +19.0% (between +2.4% and +38.6%).',
    '“enabled” melhorou Purchase em +19,0% (entre +2,4% e +38,6%).',
  ],
  [
    { code: 'WINNER', params: LOWERED },
    '“enabled” lowered Errors by 12.0% (between 4.1% and 20.3%).',
    '“enabled” reduziu Errors em 12,0% (entre 4,1% e 20,3%).',
  ],
  [
    { code: 'WINNER_SIGNAL', params: NAMED },
    '“enabled” looked better (+2.4% to +38.6%), before a full week was over.',
    '“enabled” parecia melhor (+2,4% a +38,6%), antes de completar uma semana.',
  ],
  [
    {
      code: 'WINNER_NOT_HARMED',
      params: { ...NAMED, notHarmed: [{ metric: 'errors', scale: 'LIFT', worst: 0.0723 }] },
    },
    '“enabled” improved Purchase by +19.0% (between +2.4% and +38.6%). No guardrail was harmed. Errors might have been up to 7.2% worse.',
    '“enabled” melhorou Purchase em +19,0% (entre +2,4% e +38,6%). Nenhuma proteção foi prejudicada. Errors poderia estar até 7,2% pior.',
  ],
  [
    { code: 'GUARDRAIL_HARM', params: { ...NAMED, metric: 'errors', ahead: 'blue' } },
    '“enabled” harmed Errors. “blue” was ahead and did no harm.',
    '“enabled” prejudicou Errors. “blue” estava na frente e não prejudicou.',
  ],
  [
    { code: 'TOO_EARLY', params: { reason: 'POSITIVE', value: 'enabled', count: 3, needed: 25 } },
    'It was too early: 3 of 25 users with “Purchase”.',
    'Era cedo demais: 3 de 25 usuários com “Purchase”.',
  ],
  [
    { code: 'NO_DATA', params: { reason: 'NO_TRAFFIC' } },
    'There were no results.',
    'Não houve resultados.',
  ],
])('RES-113: the verdict %j of what has ended promises nothing', (verdict, en, pt) => {
  expect(verdictThenInWords(speaker('en'), { verdict, metrics: METRICS })).toBe(en);
  expect(verdictThenInWords(speaker('pt'), { verdict, metrics: METRICS })).toBe(pt);
});

const STOPPED: NonNullable<Analysis['stopped']> = {
  at: '2026-03-02T10:00:00.000Z',
  because: 'SHIPPED',
  by: { name: 'Ana' },
  value: 'enabled',
  verdict: { code: 'WINNER', params: NAMED },
};

test('RES-113, RSL-07: a decision names who, what, when, and on which figures', () => {
  const said = (language: Language, stopped: NonNullable<Analysis['stopped']>) =>
    decisionInWords(speaker(language), { stopped, metrics: METRICS });
  expect(said('en', STOPPED)).toBe(
    'Ana gave “enabled” to everyone on Mar 2, 2026: “enabled” improved Purchase by +19.0% (between +2.4% and +38.6%).',
  );
  expect(said('pt', STOPPED)).toBe(
    'Ana deu “enabled” a todos em 2 de mar. de 2026: “enabled” melhorou Purchase em +19,0% (entre +2,4% e +38,6%).',
  );
  const { verdict: _, value: __, ...early } = STOPPED;
  expect(said('en', { ...early, because: 'USER' })).toBe(
    'Ana stopped it on Mar 2, 2026: nothing was counted yet.',
  );
  expect(said('en', { ...STOPPED, because: 'RULE_GONE' })).toMatch(/^It ended on Mar 2, 2026: /);
});
