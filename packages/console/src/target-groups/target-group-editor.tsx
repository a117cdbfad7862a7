import type { ConditionProperties } from '@comporta/contract/conditions/condition';
import {
  checkTargetGroup,
  NEW_TARGET_GROUP,
  TARGET_GROUP,
  type TargetGroup,
  type TargetGroupDraft,
} from '@comporta/contract/target-groups/target-group';
import {
  createTargetGroup,
  updateTargetGroup,
} from '@comporta/contract/target-groups/target-group-api';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslations } from 'use-intl/react';
import { problemsOfRefusal } from '../api/problems-of-refusal.ts';
import { pathTo } from '../base/paths.ts';
import { useDraftKey } from '../base/use-draft-key.ts';
import { useSaveNews } from '../base/use-save-news.ts';
import { fetchTargetGroup, saveTargetGroup } from '../data/target-group-queries.ts';
import { checkWithRegexes } from '../parts/conditions/check-with-regexes.ts';
import { groupProblemText } from '../parts/conditions/target-group-problem.ts';
import { SavedVersions } from '../parts/history/saved-versions.tsx';
import { type Restored, useRestoredDraft } from '../parts/history/use-restored-draft.ts';
import { TextField } from '../ui/fields/text-field.tsx';
import { EditorForm } from '../ui/forms/editor-form.tsx';
import { useForm } from '../ui/forms/use-form.ts';
import { ConditionsField } from './conditions-field.tsx';
import { PolicyField } from './policy-field.tsx';
import styles from './target-group-editor.module.css';
import { nextTargetGroup, targetGroupDraft } from './target-group-form.ts';
import { TargetGroupSummary } from './target-group-summary.tsx';
import { TargetGroupVersions } from './target-group-versions.tsx';
import { describeTargetGroup } from './target-group-words.ts';

interface TargetGroupEditorProps {
  readonly appId: string;
  readonly properties: ConditionProperties;
  /** Absent for a group that is not created yet. */
  readonly saved: TargetGroup | undefined;
  readonly onReload: (() => void) | undefined;
}

export function TargetGroupEditor({ appId, properties, saved, onReload }: TargetGroupEditorProps) {
  const t = useTranslations();
  const client = useQueryClient();
  const tellOfSave = useSaveNews();
  const form = useForm({
    start: saved === undefined ? NEW_TARGET_GROUP : targetGroupDraft(saved),
    check: (draft) => checkWithRegexes(() => checkTargetGroup(draft, properties)),
    save: (value, ifMatch) =>
      saveTargetGroup(client, { appId, id: saved?.id }, { value, properties, ifMatch }),
    refusal: (error) => problemsOfRefusal(error, [createTargetGroup, updateTargetGroup]),
    speak: (problem) => groupProblemText(t, problem),
    memory: { key: useDraftKey() },
    another: saved === undefined ? nextTargetGroup : undefined,
    onSaved: ({ id, name }, undo, next) =>
      tellOfSave({
        id,
        name,
        undo,
        next,
        path: pathTo('targetGroup', { appId, id }),
        list: pathTo('targetGroups', { appId }),
      }),
    version: saved?.version,
  });
  const [restored, restore] = useState<Restored<TargetGroupDraft>>();
  useRestoredDraft(form, restored);

  return (
    <EditorForm
      form={form}
      onReload={onReload}
      comparison={
        saved === undefined
          ? undefined
          : {
              load: async () => targetGroupDraft(await fetchTargetGroup(saved)),
              describe: (draft) => describeTargetGroup(t, draft, properties),
            }
      }
    >
      {saved !== undefined && (
        <SavedVersions lastChanged={saved.lastChanged}>
          <TargetGroupVersions
            group={saved}
            draft={form.draft}
            properties={properties}
            onRestore={restore}
          />
        </SavedVersions>
      )}
      <div className={styles.texts}>
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
      </div>
      <PolicyField {...form.field('policy')} />
      <ConditionsField
        properties={properties}
        problem={form.problemAt('conditions')}
        refAt={(index, field) => form.refAt('conditions', index, field)}
        {...form.field('conditions')}
      />
      <TargetGroupSummary draft={form.draft} properties={properties} />
    </EditorForm>
  );
}
