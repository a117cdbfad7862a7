import {
  GUARD_PATIENCE,
  GUARD_UNITS_LEAST,
  type Guard,
} from '@comporta/contract/change-requests/guard';
import { USUAL_WAIT } from '../../parts/apply/wait-field.tsx';
import type { InSteps } from './in-steps.ts';

/** False alarms add up over the steps: few of each are few in all (SAF-56). */
const ALPHA = 0.01;

/** The guard of a ramp as it is asked. */
export interface GuardForm {
  readonly isOn: boolean;
  /** Ids of metrics. */
  readonly goal: string;
  readonly guardrails: readonly string[];
  readonly needs: Guard['needs'];
  /** As it is typed. */
  readonly units: string;
  readonly onHarm: Guard['onHarm'];
}

export const NEW_GUARD: GuardForm = {
  isOn: false,
  goal: '',
  guardrails: [],
  needs: 'NOT_HARMED',
  units: String(GUARD_UNITS_LEAST),
  onHarm: 'ROLL_BACK',
};

/** Whether all users get the value in the end, so that nobody is left to compare with. */
export function endsWhole({ shares }: InSteps): boolean {
  return Number(shares.at(-1)?.percent.replace(',', '.')) === 100;
}

/** The most false alarms of a ramp, in percent: each step that can be compared may have its share of them. */
export function falseAlarms(steps: InSteps): number {
  const compared = steps.shares.length - (endsWhole(steps) ? 1 : 0);
  return Math.min(100, Math.round(compared * ALPHA * 100));
}

/** What is sent; null without a guard, undefined while a part of it is missing. */
export function guardOf(form: GuardForm, steps: InSteps): Guard | null | undefined {
  const { isOn, goal, guardrails, needs, onHarm } = form;
  if (!isOn) return null;
  const units = Number(form.units);
  const isWhole = Number.isSafeInteger(units) && units >= GUARD_UNITS_LEAST;
  if (goal === '' || guardrails.length === 0 || !isWhole) return undefined;
  return {
    analysis: {
      goal: { metricId: goal },
      guardrails: guardrails.map((metricId) => ({ metricId })),
      alpha: ALPHA,
    },
    needs,
    units,
    onHarm,
    watch: endsWhole(steps) ? 0 : USUAL_WAIT,
    patience: GUARD_PATIENCE.default,
  };
}
