import type { Experiment } from '@comporta/contract/experiments/experiment';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'use-intl/react';
import { useFailureText } from '../../api/failure-text.ts';
import { forgetMeasured } from '../../data/analysis-queries.ts';
import {
  type ExperimentBody,
  fetchExperiment,
  saveExperiment,
} from '../../data/experiment-queries.ts';
import { conflictIn } from '../../ui/forms/conflict-in.ts';
import { toast } from '../../ui/toast-store.ts';

/** A value that was shipped: everyone whom the rule matches gets it. */
interface Shipped {
  /** The experiment before that. */
  readonly former: Experiment;
  readonly ruleId: string;
  readonly value: string;
}

/** Takes a shipped value back. Everything else stays as it is, because somebody else may have saved it since. */
export function useShipUndo(): (shipped: Shipped) => Promise<void> {
  const t = useTranslations();
  const client = useQueryClient();
  const failureText = useFailureText();

  const tellSavedBy = ({ toggleName: name }: Experiment, person: string) =>
    toast({ text: t('common.notUndoneSavedBy', { name, person }) });

  return async (shipped) => {
    const { former } = shipped;
    try {
      const current = await fetchExperiment(former);
      const rules = withFormerValue(current, shipped);
      if (rules === undefined) {
        tellSavedBy(former, current.lastChanged.by.name);
        return;
      }
      const body = { toggleId: current.toggleId, rules, newPhase: true };
      await saveExperiment(client, former, { body, ifMatch: current.version });
      await forgetMeasured(client, former.appId);
      toast({ text: t('analysis.shipUndone') });
    } catch (error) {
      const conflict = conflictIn(error);
      if (conflict === undefined) {
        toast({ text: t('experiment.notUndone', { reason: failureText(error) }) });
      } else tellSavedBy(former, conflict.savedBy);
    }
  };
}

/** Returns the rules with the former value of the shipped one; undefined when somebody has changed that since. */
function withFormerValue(
  current: Experiment,
  { former, ruleId, value }: Shipped,
): ExperimentBody['rules'] | undefined {
  const before = former.rules.find(({ id }) => id === ruleId);
  const rule = current.rules.find(({ id }) => id === ruleId);
  const isShipped = rule?.valueSpec.type === 'EXACT_VALUE' && rule.valueSpec.exactValue === value;
  if (before === undefined || !isShipped) return undefined;
  const rules = current.rules.map((one) =>
    one === rule ? { ...one, valueSpec: before.valueSpec } : one,
  );
  // The rules are sent back as the server returned them; nothing here changes the lists.
  return rules as ExperimentBody['rules'];
}
