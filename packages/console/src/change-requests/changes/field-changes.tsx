import type { Edit } from '@comporta/contract/change-requests/edit';
import type { EditType } from '@comporta/contract/change-requests/edit-type';
import type { Body } from '@comporta/contract/change-requests/parts-of';
import { useTranslations } from 'use-intl/react';
import type { PartName, Parts } from '../../ui/forms/difference.ts';
import { DifferenceList } from '../../ui/forms/difference-list.tsx';
import { MarkedList } from '../../ui/list/marked-list.tsx';
import { type FieldNames, fieldTexts } from './field-texts.ts';

interface FieldChangesProps {
  readonly edit: Edit;
  readonly names: FieldNames;
}

/** What an edit changes of a toggle, a group or a property, in words: the differences that the service found. */
export function FieldChanges({ edit, names }: FieldChangesProps) {
  const t = useTranslations();
  const { type, base, result, differences } = edit;
  if (differences.some(({ kind }) => kind === 'DELETED')) {
    return <p>{t('changeRequest.edit.gone')}</p>;
  }
  const textsOf = (body: Body | null, fields: readonly string[]): Parts =>
    body === null ? {} : fieldTexts(t, { type, body, fields }, names);
  if (differences.some(({ kind }) => kind === 'CREATED')) {
    return <NewFields parts={textsOf(result, FIELDS[type])} />;
  }
  const fields = differences.flatMap(({ part }) => part ?? []);
  return <DifferenceList before={textsOf(base, fields)} after={textsOf(result, fields)} />;
}

/** What a new thing has. */
function NewFields({ parts }: { readonly parts: Parts }) {
  const t = useTranslations();
  const names = Object.keys(parts) as PartName[]; // Their keys are names of parts.
  const lines = names.flatMap((part) => {
    const text = parts[part] ?? '';
    const value = typeof text === 'string' ? text : text.join(', ');
    const field = t(`audit.field.${part}`);
    const line = { key: part, kind: 'added', text: t('audit.item.is', { field, value }) } as const;
    return value === '' ? [] : [line];
  });
  return <MarkedList lines={lines} empty={t('changeRequest.noDifference')} />;
}

const FIELDS: Readonly<Record<EditType, readonly string[]>> = {
  experiment: [],
  toggle: ['name', 'description', 'values', 'defaultValue', 'valueType', 'tags', 'ownerId'],
  targetGroup: ['name', 'description', 'policy', 'conditions'],
  property: ['key', 'type', 'description'],
};
