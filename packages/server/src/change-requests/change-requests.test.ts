import type { AuditPage } from '@comporta/contract/audit-logs/audit-log';
import type {
  ChangeRequest,
  ChangeRequestSummary,
} from '@comporta/contract/change-requests/change-request';
import type { Rule } from '@comporta/engine/snapshot';
import { sql as raw } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  createApplication,
  createCompany,
  createExperiment,
  createToggle,
  createUser,
  type TestApplication,
  type TestUser,
} from '../testing/builders.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';

let server: TestServer;
let admin: TestUser;
let application: TestApplication;
let path: string;
let production: string;
let experimentId: string;

const EVERYONE: Rule = {
  type: 'ALL_USERS',
  valueSpec: { type: 'EXACT_VALUE', exactValue: 'enabled' },
};

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

beforeEach(async () => {
  admin = await createCompany(server);
  application = await createApplication(server, admin.accountId, ['Production', 'Test']);
  production = application.environmentIds[0] ?? '';
  path = `/api/apps/${application.id}/change-requests`;
  const toggle = await createToggle(server, application.id);
  experimentId = await createExperiment(server, application, toggle, [EVERYONE]);
});

interface Refused {
  readonly error_code: string;
  readonly meta_data: Readonly<Record<string, unknown>>;
}

function send<Body = ChangeRequest>(
  method: string,
  at: string,
  body?: object,
  token = admin.token,
) {
  return server.call<Body>(method, at, { token, ...(body && { body }) });
}

const pause = () => ({
  type: 'experiment',
  action: 'PAUSE',
  id: experimentId,
  environmentId: production,
});

async function file(draft: object = {}): Promise<ChangeRequest> {
  const body = { title: 'Pause it', submit: true, steps: [{ edits: [pause()] }], ...draft };
  const { status, body: filed } = await send('POST', path, body);
  expect(status, JSON.stringify(filed)).toBe(201);
  return filed;
}

const tomorrow = () => new Date(Date.now() + 24 * 60 * 60_000).toISOString();

/** Replaces waiting: the time of the next step is a number of seconds ago. */
async function makeDue({ id }: { readonly id: string }, secondsAgo = 0): Promise<void> {
  await server.database.sql.execute(raw`
    update change_requests set next_at = moment, look_at = moment
    from (select clock_timestamp() - ${secondsAgo} * interval '1 second' as moment) as due where id = ${id}`);
}

async function stateOf({ id }: { readonly id: string }) {
  return (await send('GET', `${path}/${id}`)).body;
}

async function experimentStatus(): Promise<string> {
  const at = `/api/apps/${application.id}/envs/${production}/experiments/${experimentId}`;
  return (await send<{ status: string }>('GET', at)).body.status;
}

async function newestEntries(count: number) {
  const at = `/api/apps/${application.id}/audit-logs?size=${count}`;
  return (await send<AuditPage>('GET', at)).body.items;
}

async function changesInProduction(): Promise<string[]> {
  const at = `/api/apps/${application.id}/audit-logs?production=true`;
  const { items } = (await send<AuditPage>('GET', at)).body;
  return items.map(({ action, entity }) => `${action} ${entity.type}`);
}

describe('a pause at a time', () => {
  it('SAF-11, CDW-65: is applied when its time has come, as its author, and the log says by which request', async () => {
    const inProduction = await changesInProduction();
    const filed = await file({ start: 'AT', startAt: tomorrow() });
    expect(filed).toMatchObject({ number: 1, state: 'SCHEDULED', currentStep: 0 });
    // Nothing has changed for users yet.
    expect(await changesInProduction()).toEqual(inProduction);
    expect(filed.touched.map(({ id }) => id)).toEqual([production]);
    expect(await experimentStatus()).toBe('ACTIVE');
    await makeDue(filed);
    await expect.poll(() => experimentStatus()).toBe('PAUSED');
    const done = await stateOf(filed);
    expect(done).toMatchObject({ state: 'DONE', currentStep: 1, nextAt: null });
    expect(done.steps[0]).toMatchObject({ state: 'APPLIED' });
    const [entry, filing] = await newestEntries(2);
    expect(entry).toMatchObject({ action: 'PAUSED', entity: { type: 'experiment' } });
    expect(entry?.actor).toMatchObject({ id: admin.id });
    expect(filing).toMatchObject({ action: 'CREATED', entity: { type: 'changeRequest' } });
    const { rows } = await server.database.sql.execute(
      raw`select request from audit_entries where application_id = ${application.id} and action = 'PAUSED'`,
    );
    expect(rows).toEqual([{ request: { number: 1, step: 1, approvers: [] } }]);
    expect(await changesInProduction()).toEqual(['PAUSED experiment', ...inProduction]);
  });

  it('SAF-13: is held when it is later than allowed, and applied when somebody says so', async () => {
    const filed = await file({ start: 'AT', startAt: tomorrow(), lateBy: 60 });
    await makeDue(filed, 120);
    await expect.poll(async () => (await stateOf(filed)).state).toBe('HELD');
    expect((await stateOf(filed)).held).toMatchObject({ reason: 'MISSED' });
    expect(await experimentStatus()).toBe('ACTIVE');
    const { body } = await send('POST', `${path}/${filed.id}/actions`, { action: 'APPLY' });
    expect(body).toMatchObject({ state: 'DONE' });
    expect(await experimentStatus()).toBe('PAUSED');
  });

  it('SAF-16: is held when its author may no longer change the application', async () => {
    const ana = await createUser(server, admin.accountId, { apps: [application.id] });
    const draft = {
      title: 'Pause it',
      submit: true,
      start: 'AT',
      startAt: tomorrow(),
      steps: [{ edits: [pause()] }],
    };
    const { body: filed } = await send('POST', path, draft, ana.token);
    await server.database.sql.execute(raw`delete from grants where user_id = ${ana.id}`);
    await makeDue(filed);
    await expect.poll(async () => (await stateOf(filed)).state).toBe('HELD');
    expect((await stateOf(filed)).held).toMatchObject({ reason: 'ACCESS_LOST' });
    const taken = await send('POST', `${path}/${filed.id}/actions`, { action: 'TAKE_OVER' });
    expect(taken.body.author).toMatchObject({ id: admin.id });
  });

  it('SAF-15: does not happen at a former time once the time was changed, nor once it was withdrawn', async () => {
    const filed = await file({ start: 'AT', startAt: tomorrow() });
    const body = { title: 'Pause it', steps: [{ edits: [pause()] }], start: 'MANUAL' };
    const edited = await send('PUT', `${path}/${filed.id}`, body);
    expect(edited.body).toMatchObject({ state: 'APPROVED', nextAt: null, version: 2 });
    const other = await file({ start: 'AT', startAt: tomorrow() });
    await send('POST', `${path}/${other.id}/actions`, { action: 'WITHDRAW' });
    const { rows } = await server.database.sql.execute(
      raw`select look_at from change_requests where application_id = ${application.id}`,
    );
    expect(rows).toEqual([{ look_at: null }, { look_at: null }]);
  });

  it('SAF-15: is applied at once on approval where none is needed', async () => {
    await file({ start: 'ON_APPROVAL' });
    await expect.poll(() => experimentStatus()).toBe('PAUSED');
  });
});

/** A save of a release before holds no request. */
async function makeOpenAgain(): Promise<void> {
  await server.database.sql.execute(raw`update change_requests set status = 'OPEN', held = null`);
}

describe('what is stored meanwhile', () => {
  const at = () => `/api/apps/${application.id}/envs/${production}/experiments/${experimentId}`;
  const rulesWith = (value: string) => [
    { ...EVERYONE, valueSpec: { type: 'EXACT_VALUE', exactValue: value } },
  ];

  it('SAF-08: a change of another part is kept, and the request shows the merged result', async () => {
    const filed = await file();
    await send('PUT', at(), { rules: rulesWith('disabled') });
    const { steps, digest } = await stateOf(filed);
    expect(digest).not.toBe(filed.digest);
    expect(steps[0]?.edits[0]?.result).toMatchObject({ status: 'PAUSED' });
    const { body } = await send('POST', `${path}/${filed.id}/actions`, { action: 'APPLY' });
    expect(body.state).toBe('DONE');
    const { body: stored } = await send<{ status: string; rules: readonly Rule[] }>('GET', at());
    expect(stored).toMatchObject({ status: 'PAUSED', rules: rulesWith('disabled') });
  });

  it('SAF-08: a change of the same part by a release before holds the request when it is due, and nothing is overwritten', async () => {
    const [rule] = (await send<{ rules: readonly object[] }>('GET', at())).body.rules;
    const mine = { ...rule, valueSpec: { type: 'EXACT_VALUE', exactValue: 'disabled' } };
    const edits = [{ ...pause(), action: 'UPDATE', body: { rules: [mine] } }];
    const filed = await file({ steps: [{ edits }] });
    expect(filed.steps[0]?.edits[0]?.differences).toMatchObject([{ kind: 'CHANGED' }]);
    const split = { type: 'SPLIT', split: { enabled: 50, disabled: 50 } };
    await send('PUT', at(), { rules: [{ ...rule, valueSpec: split }] });
    const { overlaps } = await stateOf(filed);
    expect(overlaps).toMatchObject([{ step: 1, edit: 1, part: expect.stringMatching(/^rule:/) }]);
    await makeOpenAgain();
    const { body } = await send('POST', `${path}/${filed.id}/actions`, { action: 'APPLY' });
    expect(body).toMatchObject({ state: 'HELD', held: { reason: 'CONFLICT' } });
    expect((await send<{ rules: object[] }>('GET', at())).body.rules).toMatchObject([
      { valueSpec: split },
    ]);
  });

  it('SAF-08: what a release before deleted is not made anew', async () => {
    const filed = await file();
    await send('DELETE', at());
    await makeOpenAgain();
    const { body } = await send('POST', `${path}/${filed.id}/actions`, { action: 'APPLY' });
    expect(body).toMatchObject({ state: 'HELD', held: { reason: 'GONE' } });
  });
});

describe('filing', () => {
  it('SAF-04: a refused edit is named with its step, place and code, and nothing is stored', async () => {
    const wrong = { ...pause(), action: 'UPDATE', body: { rules: [] } };
    const draft = { title: 'Wrong', steps: [{ edits: [wrong] }] };
    const refused = await send<Refused>('POST', path, { ...draft, submit: true });
    expect(refused).toMatchObject({
      status: 400,
      body: {
        error_code: 'INVALID_EDIT',
        meta_data: {
          at: ['steps', 0, 'edits', 0],
          edits: [{ step: 1, edit: 1, code: 'NO_RULES', at: ['rules'] }],
        },
      },
    });
    const kept = await send('POST', path, draft);
    expect(kept.body).toMatchObject({ state: 'DRAFT', problems: [{ code: 'NO_RULES' }] });
    const { body } = await send<{ items: ChangeRequestSummary[] }>('GET', path);
    expect(body.items.map(({ title }) => title)).toEqual(['Wrong']);
  });

  it('SAF-04: a preview tells what would happen, and stores nothing', async () => {
    const { status, body } = await send('POST', `${path}/preview`, {
      title: 'Pause it',
      steps: [{ edits: [pause()] }],
    });
    expect(status).toBe(200);
    expect(body.steps[0]?.edits[0]).toMatchObject({
      base: { status: 'ACTIVE' },
      result: { status: 'PAUSED' },
      differences: [{ kind: 'CHANGED', part: 'status' }],
    });
    expect((await send<{ counts: object }>('GET', path)).body.counts).toMatchObject({ open: 0 });
    expect(await experimentStatus()).toBe('ACTIVE');
  });

  it('SAF-02: whoever saw an older version has to look again', async () => {
    const edits = [{ ...pause(), version: 7 }];
    const { status } = await send('POST', path, { title: 'Old', steps: [{ edits }] });
    expect(status).toBe(412);
  });

  it('SAF-01, SAF-03: new things are made in one step, and keep the ids of the filing', async () => {
    const mine = '00000000-0000-4000-8000-000000000001';
    const toggle = { name: 'banner', values: ['on', 'off'], defaultValue: 'off' };
    const rules = [{ ...EVERYONE, valueSpec: { type: 'EXACT_VALUE', exactValue: 'on' } }];
    const filed = await file({
      steps: [
        {
          edits: [
            {
              type: 'experiment',
              action: 'CREATE',
              environmentId: production,
              body: { toggleId: mine, rules },
            },
            { type: 'toggle', action: 'CREATE', id: mine, body: toggle },
          ],
        },
      ],
    });
    const [experiment, made] = filed.steps[0]?.edits ?? [];
    expect(made?.id).not.toBe(mine);
    const { body } = await send('POST', `${path}/${filed.id}/actions`, { action: 'APPLY' });
    expect(body.state).toBe('DONE');
    const stored = await send<{ id: string; toggleId: string; rules: object[] }>(
      'GET',
      `/api/apps/${application.id}/envs/${production}/experiments/${experiment?.id}`,
    );
    expect(stored.body).toMatchObject({ toggleId: made?.id });
    expect(stored.body.rules).toMatchObject(experiment?.result?.rules as object[]);
  });

  it('SAF-13: steps follow one another by their waits, and the last one ends the request', async () => {
    const restart = { ...pause(), action: 'RESTART' };
    const filed = await file({ steps: [{ edits: [pause()] }, { wait: 3600, edits: [restart] }] });
    const first = await send('POST', `${path}/${filed.id}/actions`, { action: 'APPLY' });
    expect(first.body).toMatchObject({ state: 'RUNNING', waitsFor: 'TIME', currentStep: 1 });
    expect(await experimentStatus()).toBe('PAUSED');
    await makeDue(filed);
    await expect.poll(() => experimentStatus()).toBe('ACTIVE');
    expect(await stateOf(filed)).toMatchObject({ state: 'DONE', currentStep: 2 });
  });

  it('SAF-81: a request changes no revision of an environment', async () => {
    const revisions = () => server.database.sql.execute(raw`select revision from environments`);
    const before = (await revisions()).rows;
    const filed = await file();
    await send('POST', `${path}/${filed.id}/actions`, { action: 'WITHDRAW' });
    expect((await revisions()).rows).toEqual(before);
  });
});

describe('reviews', () => {
  it('SAF-25: nobody approves what they have filed; one rejection with a comment ends it', async () => {
    const filed = await file();
    const review = { verdict: 'REJECTED', digest: filed.digest, comment: 'Not on Friday' };
    const own = await send<Refused>('POST', `${path}/${filed.id}/reviews`, review);
    expect(own).toMatchObject({ status: 409, body: { error_code: 'OWN_REQUEST' } });
    const rui = await createUser(server, admin.accountId, { admin: true });
    const silent = { ...review, comment: ' ' };
    const empty = await send<Refused>('POST', `${path}/${filed.id}/reviews`, silent, rui.token);
    expect(empty.body.error_code).toBe('EMPTY_COMMENT');
    const old = { ...review, digest: 'old' };
    expect((await send('POST', `${path}/${filed.id}/reviews`, old, rui.token)).status).toBe(412);
    const { body } = await send('POST', `${path}/${filed.id}/reviews`, review, rui.token);
    expect(body).toMatchObject({ state: 'REJECTED', actions: [] });
  });
});
