import type { Language } from '@comporta/messages/languages';
import { and, eq, sql as raw, type SQL } from 'drizzle-orm';
import type { Sql } from '../platform/database/database.ts';
import { builtOnce } from '../platform/database/pool/built-once.ts';
import { accounts, users } from '../tables/accounts.ts';

/** The data of a user that a login needs. */
export interface Credential {
  readonly id: string;
  readonly accountId: string;
  readonly name: string;
  readonly email: string;
  readonly admin: boolean;
  readonly active: boolean;
  readonly deactivated: boolean;
  readonly language: Language;
  readonly passwordHash: string | null;
  /** From when on the company's policy asks for a second factor. */
  readonly factorDueAt: Date | null;
  readonly companyName: string;
  readonly plan: string;
}

export const CREDENTIAL = {
  id: users.id,
  accountId: users.accountId,
  name: users.name,
  email: users.email,
  admin: users.admin,
  active: users.active,
  deactivated: users.deactivated,
  language: users.language,
  passwordHash: users.passwordHash,
  factorDueAt: users.factorDueAt,
  companyName: accounts.name,
  plan: accounts.plan,
};

/** Every sign-in waits for these. */
const findByEmail = builtOnce((sql) =>
  selectCredential(sql, eq(users.email, raw.placeholder('email'))),
);
const findById = builtOnce((sql) => selectCredential(sql, eq(users.id, raw.placeholder('id'))));
const holdById = builtOnce((sql) =>
  selectCredential(sql, eq(users.id, raw.placeholder('id'))).for('no key update', { of: users }),
);
const keepById = builtOnce((sql) =>
  sql
    .select({ id: users.id })
    .from(users)
    .where(
      and(
        eq(users.id, raw.placeholder('id')),
        eq(users.passwordHash, raw.placeholder('passwordHash')),
      ),
    )
    .for('no key update'),
);

export async function findCredentialByEmail(
  sql: Sql,
  email: string,
): Promise<Credential | undefined> {
  return (await findByEmail(sql, { email }))[0];
}

export async function findCredentialById(sql: Sql, id: string): Promise<Credential | undefined> {
  return (await findById(sql, { id }))[0];
}

/** The same, with the user locked as by `lockUser`. */
export async function holdCredential(sql: Sql, id: string): Promise<Credential | undefined> {
  return (await holdById(sql, { id }))[0];
}

function selectCredential(sql: Sql, which: SQL) {
  return sql
    .select(CREDENTIAL)
    .from(users)
    .innerJoin(accounts, eq(accounts.id, users.accountId))
    .where(which);
}

/** Whether the verified password is still that of the user. The result stays valid until the transaction ends. */
export async function keepPassword(
  sql: Sql,
  { id, passwordHash }: Pick<Credential, 'id' | 'passwordHash'>,
): Promise<boolean> {
  return (await keepById(sql, { id, passwordHash: passwordHash ?? '' })).length > 0;
}

/** Records that a user was sent a link to set their first password. */
export async function noteInvitation(sql: Sql, userId: string): Promise<void> {
  await sql.update(users).set({ invitedAt: new Date() }).where(eq(users.id, userId));
}

export async function savePassword(sql: Sql, userId: string, passwordHash: string): Promise<void> {
  await sql.update(users).set({ passwordHash }).where(eq(users.id, userId));
}

/** Activates a user who has set a first password. This is a new version of the user, like any other change. */
export async function activate(sql: Sql, user: Pick<Credential, 'id' | 'name'>): Promise<void> {
  await sql
    .update(users)
    .set({
      active: true,
      version: raw`${users.version} + 1`,
      savedBy: user.name,
      savedAt: new Date(),
    })
    .where(eq(users.id, user.id));
}

export async function saveLanguage(sql: Sql, userId: string, language: Language): Promise<void> {
  await sql.update(users).set({ language }).where(eq(users.id, userId));
}
