import type { Body } from '@comporta/contract/change-requests/parts-of';
import type { Experiment } from '@comporta/contract/experiments/experiment';
import type { ExperimentForm } from '../editor/experiment-form.ts';
import { sentRule, textOf } from '../rule/edited-rule.ts';

/**
 * The experiment as it would be stored by a save. A rule that was not edited is the stored one, so that nothing seems changed
 * that is only written otherwise.
 */
export function draftBody(
  { status, salt, rules }: Experiment,
  saved: ExperimentForm,
  form: ExperimentForm,
): Body {
  const stored = new Map(rules.map((rule) => [rule.id, rule]));
  const former = new Map(saved.rules.map((rule) => [rule.key, rule]));
  return {
    status,
    salt,
    rules: form.rules.map((rule, index) => {
      const was = former.get(rule.key);
      const same = was !== undefined && textOf(was) === textOf(rule);
      const kept = same && rule.id !== undefined ? stored.get(rule.id) : undefined;
      return kept ?? { ...sentRule(rule, index + 1), id: rule.id ?? rule.key };
    }),
  };
}
