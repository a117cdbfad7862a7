import type { ChangeRequest } from '@comporta/contract/change-requests/change-request';
import type { Person } from '@comporta/contract/users/user';

interface Needed {
  readonly needed: number;
  /** Who may approve there; undefined until it is known. */
  readonly approvers: readonly Person[] | undefined;
}

/** The people who can approve a request where they are fewer than are needed; nobody approves what they edited. */
export function tooFewApprovers(
  { author, contributors }: Pick<ChangeRequest, 'author' | 'contributors'>,
  { needed, approvers }: Needed,
): readonly Person[] | undefined {
  if (approvers === undefined) return undefined;
  const editors = new Set([author.id, ...contributors.map(({ id }) => id)]);
  const others = approvers.filter(({ id }) => !editors.has(id));
  return others.length < needed ? others : undefined;
}
