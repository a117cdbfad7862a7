import type { ChangeRequest } from '@comporta/contract/change-requests/change-request';
import type { Role } from '@comporta/contract/role';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { grants, roles } from '../tables/grants.ts';
import { createUser, type TestUser } from '../testing/builders.ts';
import { openRequestDesk, type RequestDesk, split } from '../testing/requests/request-desk.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';

let server: TestServer;
let desk: RequestDesk;
let ana: TestUser;
let eva: TestUser;
let production: string;
let test: string;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  desk = await openRequestDesk(server);
  [production = '', test = ''] = desk.application.environmentIds;
  const { accountId } = desk.admin;
  ana = await createUser(server, accountId, { apps: [desk.application.id], name: 'Ana' });
  eva = await createUser(server, accountId, { name: 'Eva' });
});

/** What somebody may: everywhere, and in single environments. */
async function is(user: TestUser, role: Role, others: Readonly<Record<string, Role>> = {}) {
  const { sql } = server.database;
  const own = { userId: user.id, applicationId: desk.application.id };
  await sql.delete(grants).where(eq(grants.userId, user.id));
  await sql.delete(roles).where(eq(roles.userId, user.id));
  await sql.insert(roles).values([
    { ...own, environmentId: null, role },
    ...Object.entries(others).map(([environmentId, other]) => ({
      ...own,
      environmentId,
      role: other,
    })),
  ]);
}

async function asks(envId: string, approvals: number) {
  const path = `/api/apps/${desk.application.id}/envs/${envId}/change-policy`;
  expect((await desk.send('PUT', path, { approvals })).status).toBe(200);
}

interface Refusal {
  readonly error_code?: string;
}

function review(request: ChangeRequest, by: TestUser, verdict = 'APPROVED') {
  const body = { verdict, digest: request.digest, comment: 'Seen' };
  const path = `${desk.path}/${request.id}/reviews`;
  return desk.send<ChangeRequest & Refusal>('POST', path, body, { token: by.token });
}

async function waitingFor({ token }: TestUser): Promise<number> {
  const path = `${desk.path}?view=waiting`;
  const { body } = await desk.send<{ items: object[] }>('GET', path, undefined, { token });
  return body.items.length;
}

const filed = () => desk.file([desk.valueEdit(split(5))], {}, { token: ana.token });
const readOnly = { status: 409, body: { error_code: 'ENVIRONMENT_READ_ONLY' } };

describe('SAF-25: approvers', () => {
  it('of an environment approve what touches it, in a list of their own', async () => {
    await asks(production, 1);
    await is(eva, 'EDITOR', { [production]: 'APPROVER' });
    const request = await filed();
    expect(await waitingFor(eva)).toBe(1);
    expect((await review(request, eva)).body).toMatchObject({
      state: 'APPROVED',
      reviews: [{ counts: true, by: { name: 'Eva' } }],
    });
    expect(await waitingFor(eva)).toBe(0);
  });

  it('of another environment, editors and viewers do not; editors comment', async () => {
    await asks(production, 1);
    const request = await filed();
    await is(eva, 'EDITOR', { [test]: 'APPROVER' });
    expect(await waitingFor(eva)).toBe(0);
    expect((await review(request, eva)).status).toBe(403);
    await is(eva, 'EDITOR');
    expect((await review(request, eva, 'REJECTED')).status).toBe(403);
    expect((await review(request, eva, 'COMMENT')).status).toBe(200);
    await is(eva, 'VIEWER');
    expect((await review(request, eva, 'COMMENT')).status).toBe(403);
    expect((await desk.read(request)).state).toBe('IN_REVIEW');
  });

  it('count in their environment alone, where several are touched', async () => {
    await asks(production, 1);
    await asks(test, 1);
    await is(eva, 'EDITOR', { [production]: 'APPROVER' });
    const path = `/api/apps/${desk.application.id}/toggles/${desk.toggleId}`;
    const { body } = await desk.send<object>('GET', path);
    const toggleEdit = {
      type: 'toggle',
      action: 'UPDATE',
      id: desk.toggleId,
      body: { ...body, defaultValue: 'enabled' },
    };
    const request = await desk.file([toggleEdit], {}, { token: ana.token });
    expect((await review(request, eva)).body).toMatchObject({
      state: 'IN_REVIEW',
      approvals: [
        { id: production, given: 1 },
        { id: test, given: 0 },
      ],
    });
    await is(eva, 'EDITOR', { [production]: 'APPROVER', [test]: 'APPROVER' });
    expect((await desk.read(request)).state).toBe('APPROVED');
  });

  it('SAF-16: no longer count when they lose the role', async () => {
    await asks(production, 1);
    await is(eva, 'APPROVER');
    const request = await filed();
    await review(request, eva);
    await is(eva, 'EDITOR');
    expect((await desk.read(request)).state).toBe('IN_REVIEW');
  });
});

describe('SAF-42: whoever may only read an environment', () => {
  it('files nothing that touches it, and files for others', async () => {
    await is(eva, 'EDITOR', { [production]: 'VIEWER' });
    const send = (body: object) =>
      desk.send<ChangeRequest & Refusal>('POST', desk.path, body, { token: eva.token });
    const steps = [{ edits: [desk.valueEdit(split(5))] }];
    expect((await send({ title: 'A change', submit: true, steps })).body).toMatchObject({
      error_code: 'INVALID_EDIT',
      meta_data: { edits: [{ code: 'ENVIRONMENT_READ_ONLY' }] },
    });
    expect((await send({ title: 'A change', steps })).body).toMatchObject({
      state: 'DRAFT',
      problems: [{ code: 'ENVIRONMENT_READ_ONLY' }],
    });
    const free = { type: 'toggle', action: 'CREATE', body: TOGGLE };
    const filedFree = await send({
      title: 'A toggle',
      submit: true,
      steps: [{ edits: [{ ...free, id: '22222222-2222-4222-8222-222222222222' }] }],
    });
    expect(filedFree.status).toBe(201);
  });

  it('an editor of one environment files nothing of the application', async () => {
    await is(eva, 'VIEWER', { [test]: 'EDITOR' });
    const edit = {
      type: 'toggle',
      action: 'CREATE',
      id: '22222222-2222-4222-8222-222222222222',
      body: TOGGLE,
    };
    const body = { title: 'A toggle', submit: true, steps: [{ edits: [edit] }] };
    const { token } = eva;
    expect((await desk.send('POST', desk.path, body, { token })).body).toMatchObject({
      error_code: 'INVALID_EDIT',
      meta_data: { edits: [{ code: 'FORBIDDEN' }] },
    });
  });

  it.each(['APPLY', 'HOLD', 'WITHDRAW', 'TAKE_OVER'])(
    'does not %s what touches it',
    async (action) => {
      await is(eva, 'EDITOR', { [production]: 'VIEWER' });
      const start = action === 'HOLD' ? { start: 'AT', startAt: soon() } : {};
      const request = await desk.file([desk.valueEdit(split(5))], start, { token: ana.token });
      const path = `${desk.path}/${request.id}/actions`;
      const by = { token: eva.token };
      expect(await desk.send<Refusal>('POST', path, { action }, by)).toMatchObject(readOnly);
      expect((await desk.read(request)).state).toBe(request.state);
    },
  );
});

describe('SAF-16: an author who lost the role', () => {
  it('has a due step held, may withdraw it, and another editor takes it over', async () => {
    const draft = { start: 'AT', startAt: soon() };
    const request = await desk.file([desk.valueEdit(split(5))], draft, { token: ana.token });
    const other = await desk.file([desk.valueEdit(split(9))], draft, { token: ana.token });
    await is(ana, 'EDITOR', { [production]: 'VIEWER' });
    await desk.makeDue(request);
    await expect.poll(async () => (await desk.read(request)).state).toBe('HELD');
    expect((await desk.read(request)).held).toMatchObject({ reason: 'ACCESS_LOST', by: 'Ana' });
    const path = `${desk.path}/${other.id}/actions`;
    const withdrawn = await desk.send('POST', path, { action: 'WITHDRAW' }, { token: ana.token });
    expect(withdrawn.body.state).toBe('WITHDRAWN');
    expect((await desk.act(request, 'TAKE_OVER')).body.author.id).toBe(desk.admin.id);
    expect((await desk.act(request, 'RESUME')).body.state).toBe('SCHEDULED');
    await desk.makeDue(request);
    await expect.poll(async () => (await desk.read(request)).state).toBe('DONE');
  });
});

const TOGGLE = { name: 'another', values: ['enabled', 'disabled'], defaultValue: 'disabled' };

function soon(): string {
  return new Date(Date.now() + 3_600_000).toISOString();
}
