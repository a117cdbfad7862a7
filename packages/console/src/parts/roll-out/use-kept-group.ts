import type { ConditionProperties } from '@comporta/contract/conditions/condition';
import {
  checkTargetGroup,
  type TargetGroupDraft,
} from '@comporta/contract/target-groups/target-group';
import { createTargetGroup } from '@comporta/contract/target-groups/target-group-api';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'use-intl/react';
import { problemsOfRefusal } from '../../api/problems-of-refusal.ts';
import { saveTargetGroup } from '../../data/target-group-queries.ts';
import { useTask } from '../../ui/forms/use-task.ts';
import { groupProblemText } from '../conditions/target-group-problem.ts';

/** Saves the users of a roll-out as a target group, for other rules too. */
export function useKeptGroup(appId: string, properties: ConditionProperties) {
  const t = useTranslations();
  const client = useQueryClient();
  const { isBusy, problem, setProblem, run } = useTask({ textOf });

  function textOf(error: unknown): string | undefined {
    const [first] = problemsOfRefusal(error, [createTargetGroup]) ?? [];
    return first && groupProblemText(t, first);
  }

  /** Resolves to the id of the group; undefined when there is a problem with it. */
  async function save(draft: TargetGroupDraft): Promise<string | undefined> {
    setProblem(undefined);
    const checked = checkTargetGroup(draft, properties);
    if (!checked.ok) {
      setProblem(groupProblemText(t, checked.problems[0]));
      return undefined;
    }
    let id: string | undefined;
    await run(async () => {
      const { value } = checked;
      const at = { appId, id: undefined };
      ({ id } = await saveTargetGroup(client, at, { value, properties, ifMatch: undefined }));
    });
    return id;
  }

  return { save, problem, isBusy };
}
