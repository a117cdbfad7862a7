import { isShownWhole, shownValue } from '@comporta/messages/shown-value';
import { useTranslations } from 'use-intl/react';
import styles from './value-list.module.css';

const SHOWN = 4;

interface ValueListProps {
  readonly values: readonly string[];
  readonly defaultValue: string;
}

/** A toggle's values, the default marked; of many, the first few and how many more. */
export function ValueList({ values, defaultValue }: ValueListProps) {
  const t = useTranslations();
  const shown = values.slice(0, SHOWN);
  // What everyone gets without an experiment is never among those left out.
  if (!shown.includes(defaultValue)) shown.splice(-1, 1, defaultValue);
  const more = values.length - shown.length;
  return (
    <ul className={styles.values}>
      {shown.map((value) => (
        <li key={value} className={styles.value} data-default={value === defaultValue || undefined}>
          <code title={isShownWhole(value) ? undefined : value}>{shownValue(value)}</code>
          {value === defaultValue && <span className={styles.mark}> {t('common.default')}</span>}
        </li>
      ))}
      {more > 0 && <li className={styles.more}>{t('toggle.list.moreValues', { count: more })}</li>}
    </ul>
  );
}
