import { useTranslations } from 'use-intl/react';
import { lineDifference } from './line-difference.ts';
import styles from './lines.module.css';

interface LineDifferenceViewProps {
  readonly before: string;
  readonly after: string;
}

/** Two texts of several lines, compared line by line. */
export function LineDifferenceView({ before, after }: LineDifferenceViewProps) {
  const t = useTranslations('audit');
  return (
    <ul className={styles.lines}>
      {lineDifference(before, after).map(({ sign, text }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a line is told by its place.
        <li key={index} data-sign={sign}>
          <span aria-hidden>{sign} </span>
          {sign !== ' ' && (
            <span className="visually-hidden">{sign === '-' ? t('before') : t('after')}: </span>
          )}
          <bdi>{text}</bdi>
        </li>
      ))}
    </ul>
  );
}
