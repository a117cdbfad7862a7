import { randomBytes } from 'node:crypto';
import { and, desc, eq, gt, isNull, ne, or, sql as raw } from 'drizzle-orm';
import type { Sql } from '../../platform/database/database.ts';
import { passkeys, secondFactors } from '../../tables/identity.ts';
import type { NewPublicKey } from './passkeys.ts';

const ROW = {
  id: passkeys.id,
  name: passkeys.name,
  createdAt: passkeys.createdAt,
  lastUsedAt: passkeys.lastUsedAt,
};

export function listPasskeysOf(sql: Sql, userId: string) {
  return sql
    .select(ROW)
    .from(passkeys)
    .where(eq(passkeys.userId, userId))
    .orderBy(desc(passkeys.createdAt), passkeys.id);
}

export interface StoredPasskey {
  readonly id: string;
  readonly userId: string;
  readonly publicKey: Buffer;
  readonly handle: string | null;
}

export async function findPasskey(sql: Sql, id: string): Promise<StoredPasskey | undefined> {
  const [row] = await sql
    .select({
      id: passkeys.id,
      userId: passkeys.userId,
      publicKey: passkeys.publicKey,
      handle: secondFactors.passkeyHandle,
    })
    .from(passkeys)
    .leftJoin(secondFactors, eq(secondFactors.userId, passkeys.userId))
    .where(eq(passkeys.id, id));
  return row;
}

/** By what the authenticators know the user, which says nothing of them; made at first need. */
export async function holdHandle(sql: Sql, userId: string): Promise<string> {
  const passkeyHandle = randomBytes(32).toString('base64url');
  const [row] = await sql
    .insert(secondFactors)
    .values({ userId, passkeyHandle })
    .onConflictDoUpdate({
      target: secondFactors.userId,
      set: { passkeyHandle: raw`coalesce(${secondFactors.passkeyHandle}, ${passkeyHandle})` },
    })
    .returning({ handle: secondFactors.passkeyHandle });
  return row?.handle ?? passkeyHandle;
}

interface NewPasskey extends Pick<NewPublicKey, 'id' | 'counter' | 'transports'> {
  readonly userId: string;
  readonly name: string;
  readonly publicKey: Buffer;
  readonly host: string;
}

/** Undefined when somebody has a passkey of this id. */
export async function insertPasskey(sql: Sql, passkey: NewPasskey) {
  const [row] = await sql.insert(passkeys).values(passkey).onConflictDoNothing().returning(ROW);
  return row;
}

/** A passkey of a user. */
interface Owned {
  readonly id: string;
  readonly userId: string;
}

const BASE64URL = /^[\w-]+$/;

/** No row has an id with a character that the database has not, which would be its error. */
function isOf({ id, userId }: Owned) {
  return and(BASE64URL.test(id) ? eq(passkeys.id, id) : raw`false`, eq(passkeys.userId, userId));
}

export async function findPasskeyOf(sql: Sql, which: Owned) {
  const [row] = await sql.select(ROW).from(passkeys).where(isOf(which));
  return row;
}

export async function savePasskeyName(sql: Sql, which: Owned, name: string) {
  const [row] = await sql.update(passkeys).set({ name }).where(isOf(which)).returning(ROW);
  return row;
}

/** Returns false when the user has none of this id. */
export async function deletePasskey(sql: Sql, which: Owned): Promise<boolean> {
  const deleted = await sql.delete(passkeys).where(isOf(which)).returning({ id: passkeys.id });
  return deleted.length > 0;
}

/** A line for the log at the start, where passkeys were made for another host; undefined where none was. Source: IDN-33. */
export async function complaintOfPasskeys(
  sql: Sql,
  publicUrl: string,
): Promise<string | undefined> {
  const { hostname } = new URL(publicUrl);
  const count = await sql.$count(passkeys, ne(passkeys.host, hostname));
  return count === 0
    ? undefined
    : `${count} of the passkeys were made for another host than ${hostname} and do not work here`;
}

/** Whether anybody has a passkey that may work at this host. */
export async function isAnyPasskeyAt(sql: Sql, host: string): Promise<boolean> {
  const isAtHost = or(eq(passkeys.host, host), isNull(passkeys.host));
  const [row] = await sql.select({ id: passkeys.id }).from(passkeys).where(isAtHost).limit(1);
  return row !== undefined;
}

export async function countPasskeys(sql: Sql, userId: string): Promise<number> {
  return sql.$count(passkeys, eq(passkeys.userId, userId));
}

/**
 * Notes that a passkey was used. Returns false when its counter does not go up: then two have its key. Most authenticators
 * count nothing, and say 0.
 */
export async function notePasskeyUse(sql: Sql, id: string, counter: number): Promise<boolean> {
  const isHigher = counter === 0 ? eq(passkeys.counter, 0) : gt(raw`${counter}`, passkeys.counter);
  const used = await sql
    .update(passkeys)
    .set({ counter, lastUsedAt: raw`now()` })
    .where(and(eq(passkeys.id, id), isHigher))
    .returning({ id: passkeys.id });
  return used.length > 0;
}
