import type { ReactNode } from 'react';
import { CharacterCount } from '../fields/character-count.tsx';
import styles from '../fields/text-field.module.css';

/** Adds the count of characters to a field with a limit. */
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
