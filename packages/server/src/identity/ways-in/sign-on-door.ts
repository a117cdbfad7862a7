import { and, asc, eq } from 'drizzle-orm';
import {
  isEnforcedFor,
  readSignInPolicy,
} from '../../platform/callers/sign-in-policy-repository.ts';
import type { Sql } from '../../platform/database/database.ts';
import { byName } from '../../tables/by-name.ts';
import { providers } from '../../tables/identity.ts';

interface Whose {
  readonly publicUrl: string;
  readonly accountId: string;
  readonly userId: string;
}

/** Through which a user comes in whose password is not used. */
export interface SignOnDoor {
  readonly provider: string;
  readonly address: string;
}

/** Undefined for users whose password works: those of a company without enforcement, and emergency users. Source: IDN-04. */
export async function findSignOnDoor(
  sql: Sql,
  { publicUrl, accountId, userId }: Whose,
): Promise<SignOnDoor | undefined> {
  if (!isEnforcedFor(await readSignInPolicy(sql, accountId), userId)) return undefined;
  const [first] = await listSignOnProviders(sql, accountId);
  return first && { provider: first.name, address: `${publicUrl}/sso/${first.slug}` };
}

/** The enabled providers of a company, by name. */
export function listSignOnProviders(sql: Sql, accountId: string) {
  return sql
    .select({ name: providers.name, slug: providers.slug })
    .from(providers)
    .where(and(eq(providers.accountId, accountId), providers.enabled))
    .orderBy(byName(providers.name), asc(providers.slug));
}
