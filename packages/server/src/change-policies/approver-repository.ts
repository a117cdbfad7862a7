import type { Person } from '@comporta/contract/users/user';
import { and, asc, eq, isNull, or, sql as raw } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Sql } from '../platform/database/database.ts';
import { users } from '../tables/accounts.ts';
import { byName } from '../tables/by-name.ts';
import { roles } from '../tables/grants.ts';

type Place = Readonly<Record<'accountId' | 'applicationId' | 'environmentId', string>>;

const here = alias(roles, 'here');
const everywhere = alias(roles, 'everywhere');

/** Who may approve changes of an environment now: a role there counts more than that of the application. Source: SAF-25, SAF-40. */
export function listApproversOf(
  sql: Sql,
  { accountId, applicationId, environmentId }: Place,
): Promise<Person[]> {
  return sql
    .select({ id: users.id, name: users.name })
    .from(users)
    .leftJoin(here, and(eq(here.userId, users.id), eq(here.environmentId, environmentId)))
    .leftJoin(
      everywhere,
      and(
        eq(everywhere.userId, users.id),
        eq(everywhere.applicationId, applicationId),
        isNull(everywhere.environmentId),
      ),
    )
    .where(
      and(
        eq(users.accountId, accountId),
        users.active,
        or(users.admin, raw`coalesce(${here.role}, ${everywhere.role}) = 'APPROVER'`),
      ),
    )
    .orderBy(byName(users.name), asc(users.id));
}
