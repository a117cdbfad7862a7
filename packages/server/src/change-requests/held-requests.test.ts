import type { AuditPage } from '@comporta/contract/audit-logs/audit-log';
import { sql as raw } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createUser } from '../testing/builders.ts';
import {
  exactly,
  openRequestDesk,
  type RequestDesk,
  split,
} from '../testing/requests/request-desk.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';
import { sweepRequests } from './expire-requests.ts';

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

describe('a save that contradicts an open request', () => {
  it('SAF-08: holds it at once, names who saved, and is in the log beside the save', async () => {
    const filed = await desk.file([desk.valueEdit(exactly('disabled'))]);
    const rui = await createUser(server, desk.admin.accountId, { admin: true, name: 'Rui' });
    await desk.saveValue(split(50), { token: rui.token });
    const held = await desk.read(filed);
    expect(held).toMatchObject({ state: 'HELD', held: { reason: 'CONFLICT', by: 'Rui' } });
    const log = `/api/apps/${desk.application.id}/audit-logs?size=2`;
    const { body } = await desk.send<AuditPage>('GET', log);
    expect(body.items.map(({ entity: { type } }) => type)).toEqual(['experiment', 'changeRequest']);
  });

  it('SAF-08: is held when what it changes is deleted, and one of another part is not', async () => {
    const pause = await desk.file([desk.edit('PAUSE')]);
    await desk.saveValue(split(50));
    expect((await desk.read(pause)).state).toBe('APPROVED');
    await desk.send('DELETE', desk.at);
    expect(await desk.read(pause)).toMatchObject({ state: 'HELD', held: { reason: 'GONE' } });
  });

  it('SAF-08: two requests on one rule: the step of the first holds the second', async () => {
    const first = await desk.file([desk.valueEdit(split(10))]);
    const second = await desk.file([desk.valueEdit(split(20))]);
    await desk.act(first, 'APPLY');
    expect((await desk.read(first)).state).toBe('DONE');
    expect(await desk.read(second)).toMatchObject({ state: 'HELD', held: { reason: 'CONFLICT' } });
  });

  it.each([
    ['MINE', exactly('disabled')],
    ['THEIRS', split(50)],
  ] as const)('SAF-06: ends with %s, when a person has chosen', async (choice, valueSpec) => {
    const filed = await desk.file([desk.valueEdit(exactly('disabled'))]);
    await desk.saveValue(split(50));
    const refused = await desk.act(filed, 'RESUME');
    expect(refused).toMatchObject({ status: 409, body: { error_code: 'EDITS_CONFLICT' } });
    const { overlaps } = await desk.read(filed);
    const choices = Object.fromEntries(overlaps.map(({ key }) => [key, choice]));
    const resumed = await desk.act(filed, 'RESUME', { choices });
    expect(resumed.body).toMatchObject({ state: 'APPROVED', overlaps: [] });
    expect(resumed.body.digest).not.toBe(filed.digest);
    expect((await desk.act(filed, 'APPLY')).body.state).toBe('DONE');
    expect((await desk.experiment()).rules).toMatchObject([{ valueSpec }]);
  });

  it('SAF-10: a pause by hand holds a request that runs; a restart does not resume it', async () => {
    const steps = [
      { edits: [desk.valueEdit(split(10))] },
      { wait: 3600, edits: [desk.valueEdit(split(50))] },
    ];
    const filed = await desk.file([], { steps });
    await desk.act(filed, 'APPLY');
    await desk.send('POST', `${desk.at}/pause`);
    expect(await desk.read(filed)).toMatchObject({ state: 'HELD', held: { reason: 'PAUSED' } });
    await desk.send('POST', `${desk.at}/restart`);
    expect((await desk.read(filed)).state).toBe('HELD');
    expect((await desk.act(filed, 'RESUME')).body.state).toBe('RUNNING');
  });
});

describe('steps', () => {
  it('SAF-13: several overdue steps are applied as one, and the former are skipped', async () => {
    const steps = [
      { edits: [desk.valueEdit(split(10))] },
      { at: inHours(1), edits: [desk.valueEdit(split(20))] },
      { at: inHours(2), edits: [desk.valueEdit(split(30))] },
    ];
    const filed = await desk.file([], { steps });
    await desk.act(filed, 'APPLY');
    await server.database.sql.execute(raw`
      update change_requests set
        steps = (select jsonb_agg(jsonb_set(step, '{at}', to_jsonb(to_char((clock_timestamp() - interval '1 minute') at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'))))
          from jsonb_array_elements(steps) as step)
      where id = ${filed.id}`);
    await desk.makeDue(filed, 60);
    await expect.poll(async () => (await desk.read(filed)).state).toBe('DONE');
    const done = await desk.read(filed);
    expect(done.steps.map(({ state }) => state)).toEqual(['APPLIED', 'SKIPPED', 'APPLIED']);
    expect((await desk.experiment()).rules).toMatchObject([{ valueSpec: split(30) }]);
  });

  it('SAF-12: a time has an offset, lies ahead, and rises; a wait has its bounds', async () => {
    const later = (step: object) => [
      { edits: [desk.edit('PAUSE')] },
      { ...step, edits: [desk.edit('RESTART')] },
    ];
    const codeOf = async (draft: object) => {
      const body = { title: 'A change', steps: [{ edits: [desk.edit('PAUSE')] }], ...draft };
      const answer = await desk.send<{ error_code: string }>('POST', desk.path, body);
      return answer.body.error_code;
    };
    const wrong = [
      { start: 'AT' },
      { start: 'AT', startAt: '2031-01-01T09:00:00' },
      { start: 'AT', startAt: inHours(-1) },
      { start: 'AT', startAt: inHours(24 * 367) },
      { start: 'SOMETIME' },
      { start: 'AT', startAt: inHours(3), steps: later({ at: inHours(2) }) },
      { steps: later({}) },
      { steps: later({ wait: 59 }) },
      { steps: later({ wait: 60, at: inHours(2) }) },
      { lateBy: 7 * 24 * 3600 + 1 },
    ];
    for (const draft of wrong)
      expect(await codeOf(draft), JSON.stringify(draft)).toBe('INVALID_TIME');
  });
});

describe('a roll-back', () => {
  it('SAF-54: brings back what the steps found, and keeps what others changed since', async () => {
    const before = await desk.experiment();
    const steps = [
      { edits: [desk.valueEdit(split(10))] },
      { wait: 3600, edits: [desk.valueEdit(split(50))] },
    ];
    const filed = await desk.file([], { steps });
    await desk.act(filed, 'APPLY');
    await desk.send('POST', `${desk.at}/pause`);
    const { body } = await desk.act(filed, 'ROLL_BACK');
    expect(body).toMatchObject({ state: 'ROLLED_BACK', currentStep: 1 });
    expect(await desk.experiment()).toMatchObject({ status: 'PAUSED', rules: before.rules });
  });

  it('SAF-54: restores what a step deleted, with its id, its rules and its salt', async () => {
    const before = await desk.experiment();
    const steps = [
      { edits: [desk.edit('DELETE')] },
      { wait: 3600, edits: [{ type: 'toggle', action: 'DELETE', id: desk.toggleId }] },
    ];
    const filed = await desk.file([], { steps });
    await desk.act(filed, 'APPLY');
    expect((await desk.act(filed, 'ROLL_BACK')).body.state).toBe('ROLLED_BACK');
    const { salt, rules } = await desk.experiment();
    expect({ salt, rules }).toEqual({ salt: before.salt, rules: before.rules });
  });

  it('SAF-54: holds when somebody has changed the same rule since', async () => {
    const steps = [
      { edits: [desk.valueEdit(split(10))] },
      { wait: 3600, edits: [desk.edit('PAUSE')] },
    ];
    const filed = await desk.file([], { steps });
    await desk.act(filed, 'APPLY');
    await desk.saveValue(split(70));
    const { body } = await desk.act(filed, 'ROLL_BACK');
    expect(body).toMatchObject({ state: 'HELD', held: { reason: 'CONFLICT' } });
    expect((await desk.experiment()).rules).toMatchObject([{ valueSpec: split(70) }]);
  });
});

it('SAF-04: a request that nobody touches for 90 days expires, unless its time is to come', async () => {
  const forgotten = await desk.file([desk.edit('PAUSE')]);
  const planned = await desk.file([desk.edit('PAUSE')], {
    start: 'AT',
    startAt: inHours(24 * 200),
  });
  const { sql } = server.database;
  await sql.execute(raw`update change_requests set saved_at = now() - interval '91 days'`);
  await sweepRequests(sql);
  expect(await desk.read(forgotten)).toMatchObject({ state: 'EXPIRED', actions: [] });
  expect((await desk.read(planned)).state).toBe('SCHEDULED');
  const { body } = await desk.send<object[]>('GET', '/api/apps');
  expect(body).toMatchObject([{ openRequests: 1 }]);
});

it('SAF-08: of a request that is over, nobody is asked which change stays', async () => {
  const steps = [
    { edits: [desk.valueEdit(split(10))] },
    { wait: 3600, edits: [desk.valueEdit(split(50))] },
  ];
  const filed = await desk.file([], { steps });
  await desk.act(filed, 'APPLY');
  // Its second step builds on the first, which is taken back.
  expect((await desk.act(filed, 'ROLL_BACK')).body).toMatchObject({
    state: 'ROLLED_BACK',
    overlaps: [],
  });
});
