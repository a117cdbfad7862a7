import type { Planning } from '@comporta/contract/analyses/results';
import type { Metric } from '@comporta/contract/metrics/metric';
import { isShareKind } from '@comporta/messages/share-kinds';
import type { PlannerForm } from './planner-form.ts';

/** Fills the empty fields of the form with measured figures. */
export function withMeasured(
  form: PlannerForm,
  goal: Pick<Metric, 'id' | 'kind'> | undefined,
  planning: Planning | undefined,
): PlannerForm {
  const measured = planning?.metrics.find(({ metricId }) => metricId === goal?.id);
  const level = measured?.level;
  const scale = goal !== undefined && isShareKind(goal.kind) ? 100 : 1;
  return {
    ...form,
    baseline: form.baseline || textOf(level === undefined ? undefined : level * scale),
    deviation: form.deviation || textOf(measured?.deviation),
    usersPerDay: form.usersPerDay || textOf(planning?.usersPerDay),
  };
}

/** Formats a figure with 4 significant digits, as a person would type it. */
function textOf(figure: number | undefined): string {
  return figure === undefined ? '' : String(Number(figure.toPrecision(4)));
}
