import type { Toggle } from '@comporta/contract/toggles/toggle';
import { shownValue } from '@comporta/messages/shown-value';
import { useTranslations } from 'use-intl/react';
import styles from './value-list.module.css';

/**
 * The values of a toggle in a cell of two lines: the default, with a mark, and the others. The pair that most toggles
 * have is not repeated in each row: its type says it.
 */
export function ValueList({ toggle }: { readonly toggle: Toggle }) {
  const t = useTranslations();
  const { values, defaultValue, valueType } = toggle;
  const [first, ...more] = values.filter((value) => value !== defaultValue);
  if (valueType === 'BOOLEAN' && defaultValue === 'disabled' && first === 'enabled') {
    return <span className={styles.mark}>{t(`toggle.valueType.type.${valueType}`)}</span>;
  }
  return (
    <>
      {shownValue(defaultValue, values)}
      <span className={styles.mark}> {t('common.default')}</span>
      {first !== undefined && `\n${shownValue(first, values)}`}
      {more.length > 0 && ` +${more.length}`}
    </>
  );
}
