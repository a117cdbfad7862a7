import type { Toggle } from '@comporta/contract/toggles/toggle';
import { updateToggle } from '@comporta/contract/toggles/toggle-api';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'use-intl/react';
import { problemsOfRefusal } from '../../api/problems-of-refusal.ts';
import { pathTo } from '../../base/paths.ts';
import { useDraftKey } from '../../base/use-draft-key.ts';
import { useSaveNews } from '../../base/use-save-news.ts';
import { fetchToggle } from '../../data/toggle-queries.ts';
import { type Restored, useRestoredDraft } from '../../parts/history/use-restored-draft.ts';
import { useUsageLinks } from '../../parts/usage/use-usage-links.ts';
import { SwitchField } from '../../ui/fields/switch-field.tsx';
import { EditorForm } from '../../ui/forms/editor-form.tsx';
import { useForm } from '../../ui/forms/use-form.ts';
import { describeToggle, toggleDraft, type ValueEntry, withEntry } from '../toggle-form.ts';
import { checkPart, savePart, type ValuesDraft, valuesDraft } from '../toggle-parts.ts';
import { problemOfToggle } from '../toggle-problem.ts';
import { ValueTypeField } from '../value-type-field.tsx';
import { ValuesField } from '../values-field.tsx';
import { useValueUses } from './use-value-uses.ts';

interface ToggleValuesProps {
  readonly toggle: Toggle;
  readonly restored: Restored<ValuesDraft> | undefined;
  readonly onReload: () => void;
}

/** The values that a saved toggle can return. */
export function ToggleValues({ toggle, restored, onReload }: ToggleValuesProps) {
  const t = useTranslations();
  const client = useQueryClient();
  const tellOfSave = useSaveNews();
  const usageLinks = useUsageLinks(toggle.appId);
  const usesOf = useValueUses(toggle);
  const { appId } = toggle;
  const form = useForm({
    start: valuesForm(toggle),
    version: toggle.version,
    check: (draft) => checkPart(toggle, withEntry(draft)),
    save: (value, ifMatch, start) =>
      savePart(client, { toggle, value, ifMatch, start: withEntry(start), partOf: valuesDraft }),
    refusal: (error) => problemsOfRefusal(error, [updateToggle]),
    speak: (problem) => problemOfToggle(t, problem),
    memory: { key: useDraftKey() },
    onSaved: ({ id, name }, undo) =>
      tellOfSave({
        id,
        name,
        undo,
        path: pathTo('toggle', { appId, toggleId: id }),
        list: pathTo('toggles', { appId }),
      }),
  });
  useRestoredDraft(form, restored);

  return (
    <EditorForm
      form={form}
      onReload={onReload}
      comparison={{
        load: async () => valuesForm(await fetchToggle(toggle)),
        describe: (draft) => {
          const described = describeToggle(t, { ...toggleDraft(toggle), ...withEntry(draft) });
          const { values, defaultValue, valueType, availableToClients } = described;
          return { values, defaultValue, valueType, availableToClients };
        },
      }}
    >
      <ValuesField
        values={form.field('values')}
        defaultValue={form.field('defaultValue')}
        entry={form.field('entry')}
        onChange={form.edit}
        usedIn={usageLinks(form.problemAt('values'))}
        usesOf={usesOf}
      />
      <ValueTypeField
        draft={{ ...toggleDraft(toggle), ...form.draft }}
        saved={toggle}
        {...form.field('valueType')}
      />
      <SwitchField
        label={t('toggle.availableToClients.label')}
        hint={t('toggle.availableToClients.hint')}
        {...form.field('availableToClients')}
        value={form.draft.availableToClients !== false}
      />
    </EditorForm>
  );
}

function valuesForm(toggle: Toggle): ValuesDraft & ValueEntry {
  return { ...valuesDraft(toggle), entry: '' };
}
