import type { Quoted, Words } from '@comporta/contract/words';
import { useTranslations } from 'use-intl/react';
import { ValueChip } from './outcome-view.tsx';
import styles from './words-view.module.css';

/** A sentence in which values and terms are chips, and names keep their own direction. */
export function WordsView({ words }: { readonly words: Words }) {
  return words.map((part, index) =>
    typeof part === 'string' ? (
      part
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: the place in the sentence identifies a part.
      <QuotedView key={index} quoted={part} />
    ),
  );
}

function QuotedView({ quoted: { as, text, share } }: { readonly quoted: Quoted }) {
  const t = useTranslations('toggle.outcome');
  if (as === 'name') return <bdi>{text}</bdi>;
  return (
    <span className={styles.chip}>
      {share === undefined ? (
        <ValueChip value={text} />
      ) : (
        <ValueChip value={text}>
          {' '}
          {t('percent', { share })}
          <span aria-hidden className={styles.share} style={{ width: `${share}%` }} />
        </ValueChip>
      )}
    </span>
  );
}
