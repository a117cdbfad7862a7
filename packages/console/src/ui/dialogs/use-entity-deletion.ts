import type { Endpoint, ErrorCodeOf } from '@comporta/contract/endpoint';
import { useTranslations } from 'use-intl/react';
import { isNotFound, refusalOf } from '../../api/api-error.ts';
import { useFailureText } from '../../api/failure-text.ts';
import type { Outcome } from './info-dialog.tsx';
import { useDeletion } from './use-deletion.tsx';

interface EntityDeletion<Row, E extends Endpoint> {
  readonly endpoint: E;
  /** The title of the question, and the text of its button. */
  readonly title: string;
  readonly confirm: (row: Row) => string;
  /** The text that the user must type first, when the deletion removes much. */
  readonly nameToType?: (row: Row) => string;
  /** What the question says after that, where it is not that the deletion cannot be undone. */
  readonly afterwards?: string | undefined;
  readonly success: string;
  readonly refused: (code: ErrorCodeOf<E> | 'NOT_FOUND') => string;
  /** The uses that the list knows of, shown with the question. */
  readonly uses?: (row: Row) => NonNullable<Outcome['items']>;
  /** The uses that a refusal names. */
  readonly usedIn?: (error: unknown) => NonNullable<Outcome['items']>;
  readonly remove: (row: Row) => Promise<unknown>;
  /** Called after the user closed the result, good or bad, to reload lists. */
  readonly onClosed: (kind: Outcome['kind']) => void;
}

/** The deletion of an entity: the question says whether it can be undone, and a refusal gives the reason. */
export function useEntityDeletion<Row, E extends Endpoint>(
  deletion: EntityDeletion<Row, E>,
): ReturnType<typeof useDeletion<Row>> {
  const { endpoint, title, confirm, nameToType, afterwards, success } = deletion;
  const { refused, uses, usedIn } = deletion;
  const t = useTranslations('dialog.confirm');
  const failureText = useFailureText();
  return useDeletion<Row>({
    question: (row) => ({
      title,
      text: `${confirm(row)} ${afterwards ?? t('irreversible')}`,
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
