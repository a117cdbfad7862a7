import type { ReactNode } from 'react';
import { CharacterCount } from '../fields/character-count.tsx';
import styles from '../fields/text-field.module.css';

/** Has a field tell how much of its limit is used. */
export function withCount(text: string, limit: number | undefined) {
  if (limit === undefined) return {};
  return {
    className: styles.counted ?? '',
    inputContainer: (input: ReactNode) => (
      <>
        {input}
        <CharacterCount text={text} limit={limit} />
      </>
    ),
  };
}
