import type { Freeze } from '@comporta/contract/freezes/freeze';
import { sql as raw } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { createUser } from '../testing/builders.ts';
import { openRequestDesk, type RequestDesk, split } from '../testing/requests/request-desk.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';
import { sweepFreezes } from './freeze-repository.ts';

let server: TestServer;
let desk: RequestDesk;
let path: string;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  desk = await openRequestDesk(server);
  path = `/api/apps/${desk.application.id}/freezes`;
});

const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();
const frozen = { body: { error_code: 'FROZEN' } };

function freeze(draft: object = {}) {
  const body = { name: 'Black Friday', from: inHours(-1), to: inHours(1), ...draft };
  return desk.send<Freeze & { stops: readonly object[] }>('POST', path, body);
}

it('SAF-29: refuses what touches a frozen environment, names the freeze, and leaves others and stops', async () => {
  const { status, body } = await freeze({ environmentIds: [desk.envId] });
  expect(status).toBe(201);
  const refused = await desk.saveValue(split(5));
  expect(refused).toMatchObject({
    status: 409,
    body: {
      error_code: 'FROZEN',
      meta_data: { name: 'Black Friday', environments: [{ id: desk.envId, name: 'Production' }] },
    },
  });
  const test = desk.application.environmentIds[1] ?? '';
  const rules = [{ type: 'ALL_USERS', valueSpec: split(5) }];
  const elsewhere = `/api/apps/${desk.application.id}/envs/${test}/experiments`;
  expect((await desk.send('POST', elsewhere, { toggleId: desk.toggleId, rules })).status).toBe(201);
  expect((await desk.send('POST', `${desk.at}/pause`)).status).toBe(200);
  expect(await desk.send('POST', `${desk.at}/restart`)).toMatchObject(frozen);
  const headers = { 'change-bypass': 'true', 'change-reason': 'fire' };
  expect((await desk.saveValue(split(5), { headers })).status).toBe(200);
  expect((await desk.send('DELETE', `${path}/${body.id}`)).status).toBe(204);
  expect((await desk.saveValue(split(10))).status).toBe(200);
});

it('SAF-13, SAF-29: a step is late in a freeze as well, and says before how long it waits', async () => {
  const steps = [
    { edits: [desk.valueEdit(split(10))] },
    { wait: 3600, edits: [desk.valueEdit(split(50))] },
  ];
  const filed = await desk.file([], { steps, lateBy: 60 });
  await desk.act(filed, 'APPLY');
  expect(await desk.read(filed)).toMatchObject({ waitsFor: 'TIME', frozenUntil: null });
  await freeze({ from: inHours(0), to: inHours(0.5) });
  expect(await desk.read(filed)).toMatchObject({ waitsFor: 'TIME', frozenUntil: null });
  const { body } = await freeze({ to: inHours(2) });
  // It is not due yet, and will be before the freeze ends.
  expect(await desk.read(filed)).toMatchObject({ waitsFor: 'FREEZE', frozenUntil: body.to });
  await desk.makeDue(filed, 61);
  await expect.poll(async () => (await desk.read(filed)).state).toBe('HELD');
  expect(await desk.read(filed)).toMatchObject({
    held: { reason: 'MISSED' },
    waitsFor: null,
    frozenUntil: null,
  });
  expect((await desk.experiment()).rules).toMatchObject([{ valueSpec: split(10) }]);
});

it('SAF-29: a due step waits for its end; making one lists what it stops; a roll-back does not wait', async () => {
  const steps = [
    { edits: [desk.valueEdit(split(10))] },
    { wait: 3600, edits: [desk.valueEdit(split(50))] },
  ];
  const filed = await desk.file([], { steps });
  await desk.act(filed, 'APPLY');
  const { body } = await freeze({ to: inHours(2) });
  expect(body.stops).toMatchObject([{ id: filed.id, number: 1 }]);
  await desk.makeDue(filed);
  await expect.poll(async () => (await desk.read(filed)).waitsFor).toBe('FREEZE');
  expect((await desk.read(filed)).frozenUntil).toBe(body.to);
  expect(await desk.act(filed, 'ADVANCE')).toMatchObject(frozen);
  const over = { name: 'Black Friday', from: inHours(-1), to: inHours(-0.5) };
  await desk.send('PUT', `${path}/${body.id}`, over);
  await expect.poll(async () => (await desk.read(filed)).state).toBe('DONE');
  const other = await desk.file([], {
    steps: [{ edits: [desk.edit('PAUSE')] }, { wait: 3600, edits: [desk.edit('RESTART')] }],
  });
  await desk.act(other, 'APPLY');
  await freeze();
  expect((await desk.act(other, 'ROLL_BACK')).body.state).toBe('ROLLED_BACK');
});

it('SAF-29: a step says before what it waits for that begins only later, with freezes that follow each other', async () => {
  const steps = [
    { edits: [desk.valueEdit(split(10))] },
    { at: inHours(3), edits: [desk.valueEdit(split(50))] },
    { at: inHours(9), edits: [desk.valueEdit(split(90))] },
  ];
  const filed = await desk.file([], { steps });
  await desk.act(filed, 'APPLY');
  const [from, to] = [inHours(2), inHours(4)];
  const { body } = await freeze({ from, to, environmentIds: [desk.envId] });
  expect(body.stops).toMatchObject([{ id: filed.id }]);
  const waits = { waitsFor: 'FREEZE', frozenFrom: from, frozenUntil: to };
  expect(await desk.read(filed)).toMatchObject({
    ...waits,
    steps: [{ frozenUntil: null }, { frozenUntil: to }, { frozenUntil: null }],
  });
  expect((await desk.send<object>('GET', `${desk.path}?view=coming`)).body).toMatchObject({
    items: [waits],
  });
  const last = inHours(10);
  await freeze({ from: inHours(3.5), to: last });
  expect(await desk.read(filed)).toMatchObject({
    ...waits,
    frozenUntil: last,
    steps: [{ frozenUntil: null }, { frozenUntil: last }, { frozenUntil: last }],
  });
});

it('SAF-23, SAF-29: a scheduled pause neither waits for a freeze nor asks for anything, unless the policy says so', async () => {
  const policyAt = `/api/apps/${desk.application.id}/envs/${desk.envId}/change-policy`;
  const asks = (pauseDirectly: boolean) =>
    desk.send('PUT', policyAt, { approvals: 1, pauseDirectly, reasonRequired: true });
  await asks(true);
  await freeze({ to: inHours(3) });
  const draft = { start: 'AT', startAt: inHours(1) };
  const filed = await desk.file([desk.edit('PAUSE')], draft);
  expect(filed).toMatchObject({ state: 'SCHEDULED', approvals: [], frozenUntil: null });
  expect(filed.touched).toMatchObject([{ id: desk.envId }]);
  const rui = await createUser(server, desk.admin.accountId, { admin: true });
  const waiting = async () =>
    (await desk.send<object>('GET', `${desk.path}?view=waiting`, undefined, { token: rui.token }))
      .body;
  expect(await waiting()).toMatchObject({ items: [], counts: { waiting: 0 } });
  expect((await freeze({ name: 'Another' })).body.stops).toEqual([]);
  await desk.makeDue(filed);
  await expect.poll(async () => (await desk.read(filed)).state).toBe('DONE');
  expect((await desk.experiment()).status).toBe('PAUSED');
  const log = await desk.send<{ items: readonly object[] }>(
    'GET',
    `/api/apps/${desk.application.id}/audit-logs?size=1`,
  );
  expect(log.body.items).toMatchObject([{ action: 'PAUSED' }]);
  const { rows } = await server.database.sql.execute(raw`
    select request -> 'number' as number, request -> 'withoutApproval' as free from audit_entries
    where application_id = ${desk.application.id} and action = 'PAUSED'`);
  expect(rows).toEqual([{ number: filed.number, free: true }]);

  await asks(false);
  const refused = { title: 'Pause', submit: true, steps: [{ edits: [desk.edit('RESTART')] }] };
  expect(await desk.send('POST', desk.path, refused)).toMatchObject({
    body: { error_code: 'EMPTY_REASON' },
  });
  const headers = { 'change-bypass': 'true', 'change-reason': 'again' };
  await desk.send('POST', `${desk.at}/restart`, undefined, { headers });
  const asked = await desk.file([desk.edit('PAUSE')], { reason: 'night' });
  expect(asked).toMatchObject({ state: 'IN_REVIEW', approvals: [{ needed: 1 }] });
  expect(await waiting()).toMatchObject({ items: [{ id: asked.id }], counts: { waiting: 1 } });
});

it('SAF-29: a start inside a freeze that is known is refused, when it is filed, changed and submitted', async () => {
  const until = inHours(4);
  await freeze({ from: inHours(2), to: until, environmentIds: [desk.envId] });
  const planned = (startAt: string, submit = true) => ({
    title: 'A change',
    submit,
    start: 'AT',
    startAt,
    steps: [{ edits: [desk.valueEdit(split(10))] }],
  });
  const file = (startAt: string, submit?: boolean) =>
    desk.send('POST', desk.path, planned(startAt, submit));
  expect(await file(inHours(3))).toMatchObject({
    status: 409,
    body: { error_code: 'FROZEN', meta_data: { name: 'Black Friday', at: ['startAt'] } },
  });
  const before = await file(inHours(1));
  expect(before.status).toBe(201);
  const moved = await desk.send('PUT', `${desk.path}/${before.body.id}`, planned(inHours(3)));
  expect(moved).toMatchObject(frozen);
  const draft = await file(inHours(3), false);
  expect(draft.status).toBe(201);
  expect(await desk.act(draft.body, 'SUBMIT')).toMatchObject(frozen);
  expect((await file(until)).status).toBe(201);
  expect((await file(inHours(5))).status).toBe(201);
});

it('SAF-29: has two times within 92 days, environments of its application, and is made by administrators', async () => {
  for (const wrong of [
    { from: 'soon' },
    { to: inHours(-2) },
    { to: inHours(24 * 93) },
    { environmentIds: [] },
    { environmentIds: [desk.toggleId] },
  ]) {
    expect(await freeze(wrong), JSON.stringify(wrong)).toMatchObject({
      body: { error_code: 'INVALID_FREEZE' },
    });
  }
  expect(await freeze({ name: ' ' })).toMatchObject({ body: { error_code: 'EMPTY_NAME' } });
  const ana = await createUser(server, desk.admin.accountId, { apps: [desk.application.id] });
  const body = { name: 'Mine', from: inHours(-1), to: inHours(1) };
  expect((await desk.send('POST', path, body, { token: ana.token })).status).toBe(403);
  expect((await desk.send<object[]>('GET', path)).body).toEqual([]);
});

it('SAF-84: an application whose freeze is over takes writes of older programs again', async () => {
  const { sql } = server.database;
  await freeze();
  const restricted = async () =>
    (await sql.execute(raw`select restricted from applications where id = ${desk.application.id}`))
      .rows;
  expect(await restricted()).toEqual([{ restricted: true }]);
  await sql.execute(raw`update freezes set ends_at = now() - interval '1 minute'`);
  await sweepFreezes(sql);
  expect(await restricted()).toEqual([{ restricted: false }]);
});
