import { lengthOf } from '@comporta/contract/problem';
import { useTranslations } from 'use-intl/react';
import styles from './character-count.module.css';

const NEAR = 10;

/** Shows the length of a text; screen readers hear it only near the limit. */
export function CharacterCount({ text, limit }: { readonly text: string; readonly limit: number }) {
  const t = useTranslations('common');
  const length = lengthOf(text);
  const left = limit - length;
  return (
    <div className={styles.count} data-over={left < 0 || undefined}>
      <span aria-hidden>
        {length}/{limit}
      </span>
      <span role="status" className="visually-hidden">
        {left >= 0 && left <= NEAR && t('charactersLeft', { count: left })}
        {left < 0 && t('charactersOver', { count: -left })}
      </span>
    </div>
  );
}
