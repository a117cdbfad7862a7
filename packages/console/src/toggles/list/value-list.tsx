import { shownValue } from '@comporta/messages/shown-value';
import { useTranslations } from 'use-intl/react';
import styles from './value-list.module.css';

interface ValueListProps {
  readonly values: readonly string[];
  readonly defaultValue: string;
}

/** The values of a toggle in a cell of two lines: the default, with a mark, and the others. */
export function ValueList({ values, defaultValue }: ValueListProps) {
  const t = useTranslations('common');
  const [first, ...more] = values.filter((value) => value !== defaultValue);
  return (
    <>
      {shownValue(defaultValue)}
      <span className={styles.mark}> {t('default')}</span>
      {first !== undefined && `\n${shownValue(first)}`}
      {more.length > 0 && ` +${more.length}`}
    </>
  );
}
