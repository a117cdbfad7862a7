import type { AuditPage } from '@comporta/contract/audit-logs/audit-log';
import type { ChangeRequest } from '@comporta/contract/change-requests/change-request';
import { eq, sql as raw } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { newKey } from '../identity/keys/key-format.ts';
import { newId } from '../platform/base/ids.ts';
import { hashSecret } from '../platform/base/secrets.ts';
import { ACCOUNT_KEY_PREFIX } from '../platform/callers/actor.ts';
import { accountKeys, users } from '../tables/accounts.ts';
import { roles } from '../tables/grants.ts';
import { createUser, type TestUser } from '../testing/builders.ts';
import {
  exactly,
  openRequestDesk,
  type RequestDesk,
  split,
} from '../testing/requests/request-desk.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';

let server: TestServer;
let desk: RequestDesk;
let ana: TestUser;
let rui: TestUser;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  desk = await openRequestDesk(server);
  const apps = [desk.application.id];
  ana = await createUser(server, desk.admin.accountId, { apps, name: 'Ana' });
  rui = await createUser(server, desk.admin.accountId, { admin: true, name: 'Rui' });
});

const policyAt = () => `/api/apps/${desk.application.id}/envs/${desk.envId}/change-policy`;
const asks = (policy: object) => desk.send<never>('PUT', policyAt(), policy);
const refusal = (code: string) => ({ body: { error_code: code } });
const experiments = () => `/api/apps/${desk.application.id}/envs/${desk.envId}/experiments`;

async function newest() {
  const log = `/api/apps/${desk.application.id}/audit-logs?size=1`;
  const [entry] = (await desk.send<AuditPage>('GET', log)).body.items;
  return entry;
}

function approve(request: { readonly id: string; readonly digest: string }, by: TestUser) {
  const body = { verdict: 'APPROVED', digest: request.digest };
  return desk.send('POST', `${desk.path}/${request.id}/reviews`, body, { token: by.token });
}

describe('a policy', () => {
  it('SAF-20: is set by administrators alone, with 0 to 3 approvals, and is in the log', async () => {
    const none = { approvals: 0, pauseDirectly: true, reasonRequired: false };
    expect((await desk.send('GET', policyAt())).body).toEqual(none);
    const forbidden = await desk.send('PUT', policyAt(), { approvals: 1 }, { token: ana.token });
    expect(forbidden.status).toBe(403);
    expect(await asks({ approvals: 4 })).toMatchObject(refusal('INVALID_APPROVALS'));
    expect((await asks({ approvals: 1 })).body).toEqual({ ...none, approvals: 1 });
    expect(await newest()).toMatchObject({ entity: { type: 'environment' }, action: 'EDITED' });
  });

  it('SAF-26: says who may approve: administrators and approvers of the environment, who can log in', async () => {
    const { accountId } = desk.admin;
    const apps = [desk.application.id];
    const [here = '', elsewhere = ''] = desk.application.environmentIds;
    const [eva, bia, leo] = await Promise.all(
      ['Eva', 'Bia', 'Leo'].map((name) => createUser(server, accountId, { apps, name })),
    );
    const gone = await createUser(server, accountId, { admin: true, name: 'Gil' });
    await server.database.sql.update(users).set({ active: false }).where(eq(users.id, gone.id));
    const applicationId = desk.application.id;
    await server.database.sql.insert(roles).values([
      { userId: eva?.id ?? '', applicationId, environmentId: null, role: 'APPROVER' },
      // An approver of the application, but not here; and one who is an approver only elsewhere.
      { userId: bia?.id ?? '', applicationId, environmentId: null, role: 'APPROVER' },
      { userId: bia?.id ?? '', applicationId, environmentId: here, role: 'VIEWER' },
      { userId: leo?.id ?? '', applicationId, environmentId: elsewhere, role: 'APPROVER' },
    ]);
    const stranger = await createUser(server, desk.admin.accountId, { name: 'Zoe' });
    const path = `/api/apps/${applicationId}/envs/${here}/approvers`;
    const { body } = await desk.send<object[]>('GET', path, undefined, { token: ana.token });
    expect(body).toEqual([
      { id: desk.admin.id, name: 'Ana' },
      { id: eva?.id, name: 'Eva' },
      { id: rui.id, name: 'Rui' },
    ]);
    const refused = await desk.send('GET', path, undefined, { token: stranger.token });
    expect(refused.status).toBe(403);
  });

  it('SAF-22: refuses every change that touches the environment, saves nothing, and leaves others', async () => {
    await asks({ approvals: 2 });
    const before = await desk.experiment();
    const refused = await desk.send<object>('PUT', desk.at, {
      rules: [{ type: 'ALL_USERS', valueSpec: split(5) }],
    });
    expect(refused).toMatchObject({
      status: 409,
      body: {
        error_code: 'APPROVAL_REQUIRED',
        meta_data: { environments: [{ id: desk.envId, name: 'Production', approvals: 2 }] },
      },
    });
    expect(await desk.experiment()).toEqual(before);
    const toggle = `/api/apps/${desk.application.id}/toggles/${desk.toggleId}`;
    const { body } = await desk.send<object>('GET', toggle);
    const off = { ...body, defaultValue: 'enabled' };
    expect(await desk.send('PUT', toggle, off)).toMatchObject(refusal('APPROVAL_REQUIRED'));
    const described = { ...body, description: 'Another' };
    expect((await desk.send('PUT', toggle, described)).status).toBe(200);
    const test = `${experiments().replace(desk.envId, desk.application.environmentIds[1] ?? '')}`;
    const rules = [{ type: 'ALL_USERS', valueSpec: exactly('enabled') }];
    expect((await desk.send('POST', test, { toggleId: desk.toggleId, rules })).status).toBe(201);
  });

  it('SAF-22: refuses to remove the environment and to delete the application, but for a bypass', async () => {
    await asks({ approvals: 1 });
    const application = `/api/apps/${desk.application.id}`;
    const { body } = await desk.send<{ environments: { id: string }[] }>('GET', application);
    const without = {
      ...body,
      environments: body.environments.filter(({ id }) => id !== desk.envId),
      removeEnvironments: [desk.envId],
    };
    expect(await desk.send('PUT', application, without)).toMatchObject(
      refusal('APPROVAL_REQUIRED'),
    );
    expect(await desk.send('DELETE', application)).toMatchObject(refusal('APPROVAL_REQUIRED'));
    const headers = { 'change-bypass': 'true', 'change-reason': 'The%20shop%20closes' };
    expect((await desk.send('DELETE', application, undefined, { headers })).status).toBe(204);
  });

  it('SAF-20: is asked for each row of a bulk call', async () => {
    await asks({ approvals: 1 });
    const body = { action: 'DELETE', ids: [desk.experimentId] };
    const { body: answer } = await desk.send<object>('POST', `${experiments()}/bulk`, body);
    expect(answer).toMatchObject({
      results: [{ id: desk.experimentId, error_code: 'APPROVAL_REQUIRED' }],
    });
    expect((await desk.experiment()).status).toBe('ACTIVE');
  });

  it('SAF-23: leaves pausing free, without a reason, and says so in the log; a restart is no stop', async () => {
    await asks({ approvals: 1, reasonRequired: true });
    expect((await desk.send('POST', `${desk.at}/pause`)).status).toBe(200);
    expect(await newest()).toMatchObject({ action: 'PAUSED', request: { withoutApproval: true } });
    const restarted = await desk.send('POST', `${desk.at}/restart`);
    expect(restarted).toMatchObject(refusal('APPROVAL_REQUIRED'));
    await asks({ approvals: 1, pauseDirectly: false });
    await desk.send('POST', `${desk.at}/restart`, undefined, {
      headers: { 'change-bypass': 'true', 'change-reason': 'again' },
    });
    expect(await desk.send('POST', `${desk.at}/pause`)).toMatchObject(refusal('APPROVAL_REQUIRED'));
  });

  it('SAF-28: may want a reason, which is kept in the log as it was written', async () => {
    await asks({ reasonRequired: true });
    expect(await desk.saveValue(split(5))).toMatchObject({
      body: {
        error_code: 'EMPTY_REASON',
        meta_data: { environments: [{ id: desk.envId, name: 'Production' }] },
      },
    });
    const headers = { 'change-reason': encodeURIComponent('Promoção de março') };
    expect((await desk.saveValue(split(5), { headers })).status).toBe(200);
    expect(await newest()).toMatchObject({ reason: 'Promoção de março' });
  });

  it('SAF-57: asks a roll-back for no reason and no approval, though it did not ask the request for them', async () => {
    const steps = [
      { edits: [desk.valueEdit(split(10))] },
      { wait: 3600, edits: [desk.valueEdit(split(50))] },
    ];
    const { rules } = await desk.experiment();
    const filed = await desk.file([], { steps });
    expect((await desk.act(filed, 'APPLY')).body.state).toBe('RUNNING');
    await asks({ approvals: 1, reasonRequired: true });
    expect((await desk.act(filed, 'ROLL_BACK')).body).toMatchObject({
      state: 'ROLLED_BACK',
      held: null,
    });
    expect((await desk.experiment()).rules).toEqual(rules);
  });

  it('SAF-27: is passed by an administrator with a reason, never by a key or another user', async () => {
    await asks({ approvals: 1 });
    const headers = { 'change-bypass': 'true', 'change-reason': 'fire' };
    const silent = { headers: { 'change-bypass': 'true' } };
    expect(await desk.saveValue(split(5), silent)).toMatchObject(refusal('EMPTY_REASON'));
    expect((await desk.saveValue(split(5), { headers, token: ana.token })).status).toBe(403);
    const key = newKey(ACCOUNT_KEY_PREFIX);
    await server.database.sql.insert(accountKeys).values({
      id: newId(),
      accountId: desk.admin.accountId,
      keyHash: hashSecret(key),
      mask: '…',
      createdBy: 'Ana',
    });
    expect((await desk.saveValue(split(5), { headers, token: key })).status).toBe(403);
    expect((await desk.saveValue(split(5), { headers })).status).toBe(200);
    expect(await newest()).toMatchObject({ reason: 'fire', request: { bypass: true } });
  });

  it('SAF-84: an older program that saves in the application is refused as busy, and elsewhere it is not', async () => {
    const save = (id: string) =>
      server.database.sql.execute(
        raw`update applications set revision = revision + 1 where id = ${id}`,
      );
    const other = await openRequestDesk(server);
    await save(desk.application.id);
    await asks({ approvals: 1 });
    await expect(save(desk.application.id)).rejects.toMatchObject({ cause: { code: '40001' } });
    await save(other.application.id);
    await asks({ approvals: 0 });
    await save(desk.application.id);
  });
});

describe('an approval', () => {
  const filed = () => desk.file([desk.valueEdit(split(5))], {}, { token: ana.token });

  beforeEach(async () => {
    await asks({ approvals: 1 });
  });

  it('SAF-25: lets the author apply; neither who filed it, nor an editor, nor an old digest gives one', async () => {
    const request = await filed();
    expect(request).toMatchObject({
      state: 'IN_REVIEW',
      approvals: [{ id: desk.envId, needed: 1, given: 0 }],
    });
    const own = await approve(request, ana);
    expect(own).toMatchObject(refusal('OWN_REQUEST'));
    const eva = await createUser(server, desk.admin.accountId, { apps: [desk.application.id] });
    expect((await approve(request, eva)).status).toBe(403);
    expect((await approve({ ...request, digest: 'old' }, rui)).status).toBe(412);
    const early = await desk.act(request, 'APPLY');
    expect(early).toMatchObject(refusal('WRONG_REQUEST_STATE'));
    expect((await approve(request, rui)).body).toMatchObject({
      state: 'APPROVED',
      approvals: [{ needed: 1, given: 1 }],
      reviews: [{ verdict: 'APPROVED', counts: true, by: { name: 'Rui' } }],
    });
    const applied = { action: 'APPLY' };
    await desk.send('POST', `${desk.path}/${request.id}/actions`, applied, { token: rui.token });
    expect(await newest()).toMatchObject({
      actor: { id: ana.id },
      request: { number: 1, step: 1, approvers: ['Rui'], by: 'Rui' },
    });
  });

  it('SAF-24: falls when somebody edits the request, and it waits for the approver again', async () => {
    const request = await filed();
    await approve(request, rui);
    const waiting = async () =>
      (
        await desk.send<{ counts: { waiting: number } }>('GET', desk.path, undefined, {
          token: rui.token,
        })
      ).body.counts.waiting;
    expect(await waiting()).toBe(0);
    const body = { title: 'More', steps: [{ edits: [desk.valueEdit(split(50))] }] };
    const edited = await desk.send('PUT', `${desk.path}/${request.id}`, body, { token: ana.token });
    expect(edited.body).toMatchObject({ state: 'IN_REVIEW', reviews: [{ counts: false }] });
    expect(await waiting()).toBe(1);
  });

  const put = (request: ChangeRequest, change: object, by = ana) =>
    desk.send(
      'PUT',
      `${desk.path}/${request.id}`,
      { ...request, submit: true, ...change },
      { token: by.token },
    );

  it('SAF-24: stays when only a title or a reason is corrected, and nobody is asked again', async () => {
    const request = await filed();
    const { body: approved } = await approve(request, rui);
    const named = await put(approved, { title: 'A better title', reason: 'Because.' });
    expect(named.body).toMatchObject({
      ...{ title: 'A better title', reason: 'Because.', state: 'APPROVED' },
      reviews: [{ counts: true }],
      approvals: [{ given: 1 }],
    });
    // A title is no content: also the approver may correct it.
    expect((await put(named.body, { title: 'The best title' }, rui)).body).toMatchObject({
      state: 'APPROVED',
      reviews: [{ counts: true }],
    });
    expect((await newest())?.items).toEqual(['title: “A better title” → “The best title”']);
    expect((await desk.act(request, 'APPLY')).body.state).toBe('DONE');
  });

  it('SAF-24: stays when a ramp, or what takes another request back, gets another title', async () => {
    await asks({ approvals: 0 });
    const done = await filed();
    await desk.act(done, 'APPLY');
    await asks({ approvals: 1 });
    const ramp = {
      experimentId: desk.experimentId,
      ruleId: (await desk.experiment()).rules[0]?.id,
      ...{ value: 'enabled', from: 'disabled' },
      shares: [{ percent: 10, wait: 3600 }, { percent: 100 }],
    };
    for (const source of [{ ramp }, { revert: done.id }]) {
      const request = await desk.file([], { steps: [], source }, { token: ana.token });
      const { body: approved } = await approve(request, rui);
      expect(approved.state).toBe('APPROVED');
      const named = await put(approved, { steps: [], title: 'A better title' });
      expect(named.body, JSON.stringify(named.body)).toMatchObject({
        title: 'A better title',
        state: 'APPROVED',
        reviews: [{ counts: true }],
      });
      await desk.act(request, 'WITHDRAW');
    }
  });

  it.each([
    { lateBy: 7200 },
    { start: 'ON_APPROVAL' },
    { steps: [{ edits: [{ rerandomise: true }] }] },
    { steps: [{ edits: [{ newPhase: true }] }] },
  ])('SAF-24: falls with another %o, and stays so when that is taken back', async (change) => {
    const request = await filed();
    const { body: approved } = await approve(request, rui);
    const edits = request.steps.map(({ edits: [edit] }) => ({
      edits: [{ ...edit, body: { ...edit?.body, ...change.steps?.[0]?.edits[0] } }],
    }));
    const other = await put(approved, change.steps ? { steps: edits } : change);
    expect(other.body).toMatchObject({ state: 'IN_REVIEW', reviews: [{ counts: false }] });
    const back = await put(other.body, request);
    expect(back.body).toMatchObject({ state: 'IN_REVIEW', approvals: [{ given: 0 }] });
  });

  it('SAF-24: falls when something that the content names is changed, and not by a free edit', async () => {
    const request = await filed();
    await approve(request, rui);
    const toggle = `/api/apps/${desk.application.id}/toggles/${desk.toggleId}`;
    const { body } = await desk.send<object>('GET', toggle);
    await desk.send('PUT', toggle, { ...body, description: 'Another' });
    expect((await desk.read(request)).state).toBe('APPROVED');
    const headers = { 'change-bypass': 'true', 'change-reason': 'another default' };
    const saved = await desk.send('PUT', toggle, { ...body, defaultValue: 'enabled' }, { headers });
    expect(saved).toMatchObject({ status: 200 });
    expect((await desk.read(request)).state).toBe('IN_REVIEW');
  });

  it('SAF-80: the log says what a request asks from submit on, what became of it, and what its step changed', async () => {
    const draft = { start: 'MANUAL', submit: false };
    const made = await desk.file([desk.valueEdit(split(5))], draft, { token: ana.token });
    expect((await newest())?.entity.type).not.toBe('changeRequest');
    const { body: request } = await desk.send(
      'POST',
      `${desk.path}/${made.id}/actions`,
      { action: 'SUBMIT' },
      { token: ana.token },
    );
    const change = (enabled: number) =>
      expect.stringMatching(
        `^step: .*Change toggle-.* \\(Rule #1: everyone: enabled → everyone: enabled ${enabled}%, disabled ${100 - enabled}%\\)$`,
      );
    const filedEntry = await newest();
    expect(filedEntry).toMatchObject({
      action: 'CREATED',
      entity: { type: 'changeRequest', name: '#1 A change' },
      actor: { name: 'Ana' },
    });
    expect(filedEntry?.items).toContainEqual(change(5));
    const steps = [{ edits: [desk.valueEdit(split(50))] }];
    const { body: other } = await put(request, { steps });
    expect((await newest())?.items).toEqual([change(50)]);
    await approve(other, rui);
    expect(await newest()).toMatchObject({
      action: 'EDITED',
      items: ['state: In review → Approved', 'approved by added: “Rui”'],
    });
    await desk.act(other, 'APPLY');
    expect(await newest()).toMatchObject({
      entity: { type: 'experiment' },
      actor: { name: 'Ana' },
      request: { number: 1, step: 1, approvers: ['Rui'] },
    });
    await asks({ approvals: 0 });
    expect(await newest()).toMatchObject({ entity: { type: 'environment' }, action: 'EDITED' });
    const freeze = {
      name: 'Holidays',
      from: '2031-01-01T00:00:00Z',
      to: '2031-01-02T00:00:00Z',
    };
    await desk.send('POST', `/api/apps/${desk.application.id}/freezes`, freeze);
    expect(await newest()).toMatchObject({ entity: { type: 'freeze' }, action: 'CREATED' });
  });

  it('SAF-43: the list of applications says policies and the number of open requests', async () => {
    await filed();
    const { body } = await desk.send<object[]>('GET', '/api/apps');
    expect(body).toMatchObject([
      { openRequests: 1, environments: [{ changePolicy: { approvals: 1 } }, {}] },
    ]);
  });

  it('SAF-15: the last one starts a request that begins on approval', async () => {
    const draft = { start: 'ON_APPROVAL' };
    const request = await desk.file([desk.valueEdit(split(5))], draft, { token: ana.token });
    expect(request).toMatchObject({ state: 'IN_REVIEW', nextAt: null });
    await approve(request, rui);
    await expect.poll(async () => (await desk.read(request)).state).toBe('DONE');
    const { rows } = await server.database.sql.execute(
      raw`select request from audit_entries where application_id = ${desk.application.id} and entity_type = 'experiment'`,
    );
    expect(rows).toEqual([{ request: { number: 1, step: 1, approvers: ['Rui'] } }]);
  });

  it('SAF-14: a start that passes in review is missed, and a late approval applies nothing', async () => {
    const startAt = new Date(Date.now() + 3_600_000).toISOString();
    const draft = { start: 'AT', startAt };
    const request = await desk.file([desk.valueEdit(split(5))], draft, { token: ana.token });
    await desk.makeDue(request);
    await expect.poll(async () => (await desk.read(request)).state).toBe('HELD');
    const held = await desk.read(request);
    expect(held.held).toMatchObject({ reason: 'MISSED' });
    expect((await approve(held, rui)).body.state).toBe('HELD');
    expect((await desk.experiment()).rules).toMatchObject([{ valueSpec: exactly('enabled') }]);
    expect((await desk.act(request, 'APPLY')).body.state).toBe('DONE');
  });

  it('SAF-16: counts only while its giver still may approve', async () => {
    const request = await filed();
    await approve(request, rui);
    await server.database.sql.execute(raw`update users set active = false where id = ${rui.id}`);
    expect((await desk.read(request)).state).toBe('IN_REVIEW');
  });
});
