import { checkTexts } from '@comporta/contract/check-texts';
import { fieldsOf, requiredText, type ValueOf } from '@comporta/contract/fields';
import { type Checked, checked } from '@comporta/contract/problem';
import { eq, sql as raw } from 'drizzle-orm';
import { pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { users } from '../../tables/accounts.ts';
import { auditEntries } from '../../tables/audit-entries.ts';
import { createdAt, primaryId, versioned } from '../../tables/columns.ts';
import { createCompany, type TestUser } from '../../testing/builders.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { type Actor, findActor } from '../callers/actor.ts';
import type { Sql } from '../database/database.ts';
import { defineNoun } from './define-noun.ts';
import { createOne, deleteOne, editOne, getOne } from './verbs.ts';

/** A noun of accounts as small as it can be; the audit log knows it by the fields of an account key. */
const trials = pgTable('trials', {
  id: primaryId(),
  accountId: uuid().notNull(),
  key: text().notNull(),
  createdAt: createdAt(),
  ...versioned(),
});
const TRIAL = fieldsOf({
  key: requiredText({ maxChars: 9, empty: 'EMPTY_NAME', tooLong: 'NAME_TOO_LONG' }),
});
type Trial = ValueOf<typeof TRIAL>;

const TRIALS = defineNoun({
  type: 'accountKey',
  fields: TRIAL,
  table: trials,
  named: 'key',
  check(draft: Trial): Checked<Trial, 'EMPTY_NAME' | 'NAME_TOO_LONG' | 'INVALID_CHARACTERS'> {
    const { texts, problems } = checkTexts(TRIAL, draft);
    return checked(texts, problems);
  },
  isServed: false,
});

let server: TestServer;
let admin: TestUser;
let actor: Actor;

beforeAll(async () => {
  server = await startTestServer();
  await server.database.sql.execute(raw`
    create table trials (id uuid primary key, account_id uuid not null references accounts, key text not null,
      created_at timestamptz not null default now(), version integer not null, saved_by text not null,
      saved_by_id uuid, saved_at timestamptz not null)`);
});
afterAll(() => server.close());
beforeEach(async () => {
  admin = await createCompany(server);
  actor = await actorOf(admin);
});

async function actorOf({ token }: TestUser): Promise<Actor> {
  const found = await findActor(server.database.sql, token);
  if (found === undefined) throw new Error('nobody has this session');
  return found;
}

function write<Result>(
  run: (call: {
    readonly sql: Sql;
    readonly actor: Actor;
    readonly ifMatch: number | undefined;
  }) => Promise<Result>,
  by = actor,
): Promise<Result> {
  return server.database.sql.transaction((sql) => run({ sql, actor: by, ifMatch: 1 }));
}

const create = (key: string) => write((call) => createOne(TRIALS, { ...call, body: { key } }));
const edit = (id: string, key: string, by = actor) =>
  write((call) => editOne(TRIALS, { ...call, body: { key }, params: { id } }), by);

it('a noun of an account is saved with its audit entry in the log of the account', async () => {
  const { sql } = server.database;
  const created = await create('one');
  expect(created).toMatchObject({ accountId: admin.accountId, key: 'one', version: 1 });
  const { id } = created;
  expect(await edit(id, 'two')).toMatchObject({ key: 'two', version: 2 });
  expect(await getOne(TRIALS, { sql, actor, params: { id } })).toMatchObject({ key: 'two' });
  await write((call) => deleteOne(TRIALS, { ...call, ifMatch: 2, params: { id } }));
  await expect(getOne(TRIALS, { sql, actor, params: { id } })).rejects.toThrow('NOT_FOUND');

  const entries = await sql
    .select()
    .from(auditEntries)
    .where(eq(auditEntries.accountId, admin.accountId))
    .orderBy(auditEntries.sequence);
  const of = { entityType: 'accountKey', entityId: id, applicationId: null };
  expect(entries).toMatchObject([
    { ...of, action: 'CREATED', before: null, after: { key: 'one' } },
    { ...of, action: 'EDITED', before: { key: 'one' }, after: { key: 'two' } },
    { ...of, action: 'DELETED', before: { key: 'two' }, after: null },
  ]);
});

it('NOT_FOUND: another account reads, edits and deletes nothing of it', async () => {
  const { sql } = server.database;
  const { id } = await create('one');
  const stranger = await actorOf(await createCompany(server));
  await expect(getOne(TRIALS, { sql, actor: stranger, params: { id } })).rejects.toThrow(
    'NOT_FOUND',
  );
  await expect(edit(id, 'two', stranger)).rejects.toThrow('NOT_FOUND');
  const removing = write((call) => deleteOne(TRIALS, { ...call, params: { id } }), stranger);
  await expect(removing).rejects.toThrow('NOT_FOUND');
  expect(await TRIALS.rows.list(sql, stranger.accountId)).toEqual([]);
  expect(await TRIALS.rows.readAll(sql, admin.accountId)).toMatchObject([{ id, key: 'one' }]);
});

it('VERSION_CONFLICT: of two edits at once of the same version one is stored', async () => {
  const { id } = await create('one');
  const outcomes = await Promise.allSettled([edit(id, 'two'), edit(id, 'three')]);
  expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  const refused = outcomes.find((outcome) => outcome.status === 'rejected');
  expect(String(refused?.reason)).toContain('VERSION_CONFLICT');
});

it('FAIR-45: an administrator who is none any more while the call waits saves nothing', async () => {
  const { sql } = server.database;
  const { id } = await create('one');
  await sql.update(users).set({ admin: false }).where(eq(users.id, admin.id));
  await expect(edit(id, 'two')).rejects.toThrow('FORBIDDEN');
  expect(await TRIALS.rows.find(sql, admin.accountId, id)).toMatchObject({ key: 'one' });
});

it('a call without an application reads nothing of a noun that applications own', async () => {
  const { sql } = server.database;
  const owned = { ...TRIALS, rows: { ...TRIALS.rows, owner: 'application' as const } };
  const reading = getOne(owned, { sql, actor, params: { id: admin.id } });
  await expect(reading).rejects.toThrow('names no application');
});
