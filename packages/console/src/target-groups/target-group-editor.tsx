import type { ConditionProperties } from '@comporta/contract/conditions/condition';
import { newerWords } from '@comporta/contract/conditions/newer-words';
import {
  checkTargetGroup,
  TARGET_GROUP,
  type TargetGroup,
  type TargetGroupDraft,
} from '@comporta/contract/target-groups/target-group';
import {
  createTargetGroup,
  updateTargetGroup,
} from '@comporta/contract/target-groups/target-group-api';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { useTranslations } from 'use-intl/react';
import { useFailureText } from '../api/failure-text.ts';
import { problemsOfRefusal } from '../api/problems-of-refusal.ts';
import { pathTo } from '../base/paths.ts';
import { useDraftKey } from '../base/use-draft-key.ts';
import { useSaveNews } from '../base/use-save-news.ts';
import {
  fetchTargetGroup,
  groupBody,
  saveTargetGroup,
  targetGroupsQuery,
} from '../data/target-group-queries.ts';
import { togglesQuery } from '../data/toggle-queries.ts';
import { filingRefusal } from '../parts/apply/filing-refusal.ts';
import { useSaveOtherwise } from '../parts/apply/use-save-otherwise.tsx';
import { checkWithRegexes } from '../parts/conditions/check-with-regexes.ts';
import { groupProblemText } from '../parts/conditions/target-group-problem.ts';
import { SavedVersions } from '../parts/history/saved-versions.tsx';
import { type Restored, useRestoredDraft } from '../parts/history/use-restored-draft.ts';
import { LateOlderReaders } from '../parts/older-readers/late-older-readers.tsx';
import { TextField } from '../ui/fields/text-field.tsx';
import { DifferenceList } from '../ui/forms/difference-list.tsx';
import { EditorForm } from '../ui/forms/editor-form.tsx';
import { useForm } from '../ui/forms/use-form.ts';
import { ConditionsField } from './conditions-field.tsx';
import { PolicyField } from './policy-field.tsx';
import styles from './target-group-editor.module.css';
import { newTargetGroup, nextTargetGroup, targetGroupDraft } from './target-group-form.ts';
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
  const listId = useSearchParams()[0].get('list');
  const form = useForm({
    start: saved === undefined ? newTargetGroup(listId) : targetGroupDraft(saved),
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
  const failureText = useFailureText();
  const describe = (draft: TargetGroupDraft) => describeTargetGroup(t, draft, properties);
  const { otherWay, otherWayDialog } = useSaveOtherwise({
    form,
    askedOf: (value) => ({
      appId,
      name: saved?.name ?? '',
      edit: {
        type: 'targetGroup',
        action: 'UPDATE',
        id: saved?.id,
        version: form.version,
        body: groupBody(value, properties),
      },
      changes: <DifferenceList before={describe(form.saved)} after={describe(form.draft)} />,
      refusalText: (say, error) =>
        filingRefusal(
          { say, failureText, save: updateTargetGroup, speak: (one) => groupProblemText(say, one) },
          error,
        ),
    }),
  });

  return (
    <>
      <EditorForm
        form={form}
        otherWay={saved && otherWay}
        onReload={onReload}
        after={
          <>
            <TargetGroupSummary draft={form.draft} properties={properties} />
            {saved !== undefined && <GroupReaders saved={saved} draft={form.draft} />}
          </>
        }
        before={
          saved !== undefined && (
            <SavedVersions lastChanged={saved.lastChanged}>
              <TargetGroupVersions
                group={saved}
                draft={form.draft}
                properties={properties}
                onRestore={restore}
              />
            </SavedVersions>
          )
        }
        comparison={
          saved === undefined
            ? undefined
            : {
                load: async () => targetGroupDraft(await fetchTargetGroup(saved)),
                describe,
              }
        }
      >
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
      </EditorForm>
      {otherWayDialog}
    </>
  );
}

/** Warns where programs evaluate the group that do not know a word of the draft. */
function GroupReaders({
  saved,
  draft,
}: {
  readonly saved: TargetGroup;
  readonly draft: TargetGroupDraft;
}) {
  const { appId, id } = saved;
  const known = newerWords(saved);
  const isNewer = newerWords(draft).some((word) => !known.includes(word));
  const { data: groups } = useQuery({ ...targetGroupsQuery(appId), enabled: isNewer });
  const { data: toggles } = useQuery({ ...togglesQuery(appId), enabled: isNewer });
  if (!isNewer || groups === undefined || toggles === undefined) return null;
  const usedBy = groups.find((group) => group.id === id)?.usedBy ?? [];
  const toggleIds = new Map(toggles.map((toggle) => [toggle.name, toggle.id]));
  const uses = usedBy.flatMap(({ name, envId }) => {
    const toggleId = toggleIds.get(name);
    return envId === undefined || toggleId === undefined ? [] : [{ envId, toggleId }];
  });
  return <LateOlderReaders appId={appId} uses={uses} />;
}
