import { randomBytes } from 'node:crypto';
import { and, eq, inArray, ne, sql as raw } from 'drizzle-orm';
import { Rejection } from '../platform/base/rejection.ts';
import { takeAccountNumbers } from '../platform/changes/audit-numbers.ts';
import { lockAccount, lockUser } from '../platform/database/account-lock.ts';
import type { Sql } from '../platform/database/database.ts';
import type { ForgetIn, ForgottenPerson } from '../platform/nouns/forgotten-person.ts';
import { passwordLinks, sessions, users } from '../tables/accounts.ts';
import { auditEntries } from '../tables/audit-entries.ts';
import { grants, roles } from '../tables/grants.ts';
import {
  challenges,
  identities,
  knownBrowsers,
  passkeys,
  secondFactors,
  signIns,
  tokens,
} from '../tables/identity.ts';
import { mails } from '../tables/queues.ts';

type Person = Pick<ForgottenPerson, 'accountId' | 'id'>;

/**
 * Replaces the name and e-mail of every user who has or had this e-mail with one pseudonym: in the audit log, in
 * columns such as `saved_by`, in the user's own row, and in what nouns hold (`forgetIn`). A current user is deactivated.
 * Returns the pseudonym; undefined when no user had the e-mail. Rejects with LAST_ADMIN. Source: T09.
 */
export async function forgetPerson(
  sql: Sql,
  email: string,
  forgetIn: readonly ForgetIn[],
): Promise<string | undefined> {
  const people = await findPeople(sql, email);
  if (people.length === 0) return undefined;
  const pseudonym = `former-user-${randomBytes(4).toString('hex')}`;
  for (const person of people) {
    await lockAccount(sql, person.accountId);
    // Before their mails: whoever sends one locks its recipient first.
    await lockUser(sql, person.id);
    const forgotten = { ...person, names: await namesOf(sql, person), pseudonym };
    await endUser(sql, forgotten);
    await renameInAudit(sql, forgotten);
    await renameWhereSaved(sql, forgotten);
    await renameInMails(sql, forgotten);
    for (const forget of forgetIn) await forget(sql, forgotten);
    await recordErasure(sql, forgotten);
  }
  return pseudonym;
}

async function findPeople(sql: Sql, email: string): Promise<Person[]> {
  const { rows } = await sql.execute<{ account_id: string; id: string }>(raw`
    select account_id, id from users where email = ${email}
    union
    select account_id, entity_id from audit_entries
      where entity_type = 'user' and (before ->> 'email' = ${email} or after ->> 'email' = ${email})
    union
    select account_id, (actor ->> 'id')::uuid from audit_entries where actor ->> 'email' = ${email}`);
  return rows.map(({ account_id: accountId, id }) => ({ accountId, id }));
}

const ofAccount = ({ accountId }: Person) => eq(users.accountId, accountId);

/** Every name that the user has ever had. */
async function namesOf(sql: Sql, { accountId, id }: Person): Promise<string[]> {
  const { rows } = await sql.execute<{ name: string }>(raw`
    select name from users where id = ${id}
    union
    select unnest(array[before ->> 'name', after ->> 'name', entity_name]) from audit_entries
      where account_id = ${accountId} and entity_type = 'user' and entity_id = ${id}
    union
    select actor ->> 'name' from audit_entries
      where account_id = ${accountId} and actor ->> 'id' = ${id}`);
  return rows.map(({ name }) => name).filter((name) => name !== null);
}

/** The row stays, like that of any deactivated user. */
async function endUser(sql: Sql, person: ForgottenPerson): Promise<void> {
  const { id, pseudonym } = person;
  const others = and(ofAccount(person), users.admin, users.active, ne(users.id, id));
  const [user] = await sql.select({ id: users.id }).from(users).where(eq(users.id, id));
  if (user === undefined) return;
  if ((await sql.$count(users, others)) === 0) throw new Rejection('LAST_ADMIN');
  await sql.delete(sessions).where(eq(sessions.userId, id));
  await sql.delete(passwordLinks).where(eq(passwordLinks.userId, id));
  await sql.delete(mails).where(eq(mails.userId, id));
  await sql.delete(grants).where(eq(grants.userId, id));
  await sql.delete(roles).where(eq(roles.userId, id));
  for (const table of [
    identities,
    secondFactors,
    passkeys,
    knownBrowsers,
    signIns,
    tokens,
    challenges,
  ])
    await sql.delete(table).where(eq(table.userId, id));
  await sql
    .update(users)
    .set({
      name: pseudonym,
      email: pseudonym,
      passwordHash: null,
      admin: false,
      active: false,
      deactivated: true,
      version: raw`${users.version} + 1`,
    })
    .where(eq(users.id, id));
}

async function renameInAudit(sql: Sql, { accountId, id, pseudonym }: ForgottenPerson) {
  const renamed = raw`jsonb_build_object('name', ${pseudonym}::text, 'email', ${pseudonym}::text)`;
  await sql
    .update(auditEntries)
    .set({ actor: raw`(${auditEntries.actor} || ${renamed}) - 'via'` })
    .where(and(eq(auditEntries.accountId, accountId), raw`${auditEntries.actor} ->> 'id' = ${id}`));
  const rename = (column: typeof auditEntries.before | typeof auditEntries.after) =>
    raw`case when ${column} ? 'email' then ${column} || ${renamed} else ${column} end`;
  await sql
    .update(auditEntries)
    .set({
      entityName: pseudonym,
      before: rename(auditEntries.before),
      after: rename(auditEntries.after),
    })
    .where(
      and(
        eq(auditEntries.accountId, accountId),
        eq(auditEntries.entityType, 'user'),
        eq(auditEntries.entityId, id),
      ),
    );
  await renameTokensInAudit(sql, { accountId, id, pseudonym });
}

/** People name tokens after themselves, and after their machines. */
async function renameTokensInAudit(
  sql: Sql,
  { accountId, id, pseudonym }: Pick<ForgottenPerson, 'accountId' | 'id' | 'pseudonym'>,
): Promise<void> {
  const renamed = raw`jsonb_build_object('name', ${pseudonym}::text)`;
  await sql
    .update(auditEntries)
    .set({
      entityName: pseudonym,
      before: raw`${auditEntries.before} || ${renamed}`,
      after: raw`${auditEntries.after} || ${renamed}`,
    })
    .where(
      and(
        eq(auditEntries.accountId, accountId),
        eq(auditEntries.entityType, 'token'),
        raw`${auditEntries.actor} ->> 'id' = ${id}`,
      ),
    );
}

/**
 * Replaces the names in the `saved_by` and `created_by` columns of all tables. They store a name only, so a namesake
 * in the same account is renamed, too.
 */
async function renameWhereSaved(
  sql: Sql,
  { accountId, names, pseudonym }: ForgottenPerson,
): Promise<void> {
  const { rows } = await sql.execute<{ table: string; column: string; by: string }>(raw`
    select saved.table_name as table, saved.column_name as column, min(scope.column_name) as by
    from information_schema.columns saved
    join information_schema.columns scope using (table_schema, table_name)
    where saved.table_schema = 'public' and saved.column_name in ('saved_by', 'created_by')
      and scope.column_name in ('account_id', 'application_id')
    group by saved.table_name, saved.column_name`);
  for (const { table, column, by } of rows) {
    const ofPerson =
      by === 'account_id'
        ? raw`account_id = ${accountId}`
        : raw`application_id in (select id from applications where account_id = ${accountId})`;
    await sql.execute(raw`update ${raw.identifier(table)} set ${raw.identifier(column)} = ${pseudonym}
      where ${raw.identifier(column)} = any(${raw.param([...names])}) and ${ofPerson}`);
  }
}

/** Renames who invited, or changed how all log in, in the mails to other users. */
async function renameInMails(sql: Sql, person: ForgottenPerson): Promise<void> {
  const { names, pseudonym } = person;
  const colleagues = sql.select({ id: users.id }).from(users).where(ofAccount(person));
  const isToColleague = inArray(mails.userId, colleagues);
  await sql
    .update(mails)
    .set({ reason: raw`jsonb_set(${mails.reason}, '{inviter}', to_jsonb(${pseudonym}::text))` })
    .where(and(inArray(raw`${mails.reason} ->> 'inviter'`, [...names]), isToColleague));
  await sql
    .update(mails)
    .set({ reason: raw`jsonb_set(${mails.reason}, '{what,name}', to_jsonb(${pseudonym}::text))` })
    .where(and(inArray(raw`${mails.reason} #>> '{what,name}'`, [...names]), isToColleague));
}

async function recordErasure(sql: Sql, { accountId, id, pseudonym }: ForgottenPerson) {
  await sql.insert(auditEntries).values({
    accountNumber: await takeAccountNumbers(sql, accountId, 1),
    accountId,
    action: 'EDITED',
    entityType: 'user',
    entityId: id,
    entityName: pseudonym,
    actor: { kind: 'system', id: '', name: '' },
    after: { name: pseudonym, email: pseudonym },
    at: raw`clock_timestamp()`,
  });
}
