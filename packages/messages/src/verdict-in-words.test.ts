import type { VerdictAnswer } from '@comporta/contract/analyses/verdict';
import { expect, test } from 'vitest';
import type { Language } from './languages.ts';
import { formatIn, speak } from './speak.ts';
import { verdictInWords } from './verdict-in-words.ts';
import type { SpokenMetric } from './verdict-parts.ts';

const METRICS: readonly SpokenMetric[] = [
  { key: 'purchase', name: 'Purchase', kind: 'CONVERSION', role: 'GOAL' },
  { key: 'errors', name: 'Errors', kind: 'COUNT', role: 'GUARDRAIL', better: 'DOWN' },
];
const ENDS = { scale: 'LIFT', low: 0.0241, high: 0.386 } as const;
const NAMED = { ...ENDS, value: 'enabled', metric: 'purchase', point: 0.19 } as const;

const LOWERED = {
  ...NAMED,
  metric: 'errors',
  point: -0.12,
  low: -0.203,
  high: -0.041,
} as const;

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
    {
      code: 'WINNER_NOT_HARMED',
      params: {
        ...NAMED,
        notHarmed: [
          { metric: 'errors', scale: 'LIFT', worst: 0.0723 },
          { metric: 'purchase', scale: 'DIFFERENCE', worst: 0.0104 },
        ],
      },
    },
    '“enabled” improves Purchase by +19.0% (between +2.4% and +38.6%). No guardrail is harmed; Errors may still be up to 7.2% worse. Purchase may still be up to 1.04 pt worse.',
    '“enabled” melhora Purchase em +19,0% (entre +2,4% e +38,6%). Nenhuma proteção foi prejudicada; Errors ainda pode estar até 7,2% pior. Purchase ainda pode estar até 1,04 p.p. pior.',
  ],
  [
    { code: 'GUARDRAIL_HARM', params: { ...NAMED, metric: 'errors', ahead: 'blue' } },
    '“enabled” harms Errors. “blue” is ahead and does no harm.',
    '“enabled” prejudica Errors. “blue” está na frente e não prejudica.',
  ],
  [
    { code: 'WINNER', params: LOWERED },
    '“enabled” lowers Errors by 12.0% (between 4.1% and 20.3%). You may stop now.',
    '“enabled” reduz Errors em 12,0% (entre 4,1% e 20,3%). Você já pode encerrar.',
  ],
  [
    { code: 'WINNER_GUARDRAILS_OPEN', params: { ...LOWERED, guardrail: 'purchase' } },
    '“enabled” lowers Errors by 12.0% (between 4.1% and 20.3%). Purchase is not yet proved safe.',
    '“enabled” reduz Errors em 12,0% (entre 4,1% e 20,3%). Ainda não há prova de que Purchase esteja a salvo.',
  ],
  [
    {
      code: 'WINNER_NOT_HARMED',
      params: {
        ...LOWERED,
        scale: 'DIFFERENCE',
        notHarmed: [{ metric: 'purchase', scale: 'LIFT', worst: 0.05 }],
      },
    },
    '“enabled” lowers Errors by 0.12 (between 0.041 and 0.203). No guardrail is harmed. Purchase may still be up to 5.0% worse.',
    '“enabled” reduz Errors em 0,12 (entre 0,041 e 0,203). Nenhuma proteção foi prejudicada. Purchase ainda pode estar até 5,0% pior.',
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
])('RES-59, RES-106, RES-108, RSL-10: the verdict %j in words', (verdict, en, pt) => {
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

test('RES-59: a value that is a document is shown in one line', () => {
  const params = { ...NAMED, value: '{\n  "color": "red"\n}' };
  expect(said('en', { code: 'WINNER_SIGNAL', params })).toBe(
    '“{color: red}” looks better (+2.4% to +38.6%). Wait for a full week.',
  );
});
