import {
  checkToggle,
  NEW_TOGGLE,
  TOGGLE,
  TOGGLE_NAME_MAX_CHARS,
  type Toggle,
} from '@comporta/contract/toggles/toggle';
import { createToggle, updateToggle } from '@comporta/contract/toggles/toggle-api';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'use-intl/react';
import { problemsOfRefusal } from '../api/problems-of-refusal.ts';
import { pathTo } from '../base/paths.ts';
import { useDraftKey } from '../base/use-draft-key.ts';
import { useSaveNews } from '../base/use-save-news.ts';
import { useUsageLinks } from '../parts/usage/use-usage-links.ts';
import { SwitchField } from '../ui/fields/switch-field.tsx';
import { TextField } from '../ui/fields/text-field.tsx';
import { EditorForm } from '../ui/forms/editor-form.tsx';
import { useForm } from '../ui/forms/use-form.ts';
import { describeToggle, nextToggle, toggleDraft } from './toggle-form.ts';
import { fetchToggle, saveToggle } from './toggle-queries.ts';
import { ValueTypeField } from './value-type-field.tsx';
import { ValuesField } from './values-field.tsx';

interface ToggleEditorProps {
  readonly appId: string;
  /** Absent for a toggle that is yet to be created. */
  readonly saved?: Toggle;
  readonly onReload?: (() => void) | undefined;
}

export function ToggleEditor({ appId, saved, onReload }: ToggleEditorProps) {
  const t = useTranslations();
  const client = useQueryClient();
  const tellOfSave = useSaveNews();
  const usageLinks = useUsageLinks(appId);
  const form = useForm({
    start: saved === undefined ? NEW_TOGGLE : toggleDraft(saved),
    check: (draft) => checkToggle(draft, saved),
    save: (value, ifMatch) => saveToggle(client, { appId, id: saved?.id }, { value, ifMatch }),
    refusal: (error) => problemsOfRefusal(error, [createToggle, updateToggle]),
    speak: ({ code, meta }) =>
      t(`toggle.error.${code}`, { limit: Number(meta?.limit), value: String(meta?.value) }),
    memory: { key: useDraftKey() },
    ...(saved === undefined && { another: nextToggle }),
    onSaved: ({ id, name }, undo, next) =>
      tellOfSave({
        id,
        name,
        undo,
        next,
        path: pathTo('toggle', { appId, toggleId: id }),
        list: pathTo('toggles', { appId }),
      }),
    ...(saved === undefined ? {} : { version: saved.version }),
  });

  return (
    <EditorForm
      form={form}
      onReload={onReload}
      comparison={
        saved === undefined
          ? undefined
          : {
              load: async () => toggleDraft(await fetchToggle(saved)),
              describe: (draft) => describeToggle(t, draft),
            }
      }
    >
      <TextField
        label={t('common.name')}
        monospace
        {...form.field('name')}
        {...(saved === undefined
          ? { hint: t('toggle.nameHint'), limit: TOGGLE_NAME_MAX_CHARS, trimmed: true }
          : { hint: t('toggle.nameLocked'), readOnly: true })}
      />
      <TextField
        label={t('common.optionalLabel', { label: t('common.description') })}
        limit={TOGGLE.bounds.description.maxChars}
        {...form.field('description')}
      />
      <ValuesField
        values={form.field('values')}
        defaultValue={form.field('defaultValue')}
        onChange={form.edit}
        usedIn={usageLinks(form.problemAt('values'))}
      />
      <ValueTypeField draft={form.draft} saved={saved} {...form.field('valueType')} />
      <SwitchField
        label={t('toggle.availableToClients.label')}
        hint={t('toggle.availableToClients.hint')}
        {...form.field('availableToClients')}
        value={form.draft.availableToClients !== false}
      />
    </EditorForm>
  );
}
