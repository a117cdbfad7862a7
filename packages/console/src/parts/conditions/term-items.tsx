import type { PropertyType } from '@comporta/engine/vocabulary';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useTranslations } from 'use-intl/react';
import styles from './condition-fields.module.css';
import { type ConditionText, termItems } from './condition-form.ts';

const SHOWN = 30;
const SHOWN_AT_MOST = 60;

interface TermItemsProps {
  readonly type: PropertyType;
  readonly condition: ConditionText;
}

/** Shows the list as it is parsed, so that empty or invalid items are visible before a save. */
export function TermItems({ type, condition }: TermItemsProps) {
  const t = useTranslations('condition.term');
  if (condition.term.trim() === '') {
    const takesAddresses = condition.expression.endsWith('IN_CIDR');
    return <p className={styles.hint}>{t(takesAddresses ? 'addresses' : 'inHint')}</p>;
  }
  const items = termItems(type, condition).map((item, index) => ({ ...item, index }));
  const shown = items
    .filter(({ code, index }) => index < SHOWN || code !== undefined)
    .slice(0, SHOWN_AT_MOST);
  return (
    <ul className={styles.items} aria-label={t('items')}>
      {shown.map(({ text, code, index }) => (
        <li key={index} className={styles.item} data-invalid={code !== undefined || undefined}>
          {code !== undefined && (
            <>
              <IconAlertTriangle size={13} aria-hidden />
              <span className="visually-hidden">{t('invalid')}</span>
            </>
          )}
          {text === '' ? <em>{t('empty')}</em> : text}
        </li>
      ))}
      {shown.length < items.length && <li>{t('more', { count: items.length - shown.length })}</li>}
    </ul>
  );
}
