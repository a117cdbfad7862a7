import type { HeldReason } from './request-state.ts';

/** Figures older than this are no figures where nothing else is said. Source: SAF-53, RES-123. */
const LATE_SECONDS = 300;

/** What a request asks of its guard before the next step; times are seconds. */
export interface GuardRule {
  readonly needs: 'NOT_HARMED' | 'SAFE';
  /** The least number of units in each arm. */
  readonly units: number;
  readonly onHarm: 'ROLL_BACK' | 'HOLD';
  readonly patience: number;
}

/** What is known of a guardrail in each arm beside the control. SHUT: its gate lets nothing be said yet. */
export type GuardrailState = 'SAFE' | 'OPEN' | 'HARMED' | 'SHUT';

/** What the open phase shows. */
export interface GuardReading {
  readonly sampleRatioAlarm: boolean;
  readonly wrongAssignment: boolean;
  readonly countedAt: number;
  /** The age from which on the count is late. */
  readonly lateAfter?: number;
  readonly units: readonly number[];
  readonly guardrails: readonly { readonly states: readonly GuardrailState[] }[];
}

export interface Guarded {
  readonly guard: GuardRule;
  /** Null where nothing was counted yet. */
  readonly reading: GuardReading | null;
  /** The step that was applied last, and how many there are. */
  readonly step: number;
  readonly steps: number;
  /** When the next step is due, or the watch over the last one ends. */
  readonly dueAt: number;
  readonly now: number;
}

export type GuardDecision =
  | { readonly do: 'NEXT' | 'DONE' }
  | { readonly do: 'WAIT'; readonly for: 'TIME' | 'DATA' | 'UNITS' | 'SAFE' }
  | { readonly do: 'HOLD' | 'ROLL_BACK'; readonly reason: HeldReason };

/** What becomes of a request with a guard. Broken counting and harm count at any time, also in late figures. Source: SAF-53. */
export function guardDecision({ guard, reading, step, steps, dueAt, now }: Guarded): GuardDecision {
  if (reading?.sampleRatioAlarm) return { do: 'HOLD', reason: 'SAMPLE_RATIO' };
  if (reading?.wrongAssignment) return { do: 'HOLD', reason: 'ASSIGNMENT' };
  if (reading && isSomewhere(reading, 'HARMED')) {
    return { do: guard.onHarm, reason: 'GUARDRAIL_HARM' };
  }
  if (now < dueAt) return { do: 'WAIT', for: 'TIME' };
  if (step >= steps) return { do: 'DONE' };
  const missing = missingOf(guard, reading, now);
  if (missing === undefined) return { do: 'NEXT' };
  return now > dueAt + guard.patience
    ? { do: 'HOLD', reason: 'NO_EVIDENCE' }
    : { do: 'WAIT', for: missing };
}

function missingOf(
  { units, needs }: GuardRule,
  reading: GuardReading | null,
  now: number,
): 'DATA' | 'UNITS' | 'SAFE' | undefined {
  if (reading === null) return 'DATA';
  if (now - reading.countedAt > (reading.lateAfter ?? LATE_SECONDS)) return 'DATA';
  if (reading.units.some((count) => count < units) || isSomewhere(reading, 'SHUT')) return 'UNITS';
  if (needs === 'SAFE' && isSomewhere(reading, 'OPEN')) return 'SAFE';
  return undefined;
}

function isSomewhere({ guardrails }: GuardReading, state: GuardrailState): boolean {
  return guardrails.some(({ states }) => states.includes(state));
}
