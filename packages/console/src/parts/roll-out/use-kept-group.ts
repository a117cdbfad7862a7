import type { ConditionProperties } from '@comporta/contract/conditions/condition';
import {
  checkTargetGroup,
  type TargetGroupDraft,
} from '@comporta/contract/target-groups/target-group';
import { createTargetGroup } from '@comporta/contract/target-groups/target-group-api';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslations } from 'use-intl/react';
import { useFailureText } from '../../api/failure-text.ts';
import { problemsOfRefusal } from '../../api/problems-of-refusal.ts';
import { saveTargetGroup } from '../../data/target-group-queries.ts';
import { groupProblemText } from '../conditions/target-group-problem.ts';

/** Saves the users of a roll-out as a target group, for other rules too. */
export function useKeptGroup(appId: string, properties: ConditionProperties) {
  const t = useTranslations();
  const client = useQueryClient();
  const failureText = useFailureText();
  const [problem, setProblem] = useState<string>();
  const [isBusy, setBusy] = useState(false);

  /** Resolves to the id of the group; undefined when there is a problem with it. */
  async function save(draft: TargetGroupDraft): Promise<string | undefined> {
    setProblem(undefined);
    const checked = checkTargetGroup(draft, properties);
    if (!checked.ok) {
      setProblem(groupProblemText(t, checked.problems[0]));
      return undefined;
    }
    setBusy(true);
    try {
      const { value } = checked;
      const at = { appId, id: undefined };
      const { id } = await saveTargetGroup(client, at, { value, properties, ifMatch: undefined });
      return id;
    } catch (error) {
      const [first] = problemsOfRefusal(error, [createTargetGroup]) ?? [];
      setProblem(first === undefined ? failureText(error) : groupProblemText(t, first));
      return undefined;
    } finally {
      setBusy(false);
    }
  }

  return { save, problem, isBusy };
}
