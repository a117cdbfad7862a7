import { createToggle } from '@comporta/contract/toggles/toggle-api';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'use-intl/react';
import { problemsOfRefusal } from '../api/problems-of-refusal.ts';
import { pathTo } from '../base/paths.ts';
import { useDraftKey } from '../base/use-draft-key.ts';
import { useSaveNews } from '../base/use-save-news.ts';
import { saveToggle } from '../data/toggle-queries.ts';
import { EditorForm } from '../ui/forms/editor-form.tsx';
import { useForm } from '../ui/forms/use-form.ts';
import { ToggleFields } from './toggle-fields.tsx';
import { checkToggleForm, NEW_PART, NEW_TOGGLE_FORM, nextToggle } from './toggle-form.ts';
import { problemOfToggle } from './toggle-problem.ts';

interface ToggleEditorProps {
  readonly appId: string;
  /** The name that the form begins with, such as one that programs ask for. */
  readonly name: string;
}

/** Creates a toggle. */
export function ToggleEditor({ appId, name: given }: ToggleEditorProps) {
  const t = useTranslations();
  const client = useQueryClient();
  const tellOfSave = useSaveNews();
  const form = useForm({
    start: { ...NEW_TOGGLE_FORM, name: given },
    check: (draft) => checkToggleForm(draft),
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
      <ToggleFields part={NEW_PART} form={form} />
    </EditorForm>
  );
}
