import type { AuditEntry } from '@comporta/contract/audit-logs/audit-log';
import { useQuery } from '@tanstack/react-query';
import { useSession } from '../data/stored/session.ts';
import { usersQuery } from '../data/user-queries.ts';
import { compareText } from '../ui/list/list-order.ts';

interface Person {
  readonly value: string;
  readonly label: string;
}

/** The people to choose from: the actors of the entries. Administrators can choose any user. */
export function usePeople(entries: readonly AuditEntry[], chosen: string): Person[] {
  const isAdmin = useSession()?.is_admin === true;
  const { data: users } = useQuery({ ...usersQuery, enabled: isAdmin });
  const names = new Map(users?.map(({ id, name }) => [id, name]));
  for (const { actor } of entries) names.set(actor.id, actor.name);
  if (chosen !== '' && !names.has(chosen)) names.set(chosen, chosen);
  return [...names]
    .map(([value, label]) => ({ value, label }))
    .sort((one, other) => compareText(one.label, other.label));
}
