import { useTranslations } from 'use-intl/react';
import { MarkedList } from '../list/marked-list.tsx';
import { differencesBetween, type Parts } from './difference.ts';

interface DifferenceListProps {
  readonly before: Parts;
  readonly after: Parts;
}

/** The changes from one state of a form to another, in words. */
export function DifferenceList({ before, after }: DifferenceListProps) {
  const t = useTranslations();
  const blank = t('dialog.conflict.blank');
  const lines = differencesBetween(before, after).map((difference) => {
    const { kind, part } = difference;
    const field = t(`audit.field.${part}`);
    const text =
      kind === 'changed'
        ? t('audit.item.changed', {
            field,
            before: difference.before || blank,
            after: difference.after || blank,
          })
        : t(`audit.item.${kind}`, { field, value: difference.text || blank });
    return { key: `${kind} ${text}`, kind, text };
  });
  return <MarkedList lines={lines} empty={t('dialog.conflict.nothing')} />;
}
