import { useQuery } from '@tanstack/react-query';
import { useSession } from '../../data/stored/session.ts';
import { usersQuery } from '../../data/user-queries.ts';
import { compareText } from '../../ui/list/list-order.ts';

interface Person {
  readonly value: string;
  readonly label: string;
}

/** The people to choose from: those on the screen. Administrators can choose any user. */
export function usePeople(
  shown: readonly { readonly id: string; readonly name: string }[],
  chosen: string,
): Person[] {
  const isAdmin = useSession()?.is_admin === true;
  const { data: users } = useQuery({ ...usersQuery, enabled: isAdmin });
  const names = new Map(users?.map(({ id, name }) => [id, name]));
  for (const { id, name } of shown) names.set(id, name);
  if (chosen !== '' && !names.has(chosen)) names.set(chosen, chosen);
  return [...names]
    .map(([value, label]) => ({ value, label }))
    .sort((one, other) => compareText(one.label, other.label));
}
