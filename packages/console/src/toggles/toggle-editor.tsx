import { checkToggle, TOGGLE, TOGGLE_NAME_MAX_CHARS } from '@comporta/contract/toggles/toggle';
import { createToggle } from '@comporta/contract/toggles/toggle-api';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'use-intl/react';
import { problemsOfRefusal } from '../api/problems-of-refusal.ts';
import { pathTo } from '../base/paths.ts';
import { useDraftKey } from '../base/use-draft-key.ts';
import { useSaveNews } from '../base/use-save-news.ts';
import { saveToggle } from '../data/toggle-queries.ts';
import { SwitchField } from '../ui/fields/switch-field.tsx';
import { TextField } from '../ui/fields/text-field.tsx';
import { EditorForm } from '../ui/forms/editor-form.tsx';
import { useForm } from '../ui/forms/use-form.ts';
import { NEW_TOGGLE_FORM, nextToggle, withEntry } from './toggle-form.ts';
import { problemOfToggle } from './toggle-problem.ts';
import { ValueTypeField } from './value-type-field.tsx';
import { ValuesField } from './values-field.tsx';

/** Creates a toggle. */
export function ToggleEditor({ appId }: { readonly appId: string }) {
  const t = useTranslations();
  const client = useQueryClient();
  const tellOfSave = useSaveNews();
  const form = useForm({
    start: NEW_TOGGLE_FORM,
    check: (draft) => checkToggle(withEntry(draft)),
    save: (value, ifMatch) => saveToggle(client, { appId, id: undefined }, { value, ifMatch }),
    refusal: (error) => problemsOfRefusal(error, [createToggle]),
    speak: (problem) => problemOfToggle(t, problem),
    memory: { key: useDraftKey() },
    another: nextToggle,
    onSaved: ({ id, name }, undo, next) =>
      tellOfSave({
        id,
        name,
        undo,
        next,
        path: pathTo('toggle', { appId, toggleId: id }),
        list: pathTo('toggles', { appId }),
      }),
  });

  return (
    <EditorForm form={form}>
      <TextField
        label={t('common.name')}
        monospace
        hint={t('toggle.nameHint')}
        limit={TOGGLE_NAME_MAX_CHARS}
        trimmed
        {...form.field('name')}
      />
      <TextField
        label={t('common.optionalLabel', { label: t('common.description') })}
        limit={TOGGLE.bounds.description.maxChars}
        {...form.field('description')}
      />
      <ValuesField
        values={form.field('values')}
        defaultValue={form.field('defaultValue')}
        entry={form.field('entry')}
        onChange={form.edit}
        usedIn={[]}
      />
      <ValueTypeField draft={form.draft} saved={undefined} {...form.field('valueType')} />
      <SwitchField
        label={t('toggle.availableToClients.label')}
        hint={t('toggle.availableToClients.hint')}
        {...form.field('availableToClients')}
        value={form.draft.availableToClients !== false}
      />
    </EditorForm>
  );
}
