import { KEY_MAX_CHARS } from '@comporta/contract/check-key';
import {
  checkProperty,
  NEW_PROPERTY,
  PROPERTY,
  type Property,
} from '@comporta/contract/properties/property';
import { createProperty, updateProperty } from '@comporta/contract/properties/property-api';
import { PROPERTY_TYPES } from '@comporta/engine/vocabulary';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useParams } from 'react-router';
import { useTranslations } from 'use-intl/react';
import { problemsOfRefusal } from '../api/problems-of-refusal.ts';
import { EditorPage } from '../base/editor-page.tsx';
import { pathTo } from '../base/paths.ts';
import { useDraftKey } from '../base/use-draft-key.ts';
import { useSaveNews } from '../base/use-save-news.ts';
import { fetchProperty, propertyQuery, saveProperty } from '../data/property-queries.ts';
import { openMenu } from '../ui/controls/open-menu.ts';
import { SelectField } from '../ui/fields/select-field.tsx';
import { TextAreaField } from '../ui/fields/text-area-field.tsx';
import { TextField } from '../ui/fields/text-field.tsx';
import { EditorForm } from '../ui/forms/editor-form.tsx';
import { useForm } from '../ui/forms/use-form.ts';
import { nextProperty, propertyDraft } from './property-form.ts';

/** The value of the last entry of the menu of types; no type has this name. */
const MORE = 'more' as const;

export function PropertyEditorPage() {
  const t = useTranslations('property');
  const { appId = '', id = '' } = useParams();
  const property = useQuery({ ...propertyQuery(appId, id), enabled: id !== 'new' });
  return (
    <EditorPage
      id={id}
      query={property}
      titleNew={t('titleNew')}
      titleEdit={t('titleEdit')}
      nameOf={({ key }) => key}
      width="form"
      help="concepts"
    >
      {(saved, onReload) => <PropertyEditor {...{ appId, saved, onReload }} />}
    </EditorPage>
  );
}

interface PropertyEditorProps {
  readonly appId: string;
  /** Absent for a property that is not created yet. */
  readonly saved: Property | undefined;
  readonly onReload: (() => void) | undefined;
}

function PropertyEditor({ appId, saved, onReload }: PropertyEditorProps) {
  const t = useTranslations();
  const client = useQueryClient();
  const tellOfSave = useSaveNews();
  const form = useForm({
    start: saved === undefined ? NEW_PROPERTY : propertyDraft(saved),
    check: checkProperty,
    save: (value, ifMatch) => saveProperty(client, { appId, id: saved?.id }, { value, ifMatch }),
    refusal: (error) => problemsOfRefusal(error, [createProperty, updateProperty]),
    speak: ({ code, meta }) => t(`property.error.${code}`, { limit: Number(meta?.limit) }),
    memory: { key: useDraftKey() },
    another: saved === undefined ? nextProperty : undefined,
    onSaved: ({ id, key: name }, undo, next) =>
      tellOfSave({
        id,
        name,
        undo,
        next,
        path: pathTo('property', { appId, id }),
        list: pathTo('properties', { appId }),
      }),
    version: saved?.version,
  });
  const isRenamed = saved !== undefined && form.draft.key.trim() !== saved.key;
  const type = form.field('type');
  const [isWide, setWide] = useState(false);
  const menu = useRef<HTMLSelectElement>(null);
  const shown = PROPERTY_TYPES.filter((one) => one !== 'LIST' || isWide || type.value === one);
  const types = [...shown, ...(shown.length < PROPERTY_TYPES.length ? [MORE] : [])].map(
    (value) => ({ value, label: t(`property.type.${value}`) }),
  );

  function choose(value: string) {
    if (value !== MORE) {
      type.onChange(value);
      return;
    }
    flushSync(() => setWide(true));
    openMenu(menu.current);
  }

  return (
    <EditorForm
      form={form}
      onReload={onReload}
      comparison={
        saved === undefined
          ? undefined
          : {
              load: async () => propertyDraft(await fetchProperty(saved)),
              describe: (draft) => draft,
            }
      }
    >
      <TextField
        label={t('property.key')}
        hint={isRenamed ? t('property.renameWarning') : t('property.keyHint')}
        limit={KEY_MAX_CHARS}
        monospace
        {...form.field('key')}
      />
      <SelectField
        label={t('common.type')}
        placeholder={t('property.chooseType')}
        options={types}
        {...type}
        ref={(element) => {
          menu.current = element instanceof HTMLSelectElement ? element : null;
          type.ref(element);
        }}
        onChange={choose}
        {...(saved === undefined ? {} : { disabled: true, hint: t('property.typeLocked') })}
      />
      <TextAreaField
        label={t('common.optionalLabel', { label: t('common.description') })}
        limit={PROPERTY.bounds.description.maxChars}
        {...form.field('description')}
      />
    </EditorForm>
  );
}
