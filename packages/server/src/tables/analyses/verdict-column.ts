import type { VerdictAnswer } from '@comporta/contract/analyses/verdict';
import { customType } from 'drizzle-orm/pg-core';

type NotHarmed = Extract<VerdictAnswer, { code: 'WINNER_NOT_HARMED' }>;
type GuardrailsOpen = Extract<VerdictAnswer, { code: 'WINNER_GUARDRAILS_OPEN' }>;

/** A verdict as 0.2.0 can read it: it does not know WINNER_NOT_HARMED. Source: RES-106. */
export type StoredVerdict =
  | Exclude<VerdictAnswer, NotHarmed>
  | (GuardrailsOpen & { readonly notHarmed?: NotHarmed['params']['notHarmed'] });

export function verdictToStore(verdict: VerdictAnswer): StoredVerdict {
  if (verdict.code !== 'WINNER_NOT_HARMED') return verdict;
  const { notHarmed, ...params } = verdict.params;
  const guardrail = notHarmed[0]?.metric ?? '';
  return { code: 'WINNER_GUARDRAILS_OPEN', params: { ...params, guardrail }, notHarmed };
}

export function verdictFromStored(stored: StoredVerdict): VerdictAnswer {
  if (!('notHarmed' in stored) || stored.notHarmed === undefined) return stored;
  const { guardrail: _, ...params } = stored.params;
  return { code: 'WINNER_NOT_HARMED', params: { ...params, notHarmed: stored.notHarmed } };
}

/** A verdict in a column. Reading it in SQL sees the stored form. */
export const verdict = customType<{ data: VerdictAnswer; driverData: unknown }>({
  dataType: () => 'jsonb',
  toDriver: (value) => JSON.stringify(verdictToStore(value)),
  fromDriver: (stored) =>
    // This program or an earlier release wrote it.
    verdictFromStored((typeof stored === 'string' ? JSON.parse(stored) : stored) as StoredVerdict),
});
