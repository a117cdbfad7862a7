import { TOGGLE, type Toggle } from '@comporta/contract/toggles/toggle';
import { updateToggle } from '@comporta/contract/toggles/toggle-api';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type KeyboardEvent, useEffect } from 'react';
import { useTranslations } from 'use-intl/react';
import { problemsOfRefusal } from '../../api/problems-of-refusal.ts';
import { useSaveNews } from '../../base/use-save-news.ts';
import { fetchToggle, togglesQuery } from '../../data/toggle-queries.ts';
import { peopleQuery } from '../../data/user-queries.ts';
import { type Restored, useRestoredDraft } from '../../parts/history/use-restored-draft.ts';
import { SelectField } from '../../ui/fields/select-field.tsx';
import { TextField } from '../../ui/fields/text-field.tsx';
import { EditorForm } from '../../ui/forms/editor-form.tsx';
import type { EditsMemory } from '../../ui/forms/remembered-edits.ts';
import { useForm } from '../../ui/forms/use-form.ts';
import { checkPart, type DetailsDraft, detailsDraft, savePart } from '../toggle-parts.ts';
import { problemOfToggle } from '../toggle-problem.ts';
import { TagsField } from './tags-field.tsx';
import styles from './toggle-details.module.css';

interface DetailsFormProps {
  readonly toggle: Toggle;
  readonly focused: keyof DetailsDraft;
  readonly memory: EditsMemory<DetailsDraft>;
  readonly restored: Restored<DetailsDraft> | undefined;
  readonly onReload: () => void;
  readonly onDone: () => void;
}

/** Edits the description, the tags and the owner of a toggle in place. */
export function DetailsForm(props: DetailsFormProps) {
  const { toggle, focused, memory, restored, onReload, onDone } = props;
  const t = useTranslations();
  const client = useQueryClient();
  const tellOfSave = useSaveNews();
  const { data: people } = useQuery(peopleQuery(toggle.appId));
  const { data: toggles } = useQuery(togglesQuery(toggle.appId));
  const form = useForm({
    start: detailsDraft(toggle),
    version: toggle.version,
    check: ({ ownerId, ...draft }) => {
      const checked = checkPart(toggle, draft);
      return checked.ok
        ? { ok: true, value: { ...checked.value, ownerId: ownerId === '' ? null : ownerId } }
        : checked;
    },
    save: (value, ifMatch, start) =>
      savePart(client, { toggle, value, ifMatch, start, partOf: detailsDraft }),
    refusal: (error) => problemsOfRefusal(error, [updateToggle]),
    speak: (problem) => problemOfToggle(t, problem),
    memory,
    onSaved: ({ id, name }, undo) => {
      tellOfSave({ id, name, undo });
      onDone();
    },
  });
  useRestoredDraft(form, restored);

  useEffect(() => {
    const field = document.querySelector<HTMLElement>(`[data-details] [name="${focused}"]`);
    field?.focus();
  }, [focused]);

  /** With two forms on one page, the save shortcut saves the form that has the focus. */
  function onKeyDown(event: KeyboardEvent) {
    if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== 's') return;
    event.preventDefault();
    event.stopPropagation();
    void form.submit();
  }

  const owners = (people ?? []).map(({ id, name }) => ({ value: id, label: name }));
  const { ownerId, owner } = toggle;
  const isListed = ownerId === null || owners.some(({ value }) => value === ownerId);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys come from the fields inside.
    <div data-details className={styles.form} onKeyDown={onKeyDown}>
      <EditorForm
        form={form}
        onCancel={onDone}
        onReload={() => {
          onDone();
          onReload();
        }}
        comparison={{
          load: async () => detailsDraft(await fetchToggle(toggle)),
          describe: ({ description, tags, ownerId: id }) => ({
            description,
            tags,
            owner: owners.find(({ value }) => value === id)?.label ?? '',
          }),
        }}
      >
        <TextField
          label={t('common.optionalLabel', { label: t('common.description') })}
          limit={TOGGLE.bounds.description.maxChars}
          {...form.field('description')}
        />
        <TagsField
          {...form.field('tags')}
          known={[...new Set(toggles?.flatMap(({ tags }) => tags))]}
        />
        <SelectField
          label={t('toggle.details.owner')}
          placeholder={t('toggle.details.nobody')}
          options={isListed ? owners : [...owners, { value: ownerId, label: owner ?? ownerId }]}
          {...form.field('ownerId')}
        />
      </EditorForm>
    </div>
  );
}
