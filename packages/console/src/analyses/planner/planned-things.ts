import type { Analysis } from '@comporta/contract/analyses/analysis';
import type { Experiment } from '@comporta/contract/experiments/experiment';
import type { Metric } from '@comporta/contract/metrics/metric';
import type { Property } from '@comporta/contract/properties/property';
import type { Toggle } from '@comporta/contract/toggles/toggle';
import type { Field } from '../../ui/forms/use-form.ts';
import type { PlannerForm } from './planner-form.ts';

/** Everything that a plan may refer to. */
export interface PlannedThings {
  readonly experiment: Experiment;
  readonly toggle: Toggle;
  readonly metrics: readonly Metric[];
  readonly properties: readonly Property[];
  /** Plans that were saved but not started. */
  readonly drafts: readonly Analysis[];
}

/** The form of a plan, as its fields use it. */
export interface PlannerFields {
  readonly draft: PlannerForm;
  readonly edit: (change: Partial<PlannerForm>) => void;
  readonly field: <Name extends keyof PlannerForm & string>(name: Name) => Field<PlannerForm[Name]>;
}

/** The properties that results can be split by: all but lists (RUL-28). */
export function segmentOptions(properties: PlannedThings['properties']) {
  return properties
    .filter(({ type }) => type !== 'LIST')
    .map(({ id, key }) => ({ value: id, label: key }));
}
