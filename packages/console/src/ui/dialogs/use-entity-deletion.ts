import type { Endpoint, ErrorCodeOf } from '@comporta/contract/endpoint';
import { useTranslations } from 'use-intl/react';
import { isNotFound, refusalOf } from '../../api/api-error.ts';
import { useFailureText } from '../../api/failure-text.ts';
import type { Outcome } from './info-dialog.tsx';
import { useDeletion } from './use-deletion.tsx';

interface EntityDeletion<Row, E extends Endpoint> {
  readonly endpoint: E;
  /** Of the question, and what its button says. */
  readonly title: string;
  readonly confirm: (row: Row) => string;
  /** What has to be typed first, where much is lost. */
  readonly nameToType?: (row: Row) => string;
  readonly success: string;
  readonly refused: (code: ErrorCodeOf<E> | 'NOT_FOUND') => string;
  /** Where it is used, as far as the list knows: told before the question is answered. */
  readonly uses?: (row: Row) => NonNullable<Outcome['items']>;
  /** Where what was to go is used, as far as a refusal says. */
  readonly usedIn?: (error: unknown) => NonNullable<Outcome['items']>;
  readonly remove: (row: Row) => Promise<unknown>;
  /** After the outcome was read, good or bad: lists reload. */
  readonly onClosed: (kind: Outcome['kind']) => void;
}

/** The deletion of an entity: the question says that there is no way back, a refusal why not. */
export function useEntityDeletion<Row, E extends Endpoint>(
  deletion: EntityDeletion<Row, E>,
): ReturnType<typeof useDeletion<Row>> {
  const { endpoint, title, confirm, nameToType, success, refused, uses, usedIn } = deletion;
  const t = useTranslations('dialog.confirm');
  const failureText = useFailureText();
  return useDeletion<Row>({
    question: (row) => ({
      title,
      text: `${confirm(row)} ${t('irreversible')}`,
      verb: title,
      ...(nameToType && { nameToType: nameToType(row) }),
      ...(uses && { uses: uses(row) }),
    }),
    remove: deletion.remove,
    refusal: (error) => {
      const code = isNotFound(error) ? 'NOT_FOUND' : refusalOf(endpoint, error);
      const text = code === undefined ? failureText(error) : refused(code);
      return { text, ...(usedIn && { items: usedIn(error) }) };
    },
    success,
    onClosed: deletion.onClosed,
  });
}
