import type { Environment } from '@comporta/contract/applications/application';
import type { Experiment } from '@comporta/contract/experiments/experiment';
import {
  type RolledOut,
  type RollOut,
  rollOut as rolledOut,
} from '@comporta/contract/experiments/roll-out';
import type { Toggle } from '@comporta/contract/toggles/toggle';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'use-intl/react';
import { useFailureText } from '../../api/failure-text.ts';
import {
  type ExperimentBody,
  forgetDeletedExperiments,
  forgetExperiments,
  removeExperiment,
  saveExperiment,
} from '../../data/experiment-queries.ts';
import { conflictIn } from '../../ui/forms/conflict-in.ts';
import { useTask } from '../../ui/forms/use-task.ts';
import { toast } from '../../ui/toast-store.ts';

/** Where a toggle is rolled out, and over which experiment, if there is one. */
export interface RollOutPlace {
  readonly toggle: Pick<Toggle, 'appId' | 'id' | 'name' | 'values' | 'defaultValue'>;
  readonly environment: Pick<Environment, 'id' | 'name'>;
  readonly experiment: Experiment | undefined;
}

/** A call does not change the lists of its body, which are only declared so that it could. */
function bodyWith(toggleId: string, rules: RolledOut['rules']): ExperimentBody {
  return { toggleId, rules: rules as NonNullable<ExperimentBody['rules']> };
}

/** Saves the rules of a roll-out, and offers to undo exactly that save. */
export function useRollOut({ toggle, environment, experiment }: RollOutPlace, onDone: () => void) {
  const t = useTranslations();
  const client = useQueryClient();
  const failureText = useFailureText();
  const { isBusy, problem: failure, run } = useTask({ textOf, onFiled: onDone });
  const names = { toggle: toggle.name, environment: environment.name };
  const at = { appId: toggle.appId, envId: environment.id, id: experiment?.id };

  function textOf(error: unknown): string | undefined {
    return conflictIn(error) && t('toggle.rollOut.changedMeanwhile');
  }

  const rollOut = (asked: RollOut) =>
    run(async () => {
      const { rules } = rolledOut(experiment?.rules ?? [], toggle, asked);
      const body = bodyWith(toggle.id, rules);
      const saved = await saveExperiment(client, at, { body, ifMatch: experiment?.version }).catch(
        async (error) => {
          if (conflictIn(error)) await forgetExperiments(client, toggle.appId);
          throw error;
        },
      );
      toast({ text: t('toggle.switch.turnedOn', names), undo: () => void takeBack(saved) });
      onDone();
    });

  /** Takes back only the version of this save: what somebody saved since then stays. */
  async function takeBack(saved: Experiment) {
    try {
      if (experiment === undefined) {
        await removeExperiment(saved, saved.version);
        await forgetDeletedExperiments(client, toggle.appId, [saved.id]);
      } else {
        const body = bodyWith(toggle.id, experiment.rules);
        await saveExperiment(client, at, { body, ifMatch: saved.version });
      }
      const undone =
        experiment === undefined ? 'toggle.switch.turnedOffAgain' : 'toggle.rollOut.undone';
      toast({ text: t(undone, names) });
    } catch (error) {
      toast({ text: t('experiment.notUndone', { reason: failureText(error) }) });
      await forgetExperiments(client, toggle.appId);
    }
  }

  return { rollOut, failure, isBusy };
}
