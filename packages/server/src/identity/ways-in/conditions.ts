import { sql as raw, type SQL } from 'drizzle-orm';

/**
 * What the tables say of how the users of a query come in. Whole names: beside columns of one table alone, drizzle writes
 * those of others without theirs.
 */

/** Whether a provider knows the user. */
export const HAS_IDENTITY: SQL<boolean> = raw`exists (select from identities i where i.user_id = users.id)`;

/** Whether one does that lets people in. */
export const IS_CONNECTED: SQL<boolean> = raw`exists (select from identities i join providers p on p.id = i.provider_id
  where i.user_id = users.id and p.enabled)`;

export const HAS_FACTOR: SQL<boolean> = raw`(exists (select from second_factors f where f.user_id = users.id and f.app_since is not null)
  or exists (select from passkeys k where k.user_id = users.id))`;

/** Whether the company asks for a second factor that the user has neither here nor at a provider. Source: IDN-35. */
export const LACKS_FACTOR: SQL<boolean> = raw`exists (select from sign_in_policies s where s.account_id = users.account_id
    and (s.second_factor = 'ALL' or (s.second_factor = 'ADMINS' and users.admin)))
  and not ${HAS_FACTOR}
  and not exists (select from identities i join providers p on p.id = i.provider_id
    where i.user_id = users.id and p.enabled and p.second_factor_there)`;
