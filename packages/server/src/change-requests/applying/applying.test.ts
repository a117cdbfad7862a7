import type { AuditPage } from '@comporta/contract/audit-logs/audit-log';
import type { ChangeRequest } from '@comporta/contract/change-requests/change-request';
import { sql as raw } from 'drizzle-orm';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { CHANGES_CHANNEL } from '../../platform/changes/changes.ts';
import { createToggle, createUser } from '../../testing/builders.ts';
import { createToken } from '../../testing/identity/create-token.ts';
import {
  exactly,
  openRequestDesk,
  type RequestDesk,
  split,
} from '../../testing/requests/request-desk.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

let server: TestServer;
let desk: RequestDesk;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

beforeEach(async () => {
  desk = await openRequestDesk(server);
});

const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();
const scheduled = (edits: readonly object[], draft: object = {}) =>
  desk.file(edits, { start: 'AT', startAt: inHours(1), ...draft });
const stateOf = async (request: ChangeRequest) => (await desk.read(request)).state;

/** How long until a node looks at the request again, in seconds. */
async function secondsToLook({ id }: ChangeRequest): Promise<number> {
  const { rows } = await server.database.sql.execute<{ seconds: number }>(raw`
    select extract(epoch from look_at - clock_timestamp())::float as seconds from change_requests where id = ${id}`);
  return rows[0]?.seconds ?? Number.NaN;
}

describe('IDN-84: a step that a token filed', () => {
  const headlines = async () =>
    (
      await desk.send<AuditPage>(
        'GET',
        `/api/apps/${desk.application.id}/audit-logs?page=1&size=20`,
      )
    ).body.items.map(({ headline }) => headline);

  it('is applied later in the name of its owner, and log and request say with which token', async () => {
    const { accountId, id: userId } = desk.admin;
    const { key } = await createToken(server, accountId, { userId });
    const filed = await desk.file(
      [desk.edit('PAUSE')],
      { start: 'AT', startAt: inHours(1) },
      { token: key },
    );
    expect(filed.author).toEqual({ id: userId, name: 'Ana', kind: 'user', via: 'CI' });
    await desk.makeDue(filed);
    await expect.poll(() => stateOf(filed)).toBe('DONE');
    const [newest] = await headlines();
    expect(newest).toMatch(/^Ana \(token ‘CI’\) paused/);
    expect((await desk.read(filed)).author.via).toBe('CI');
  });

  it('and that its owner edits in person is theirs; one that others edit stays of the token', async () => {
    const { accountId, id: userId } = desk.admin;
    const { key } = await createToken(server, accountId, { userId });
    const rui = await createUser(server, accountId, { admin: true, name: 'Rui' });
    const put = async ({ id, version }: ChangeRequest, edit: object, token?: string) => {
      const { status, body } = await desk.send(
        'PUT',
        `${desk.path}/${id}`,
        {
          title: 'Other',
          submit: true,
          start: 'MANUAL',
          steps: [{ edits: [edit] }],
        },
        { ...(token !== undefined && { token }), headers: { 'if-match': `"${version}"` } },
      );
      expect(status).toBe(200);
      return body;
    };
    const filed = await desk.file([desk.edit('PAUSE')], {}, { token: key });
    const byOther = await put(filed, desk.valueEdit(exactly('disabled')), rui.token);
    expect(byOther.author).toMatchObject({ id: userId, via: 'CI' });
    expect((await put(byOther, desk.edit('PAUSE'))).author).not.toHaveProperty('via');
  });
});

describe('SAF-96: a step that cannot be applied', () => {
  const toggleNamed = (name: string) => ({
    type: 'toggle',
    action: 'CREATE',
    body: { name, values: ['on', 'off'], defaultValue: 'off' },
  });

  it('because something is refused now, leaves nothing behind, is held with the code, and stops no other', async () => {
    const taken = await scheduled([desk.edit('PAUSE'), toggleNamed('banner')]);
    const other = await scheduled([toggleNamed('footer')]);
    await createToggle(server, desk.application.id, { name: 'banner' });
    await desk.makeDue(taken);
    await desk.makeDue(other);
    await expect.poll(() => stateOf(other)).toBe('DONE');
    await expect.poll(() => stateOf(taken)).toBe('HELD');
    expect((await desk.read(taken)).held).toMatchObject({
      reason: 'REFUSED',
      code: 'DUPLICATE_NAME',
    });
    expect((await desk.experiment()).status).toBe('ACTIVE');
  });

  it('because another transaction holds the application, is tried again, and late enough is missed', async () => {
    const filed = await scheduled([desk.edit('PAUSE')], { lateBy: 60 });
    const held = Promise.withResolvers<void>();
    const locking = server.database.sql.transaction(async (sql) => {
      await sql.execute(raw`select from applications where id = ${desk.application.id} for update`);
      await held.promise;
    });
    await desk.makeDue(filed);
    await expect.poll(() => secondsToLook(filed)).toBeGreaterThan(20);
    held.resolve();
    await locking;
    expect(await stateOf(filed)).toBe('SCHEDULED');
    await desk.makeDue(filed, 61);
    await expect.poll(() => stateOf(filed)).toBe('HELD');
    expect((await desk.read(filed)).held).toMatchObject({ reason: 'MISSED' });
  });

  it('because of an error of ours, is held at the third time, with the id that the log has', async () => {
    const filed = await scheduled([desk.edit('PAUSE')]);
    const other = await scheduled([toggleNamed('footer')]);
    await server.database.sql.execute(raw`create function fail_for_test() returns trigger language plpgsql
      as $$ begin raise exception 'a bug'; end $$`);
    await server.database.sql.execute(
      raw`create trigger fail_for_test before update on experiments for each row execute function fail_for_test()`,
    );
    onTestFinished(async () => {
      await server.database.sql.execute(raw`drop function fail_for_test cascade`);
    });
    for (let failures = 1; failures < 3; failures++) {
      await desk.makeDue(filed);
      await expect.poll(() => secondsToLook(filed)).toBeGreaterThan(20);
      expect(await stateOf(filed)).toBe('SCHEDULED');
    }
    await desk.makeDue(other);
    await desk.makeDue(filed);
    await expect.poll(() => stateOf(filed)).toBe('HELD');
    expect((await desk.read(filed)).held).toMatchObject({
      reason: 'FAILED',
      meta_data: { id: expect.any(String) },
    });
    await expect.poll(() => stateOf(other)).toBe('DONE');
  });
});

it('what is due together in one application is one commit, and what fails takes nothing else with it', async () => {
  const { sql } = server.database;
  const create = (name: string) => ({
    type: 'toggle',
    action: 'CREATE',
    body: { name, values: ['on', 'off'], defaultValue: 'off' },
  });
  const failing = await scheduled([desk.edit('PAUSE')]);
  const others = [await scheduled([create('header')]), await scheduled([create('footer')])];
  await sql.execute(raw`create function fail_for_test() returns trigger language plpgsql
    as $$ begin raise exception 'a bug'; end $$`);
  await sql.execute(
    raw`create trigger fail_for_test before update on experiments for each row execute function fail_for_test()`,
  );
  onTestFinished(async () => {
    await sql.execute(raw`drop function fail_for_test cascade`);
  });
  const ids = [failing, ...others].map(({ id }) => id);
  const told: unknown[] = [];
  const listener = new pg.Client({ connectionString: server.database.url });
  await listener.connect();
  listener.on('notification', ({ payload }) => told.push(payload));
  await listener.query(`listen ${CHANGES_CHANNEL}`);
  onTestFinished(() => listener.end());
  await sql.execute(raw`update change_requests set next_at = clock_timestamp(), look_at = clock_timestamp()
    where id = any(${raw.param(ids)}::uuid[])`);

  for (const one of others) await expect.poll(() => stateOf(one)).toBe('DONE');
  await expect.poll(() => secondsToLook(failing)).toBeGreaterThan(0);
  expect(await stateOf(failing)).toBe('SCHEDULED');
  // A commit tells the same only once.
  expect(told).toEqual([desk.application.id]);
});

it('SAF-11: two nodes look in the same second, and one of them applies the step', async () => {
  const node = await startTestServer({ DATABASE_URL: server.database.url });
  onTestFinished(() => node.close());
  const filed = await Promise.all(
    [10, 20, 30].map(async (percent) => {
      const own = await openRequestDesk(server);
      return {
        own,
        request: await own.file([own.valueEdit(split(percent))], {
          start: 'AT',
          startAt: inHours(1),
        }),
      };
    }),
  );
  for (const { own, request } of filed) await own.makeDue(request);
  for (const { own, request } of filed) {
    await expect.poll(async () => (await own.read(request)).state).toBe('DONE');
    const log = await own.send<AuditPage>(
      'GET',
      `/api/apps/${own.application.id}/audit-logs?size=10`,
    );
    const edited = log.body.items.filter(({ entity }) => entity.type === 'experiment');
    expect(edited).toHaveLength(1);
  }
});

it('SAF-11: a node whose clock is wrong by an hour applies nothing early and nothing late', async () => {
  const early = await scheduled([desk.valueEdit(split(10))], { startAt: inHours(0.5) });
  const status = async ({ id }: ChangeRequest) => {
    const { rows } = await server.database.sql.execute<{ status: string }>(
      raw`select status from change_requests where id = ${id}`,
    );
    return rows[0]?.status;
  };
  const other = await openRequestDesk(server);
  const due: ChangeRequest[] = [];
  for (const edit of [other.edit('PAUSE'), other.valueEdit(split(30))]) {
    due.push(await other.file([edit], { start: 'AT', startAt: inHours(1), lateBy: 600 }));
  }
  vi.useFakeTimers({ toFake: ['Date'] });
  onTestFinished(() => void vi.useRealTimers());
  const now = Date.now();
  for (const [index, hours] of [1, -1].entries()) {
    const request = due[index];
    if (request === undefined) throw new Error('none is filed');
    vi.setSystemTime(now + hours * 3_600_000);
    await other.makeDue(request);
    await expect.poll(() => status(request)).toBe('DONE');
    expect(await status(early)).toBe('OPEN');
  }
});

describe('SAF-03: a step of several edits', () => {
  it('is one revision and one notification, with an entry for each; what others use goes last', async () => {
    const webhook = { notificationWebhook: 'https://hooks.example.com/changes' };
    await server.database.sql.execute(
      raw`update applications set notification_webhook = ${webhook.notificationWebhook} where id = ${desk.application.id}`,
    );
    // The toggle stands first, and is deleted last: its experiment needs it.
    const edits = [{ type: 'toggle', action: 'DELETE', id: desk.toggleId }, desk.edit('DELETE')];
    const filed = await desk.file(edits);
    const queued = () =>
      server.database.sql.execute<{ change_count: number }>(
        raw`select change_count from deliveries where application_id = ${desk.application.id}`,
      );
    const before = (await queued()).rows.length;
    expect((await desk.act(filed, 'APPLY')).body).toMatchObject({ state: 'DONE' });
    const log = await desk.send<AuditPage>(
      'GET',
      `/api/apps/${desk.application.id}/audit-logs?size=10`,
    );
    const deleted = log.body.items.filter(({ action }) => action === 'DELETED');
    expect(deleted.map(({ entity }) => entity.type).sort()).toEqual(['experiment', 'toggle']);
    expect((await queued()).rows).toHaveLength(before + 1);
    const { rows } = await server.database.sql.execute(raw`
      select count(distinct revision)::int as revisions from audit_entries
      where application_id = ${desk.application.id} and action = 'DELETED'`);
    expect(rows).toEqual([{ revisions: 1 }]);
  });
});

describe('SAF-02: steps', () => {
  it('have one edit of each thing, a time or a wait but the first, and begin where the one before ends', async () => {
    const send = (steps: readonly object[]) =>
      desk.send<{ error_code?: string }>('POST', desk.path, { title: 'Steps', steps });
    const pause = desk.edit('PAUSE');
    expect(await send([{ edits: [pause, desk.edit('RESTART')] }])).toMatchObject({
      body: { error_code: 'INVALID_EDIT', meta_data: { at: ['steps', 0, 'edits', 0] } },
    });
    expect(await send([{ wait: 60, edits: [pause] }])).toMatchObject({
      body: { error_code: 'INVALID_TIME', meta_data: { at: ['steps', 0, 'wait'] } },
    });
    expect(await send([{ edits: [pause] }, { edits: [desk.edit('RESTART')] }])).toMatchObject({
      body: { error_code: 'INVALID_TIME' },
    });
    const two = await desk.file([], {
      steps: [
        { edits: [desk.valueEdit(split(10))] },
        { wait: 60, edits: [desk.valueEdit(exactly('disabled'))] },
      ],
    });
    const [first, second] = two.steps.map(({ edits }) => edits[0]);
    expect(second?.base).toEqual(first?.result);
  });
});

it('SAF-04: a person tries at most 60 requests a minute', async () => {
  // What is refused counts as well.
  const preview = { title: '' };
  const statuses: number[] = [];
  for (let count = 0; count < 61; count++) {
    statuses.push((await desk.send('POST', `${desk.path}/preview`, preview)).status);
  }
  expect(statuses.slice(0, 60)).not.toContain(429);
  expect(statuses.at(60)).toBe(429);
});
