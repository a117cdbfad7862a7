import type { VerdictAnswer } from '@comporta/contract/analyses/verdict';
import { expect, test } from 'vitest';
import type { Language } from './languages.ts';
import { formatIn, speak } from './speak.ts';
import { type SpokenMetric, verdictInWords } from './verdict-in-words.ts';

const METRICS: readonly SpokenMetric[] = [
  { key: 'purchase', name: 'Purchase', kind: 'CONVERSION', role: 'GOAL' },
  { key: 'errors', name: 'Errors', kind: 'COUNT', role: 'GUARDRAIL' },
];
const ENDS = { scale: 'LIFT', low: 0.0241, high: 0.386 } as const;
const NAMED = { ...ENDS, value: 'enabled', metric: 'purchase', point: 0.19 } as const;

function said(language: Language, verdict: VerdictAnswer, whyNoData?: string): string {
  const speaker = { say: speak(language), format: formatIn(language) };
  return verdictInWords(speaker, { verdict, metrics: METRICS, whyNoData });
}

test.each<[VerdictAnswer, en: string, pt: string]>([
  [
    { code: 'INVALID_SRM', params: { value: 'enabled', users: 12_340, expected: 12_000.4 } },
    'Do not use these results: 12,340 users got “enabled”, 12,000 were expected.',
    'Não use estes resultados: 12.340 usuários receberam “enabled”; o esperado era 12.000.',
  ],
  [
    { code: 'INVALID_ASSIGNMENT', params: { share: 0.123 } },
    'Do not use these results: 12.3% of the exposures name another value than the split gives.',
    'Não use estes resultados: 12,3% das exposições informam um valor diferente do que a divisão dá.',
  ],
  [
    { code: 'NO_DATA', params: { reason: 'NO_TRAFFIC' } },
    'No results yet.',
    'Ainda não há resultados.',
  ],
  [
    { code: 'TOO_EARLY', params: { reason: 'UNITS', value: 'enabled', count: 3, needed: 100 } },
    'Too early: 3 of 100 users with “enabled”.',
    'Cedo demais: 3 de 100 usuários com “enabled”.',
  ],
  [
    { code: 'TOO_EARLY', params: { reason: 'POSITIVE', value: 'enabled', count: 3, needed: 25 } },
    'Too early: 3 of 25 users with “Purchase”.',
    'Cedo demais: 3 de 25 usuários com “Purchase”.',
  ],
  [
    { code: 'WINNER', params: NAMED },
    '“enabled” improves Purchase by +19.0% (between +2.4% and +38.6%). You may stop now.',
    '“enabled” melhora Purchase em +19,0% (entre +2,4% e +38,6%). Você já pode encerrar.',
  ],
  [
    { code: 'GUARDRAIL_HARM', params: { ...NAMED, metric: 'errors', scale: 'DIFFERENCE' } },
    '“enabled” harms Errors (+0.0241 to +0.386). Consider pausing.',
    '“enabled” prejudica Errors (+0,0241 a +0,386). Considere pausar.',
  ],
  [
    { code: 'LOSER', params: { ...NAMED, scale: 'DIFFERENCE' } },
    '“enabled” worsens Purchase by +19.00 pt (between +2.41 pt and +38.60 pt).',
    '“enabled” piora Purchase em +19,00 p.p. (entre +2,41 p.p. e +38,60 p.p.).',
  ],
  [
    { code: 'WINNER_GUARDRAILS_OPEN', params: { ...NAMED, guardrail: 'errors' } },
    '“enabled” improves Purchase by +19.0%; Errors is not yet proved safe.',
    '“enabled” melhora Purchase em +19,0%; ainda não há prova de que Errors esteja a salvo.',
  ],
  [
    { code: 'RUNNING', params: { ...ENDS, days: 12 } },
    'No clear difference yet: between +2.4% and +38.6%. About 12 more days.',
    'Ainda sem diferença clara: entre +2,4% e +38,6%. Faltam cerca de 12 dias.',
  ],
  [
    { code: 'RUNNING', params: ENDS },
    'No clear difference yet: between +2.4% and +38.6%.',
    'Ainda sem diferença clara: entre +2,4% e +38,6%.',
  ],
])('RES-59: the verdict %j is one sentence', (verdict, en, pt) => {
  expect(said('en', verdict)).toBe(en);
  expect(said('pt', verdict)).toBe(pt);
});

test('RES-59: a verdict without an interval gives the reason; one without data names what is missing', () => {
  const none = { reason: 'NO_VARIANCE', value: 'enabled', count: 300 } as const;
  expect(said('en', { code: 'TOO_EARLY', params: none })).toMatch(
    /^There are 300 users, but no difference can be computed: \S/,
  );
  expect(said('en', { code: 'NO_DATA', params: { reason: 'NO_TRAFFIC' } }, 'Nobody came.')).toBe(
    'No results yet. Nobody came.',
  );
});

test('RES-59: a value that is a document is shown by its first line', () => {
  const params = { ...NAMED, value: '{\n  "color": "red"\n}' };
  expect(said('en', { code: 'WINNER_SIGNAL', params })).toBe(
    '“{…” looks better (+2.4% to +38.6%). Wait for a full week.',
  );
});
