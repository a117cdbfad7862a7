import { TOGGLE, TOGGLE_NAME_MAX_CHARS, type Toggle } from '@comporta/contract/toggles/toggle';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { useTranslations } from 'use-intl/react';
import { togglesQuery } from '../data/toggle-queries.ts';
import { peopleQuery } from '../data/user-queries.ts';
import type { NamedLink } from '../ui/dialogs/link-list.tsx';
import { SelectField } from '../ui/fields/select-field.tsx';
import { SwitchField } from '../ui/fields/switch-field.tsx';
import { TextField } from '../ui/fields/text-field.tsx';
import type { Field } from '../ui/forms/use-form.ts';
import { TagsField } from './page/tags-field.tsx';
import { type ToggleForm, type TogglePart, toggleForm } from './toggle-form.ts';
import { ValueTypeField } from './value-type-field.tsx';
import { ValuesField } from './values-field.tsx';

const LifecycleFields = lazy(async () => ({
  default: (await import('./page/lifecycle-fields.tsx')).LifecycleFields,
}));

interface ToggleFieldsProps {
  readonly part: TogglePart;
  readonly form: {
    readonly draft: ToggleForm;
    readonly edit: (change: Partial<ToggleForm>) => void;
    readonly field: <Name extends keyof ToggleForm & string>(name: Name) => Field<ToggleForm[Name]>;
  };
  /** Absent for a toggle that is not created yet. */
  readonly saved?: Toggle;
  /** The experiments that prevent the removal of a value. */
  readonly usedIn?: readonly NamedLink[];
  /** Returns links to the rules that return a value of a saved toggle. */
  readonly usesOf?: (value: string) => readonly NamedLink[];
}

/** The controls of a toggle, each of them once; `part` says which ones a form shows. */
export function ToggleFields({ part, form, saved, usedIn = [], usesOf }: ToggleFieldsProps) {
  const t = useTranslations();
  const { field } = form;
  const shows = (name: keyof ToggleForm) => part.some((one) => one === name);
  return (
    <>
      {shows('name') && (
        <TextField
          label={t('common.name')}
          monospace
          hint={t('toggle.nameHint')}
          limit={TOGGLE_NAME_MAX_CHARS}
          trimmed
          {...field('name')}
        />
      )}
      {shows('description') && (
        <TextField
          label={t('common.optionalLabel', { label: t('common.description') })}
          limit={TOGGLE.bounds.description.maxChars}
          {...field('description')}
        />
      )}
      {shows('values') && (
        <ValuesField
          values={field('values')}
          defaultValue={field('defaultValue')}
          entry={field('entry')}
          onChange={form.edit}
          usedIn={usedIn}
          {...(usesOf && { usesOf })}
        />
      )}
      {shows('valueType') && (
        <ValueTypeField
          draft={{ ...(saved && toggleForm(saved)), ...form.draft }}
          saved={saved}
          {...field('valueType')}
        />
      )}
      {shows('availableToClients') && (
        <SwitchField
          label={t('toggle.availableToClients.label')}
          hint={t('toggle.availableToClients.hint')}
          {...field('availableToClients')}
          value={field('availableToClients').value !== false}
        />
      )}
      {saved !== undefined && shows('tags') && <KnownTags appId={saved.appId} {...field('tags')} />}
      {saved !== undefined && shows('ownerId') && <Owner toggle={saved} {...field('ownerId')} />}
      {saved !== undefined && shows('lifetime') && (
        <Suspense>
          <LifecycleFields
            lifetime={{ ...field('lifetime'), value: form.draft.lifetime ?? saved.lifetime }}
            removeBy={field('removeBy')}
          />
        </Suspense>
      )}
    </>
  );
}

/** Suggests the tags of the application's other toggles. */
function KnownTags({ appId, ...tags }: Field<readonly string[]> & { readonly appId: string }) {
  const { data: toggles } = useQuery(togglesQuery(appId));
  return <TagsField {...tags} known={[...new Set(toggles?.flatMap((toggle) => toggle.tags))]} />;
}

function Owner({ toggle, ...field }: Field<string> & { readonly toggle: Toggle }) {
  const t = useTranslations('toggle.details');
  const { data: people = [] } = useQuery(peopleQuery(toggle.appId));
  const owners = people.map(({ id, name }) => ({ value: id, label: name }));
  const { ownerId, owner } = toggle;
  const isListed = ownerId === null || owners.some(({ value }) => value === ownerId);
  return (
    <SelectField
      label={t('owner')}
      placeholder={t('nobody')}
      options={isListed ? owners : [...owners, { value: ownerId, label: owner ?? ownerId }]}
      {...field}
    />
  );
}
