import { useTranslations } from 'use-intl/react';
import { hasLines } from '../lines/line-difference.ts';
import { LineDifferenceView } from '../lines/line-difference-view.tsx';
import { MarkedList } from '../list/marked-list.tsx';
import { type Difference, differencesBetween, type Parts, withPairs } from './difference.ts';

interface DifferenceListProps {
  readonly before: Parts;
  readonly after: Parts;
}

/** The changes from one state of a form to another, in words; of texts with several lines, the lines that differ. */
export function DifferenceList({ before, after }: DifferenceListProps) {
  const t = useTranslations();
  const lines = withPairs(differencesBetween(before, after), hasLines).map((difference) => {
    const text = textOf(difference);
    const key = `${difference.kind} ${difference.part} ${text}`;
    if (difference.kind !== 'changed' || !hasLines(difference.before + difference.after)) {
      return { key, kind: difference.kind, text };
    }
    const field = t(`audit.field.${difference.part}`);
    return { key, kind: difference.kind, text: <Lines field={field} {...difference} /> };
  });
  return <MarkedList lines={lines} empty={t('dialog.conflict.nothing')} />;

  function textOf(difference: Difference): string {
    const blank = t('dialog.conflict.blank');
    const field = t(`audit.field.${difference.part}`);
    return difference.kind === 'changed'
      ? t('audit.item.changed', {
          field,
          before: difference.before || blank,
          after: difference.after || blank,
        })
      : t(`audit.item.${difference.kind}`, { field, value: difference.text || blank });
  }
}

interface LinesProps {
  readonly field: string;
  readonly before: string;
  readonly after: string;
}

function Lines({ field, before, after }: LinesProps) {
  return (
    <>
      {field}:
      <LineDifferenceView before={before} after={after} />
    </>
  );
}
