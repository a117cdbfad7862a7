import type { ConditionProperties } from '@comporta/contract/conditions/condition';
import {
  checkTargetGroup,
  TARGET_GROUP,
  type TargetGroup,
  type TargetGroupDraft,
} from '@comporta/contract/target-groups/target-group';
import { createTargetGroup } from '@comporta/contract/target-groups/target-group-api';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'use-intl/react';
import { problemsOfRefusal } from '../../api/problems-of-refusal.ts';
import { saveTargetGroup } from '../../data/target-group-queries.ts';
import { checkWithRegexes } from '../../parts/conditions/check-with-regexes.ts';
import { NEW_CONDITION } from '../../parts/conditions/condition-form.ts';
import { groupProblemText } from '../../parts/conditions/target-group-problem.ts';
import { Alert } from '../../ui/alert.tsx';
import { TextField } from '../../ui/fields/text-field.tsx';
import { FormDialog } from '../../ui/forms/form-dialog.tsx';
import { useForm } from '../../ui/forms/use-form.ts';
import { editedParts } from './combined-parts.ts';
import type { EditedRule } from './edited-rule.ts';

interface SaveAsGroupDialogProps {
  readonly rule: EditedRule;
  readonly appId: string;
  readonly properties: ConditionProperties;
  readonly onSaved: (group: TargetGroup) => void;
  readonly onClose: () => void;
}

/** Saves the conditions of a rule as a target group, for this and other rules. Source: RUL-44. */
export function SaveAsGroupDialog(props: SaveAsGroupDialogProps) {
  const { rule, appId, properties, onSaved, onClose } = props;
  const t = useTranslations();
  const client = useQueryClient();
  const form = useForm({
    start: groupOf(rule),
    version: undefined,
    check: (draft) => checkWithRegexes(() => checkTargetGroup(draft, properties)),
    save: (value) =>
      saveTargetGroup(client, { appId, id: undefined }, { value, properties, ifMatch: undefined }),
    refusal: (error) => problemsOfRefusal(error, [createTargetGroup]),
    speak: (problem) => groupProblemText(t, problem),
    onSaved,
  });
  const ofConditions = form.problemAt('conditions');
  return (
    <FormDialog
      title={t('experiment.saveAsGroup.title')}
      form={form}
      verb={t('common.save')}
      intro={t('experiment.saveAsGroup.note')}
      onClose={onClose}
    >
      {ofConditions !== undefined && <Alert>{groupProblemText(t, ofConditions)}</Alert>}
      <TextField
        label={t('common.name')}
        limit={TARGET_GROUP.bounds.name.maxChars}
        {...form.field('name')}
      />
      <TextField
        label={t('common.optionalLabel', { label: t('common.description') })}
        limit={TARGET_GROUP.bounds.description.maxChars}
        {...form.field('description')}
      />
    </FormDialog>
  );
}

/** Whether a rule asks only for properties, so that a group can ask the same. */
export function canBeGroup(rule: EditedRule): boolean {
  const parts = editedParts(rule);
  return parts.length > 0 && parts.every(({ type }) => type === 'PROPERTY');
}

function groupOf(rule: EditedRule): TargetGroupDraft {
  const conditions = editedParts(rule).flatMap((part) =>
    part.type === 'PROPERTY' ? [part.propertyRule ?? NEW_CONDITION] : [],
  );
  return {
    name: rule.name ?? '',
    description: '',
    policy: rule.type === 'COMBINED' ? rule.combinedRule.policy : 'AND',
    conditions: conditions.map((condition, index) => ({ id: `new-${index + 1}`, ...condition })),
  };
}
