import type { AuditEntry } from '@comporta/contract/audit-logs/audit-log';
import { useTranslations } from 'use-intl/react';
import { LineDifferenceView } from '../../ui/lines/line-difference-view.tsx';
import styles from '../../ui/lines/lines.module.css';
import { differenceOf } from './difference.ts';

/** Shows the values before and after, as lines that start with a minus or a plus. */
export function Difference({ changes }: Pick<AuditEntry, 'changes'>) {
  const t = useTranslations('audit');
  return (
    <ul className={styles.lines}>
      {differenceOf(changes).map(({ sign, path, value, before }) => (
        <li key={`${sign} ${path}`} data-sign={sign}>
          <span aria-hidden>{sign} </span>
          {before === undefined ? (
            <>
              <span className="visually-hidden">{sign === '-' ? t('before') : t('after')}: </span>
              {path}: <bdi>{value}</bdi>
            </>
          ) : (
            <>
              {path}:
              <LineDifferenceView before={before} after={value} />
            </>
          )}
        </li>
      ))}
    </ul>
  );
}
