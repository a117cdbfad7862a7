import type { ChangeRequest } from '@comporta/contract/change-requests/change-request';
import { sql as raw } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { forgetPerson } from '../../accounts/forget-person-repository.ts';
import { HELD_OF_PEOPLE } from '../../nouns.ts';
import { changeRequests } from '../../tables/change-requests.ts';
import { createCompany, createUser } from '../../testing/builders.ts';
import { dumpOf } from '../../testing/dump-of.ts';
import { openRequestDesk, type RequestDesk, split } from '../../testing/requests/request-desk.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { sweepClosedRequests } from './closed-request-repository.ts';

let server: TestServer;
let desk: RequestDesk;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  desk = await openRequestDesk(server);
});

const application = () => `/api/apps/${desk.application.id}`;
const policyAt = () => `${application()}/envs/${desk.envId}/change-policy`;

describe('SAF-83: closed requests', () => {
  async function age(days: number): Promise<void> {
    await server.database.sql.execute(raw`
      update change_requests set saved_at = saved_at - ${days} * interval '1 day',
        steps = (select jsonb_agg(case when step ? 'appliedAt' then step || jsonb_build_object('appliedAt',
          (step ->> 'appliedAt')::timestamptz - ${days} * interval '1 day') else step end)
          from jsonb_array_elements(steps) as step)
      where application_id = ${desk.application.id}`);
  }

  it('go with AUDIT_KEPT_DAYS, counted from when they were touched last; open ones stay', async () => {
    const { sql } = server.database;
    const done = await desk.file([desk.valueEdit(split(5))]);
    await desk.act(done, 'APPLY');
    const open = await desk.file([desk.valueEdit(split(10))]);
    await age(30);
    await sweepClosedRequests(sql, undefined);
    await sweepClosedRequests(sql, 31);
    expect(await sql.$count(changeRequests)).toBe(2);
    await sweepClosedRequests(sql, 29);
    expect((await desk.send('GET', `${desk.path}/${done.id}`)).status).toBe(404);
    expect((await desk.read(open)).state).toBe('APPROVED');
    // A step that was applied of late keeps a request that was filed long ago.
    await desk.act(open, 'APPLY');
    await sweepClosedRequests(sql, 29);
    expect((await desk.read(open)).state).toBe('DONE');
  });
});

it('SAF-83: documents hold neither requests nor policies, and an import lowers none', async () => {
  const { body: document } = await desk.send<object>('GET', `${application()}/export`);
  await desk.send('PUT', policyAt(), { approvals: 2 });
  await desk.file([desk.valueEdit(split(5))]);
  const { body: after } = await desk.send<object>('GET', `${application()}/export`);
  expect(after).toEqual(document);
  expect((await desk.send('POST', `${application()}/import`, document)).status).toBe(200);
  expect((await desk.send('GET', policyAt())).body).toMatchObject({ approvals: 2 });
});

it('SAF-83: the company next door finds no request', async () => {
  const request = await desk.file([desk.valueEdit(split(5))]);
  const { token } = await createCompany(server);
  for (const [method, path, body] of [
    ['GET', desk.path, undefined],
    ['GET', `${desk.path}/${request.id}`, undefined],
    ['POST', `${desk.path}/${request.id}/actions`, { action: 'APPLY' }],
    ['POST', desk.path, { title: 'Mine', source: { revert: request.id } }],
  ] as const) {
    expect((await desk.send(method, path, body, { token })).status).toBe(404);
  }
  // Nor does another application of the same company.
  const other = await openRequestDesk(server);
  const foreign = await other.send('POST', other.path, {
    title: 'Mine',
    source: { revert: request.id },
  });
  expect(foreign).toMatchObject({ status: 400, body: { error_code: 'INVALID_SOURCE' } });
});

it('SAF-83: forget replaces names in requests and in what the log says of them', async () => {
  const apps = [desk.application.id];
  const { accountId } = desk.admin;
  const [author, approver] = ['Maximiliane Sonderbar', 'Ruprecht Ausgefallen'];
  const ana = await createUser(server, accountId, { apps, name: author });
  const rui = await createUser(server, accountId, { admin: true, name: approver });
  await desk.send('PUT', policyAt(), { approvals: 1 });
  const draft = { start: 'ON_APPROVAL' };
  const filed = await desk.file([desk.valueEdit(split(5))], draft, { token: ana.token });
  const body = { verdict: 'APPROVED', digest: filed.digest };
  await desk.send('POST', `${desk.path}/${filed.id}/reviews`, body, { token: rui.token });
  await expect.poll(async () => (await desk.read(filed)).state).toBe('DONE');
  const { sql } = server.database;
  const { rows } = await sql.execute<{ email: string }>(
    raw`select email from users where id in (${ana.id}, ${rui.id})`,
  );
  for (const name of [author, approver]) expect(await dumpOf(sql)).toContain(name);
  for (const { email } of rows) {
    await sql.transaction((inside) => forgetPerson(inside, email, HELD_OF_PEOPLE));
  }
  const dump = await dumpOf(sql);
  for (const name of [author, approver]) expect(dump).not.toContain(name);
  const { body: kept } = await desk.send<ChangeRequest>('GET', `${desk.path}/${filed.id}`);
  expect(kept.author.name).toMatch(/^former-user-/);
  expect(kept.reviews[0]?.by.name).toMatch(/^former-user-/);
});
