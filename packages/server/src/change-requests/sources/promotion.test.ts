import type { Experiment } from '@comporta/contract/experiments/experiment';
import type { Rule } from '@comporta/engine/snapshot';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { createApplication, createToggle } from '../../testing/builders.ts';
import {
  exactly,
  openRequestDesk,
  type RequestDesk,
  split,
} from '../../testing/requests/request-desk.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

let server: TestServer;
let desk: RequestDesk;
let testId: string;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  desk = await openRequestDesk(server);
  testId = desk.application.environmentIds[1] ?? '';
});

const experimentsIn = (envId: string) =>
  `/api/apps/${desk.application.id}/envs/${envId}/experiments`;
const ofUid = (term: string, valueSpec: Rule['valueSpec'] = exactly('enabled')) => ({
  type: 'PROPERTY',
  propertyRule: { propertyId: 'uid', expression: 'EQUALS', term },
  valueSpec,
});
const everyone = (valueSpec: Rule['valueSpec']) => ({ type: 'ALL_USERS', valueSpec });

async function put(envId: string, toggleId: string, rules: readonly object[]): Promise<Experiment> {
  const { status, body } = await desk.send<Experiment>('POST', experimentsIn(envId), {
    toggleId,
    rules,
  });
  expect(status, JSON.stringify(body)).toBe(201);
  return body;
}

/** From Test to Production. */
const promotion = (toggleIds: readonly string[], more: object = {}) => ({
  source: { promotion: { fromEnvId: testId, toEnvId: desk.envId, toggleIds, ...more } },
});
const promote = (toggleIds: readonly string[], more: object = {}) =>
  desk.send('POST', desk.path, { title: 'Promote', ...promotion(toggleIds), ...more });

async function applied(toggleIds: readonly string[], more: object = {}): Promise<void> {
  const { status, body } = await promote(toggleIds, { submit: true, ...more });
  expect(status, JSON.stringify(body)).toBe(201);
  expect((await desk.act(body, 'APPLY')).body.state).toBe('DONE');
}

it('SAF-61: gives the destination the rules of the source, with its own salt and rule ids', async () => {
  const { toggleId, experimentId } = desk;
  const before = await desk.experiment();
  const source = await put(testId, toggleId, [
    { ...ofUid('ana'), name: 'Ana first' },
    everyone(split(25)),
  ]);
  const { status, body } = await promote([toggleId]);
  expect(status).toBe(201);
  expect(body).toMatchObject({
    state: 'DRAFT',
    problems: [],
    touched: [{ id: desk.envId }],
    steps: [{ edits: [{ action: 'UPDATE', id: experimentId, environmentId: desk.envId }] }],
  });
  expect(body.steps[0]?.edits[0]?.differences).toMatchObject([
    { kind: 'ADDED', to: 1 },
    { kind: 'CHANGED', part: `rule:${before.rules[0]?.id}` },
  ]);
  expect((await desk.act(body, 'SUBMIT')).status).toBe(200);
  expect((await desk.act(body, 'APPLY')).body.state).toBe('DONE');
  const after = await desk.experiment();
  expect(after.salt).toBe(before.salt);
  expect(after.rules).toMatchObject([
    { name: 'Ana first', propertyRule: { term: 'ana' } },
    { id: before.rules[0]?.id, valueSpec: split(25) },
  ]);
  expect(source.rules.map(({ id }) => id)).not.toContain(after.rules[0]?.id);
});

it('SAF-61: promoted twice, nothing is left to do', async () => {
  await put(testId, desk.toggleId, [ofUid('ana'), everyone(split(25))]);
  const other = await createToggle(server, desk.application.id, { name: 'other' });
  await put(testId, other, [everyone(split(10))]);
  await applied([desk.toggleId, other]);
  for (const submit of [true, false]) {
    expect(await promote([desk.toggleId, other], { submit })).toMatchObject({
      status: 400,
      body: { error_code: 'NO_EDITS' },
    });
  }
});

it('SAF-61: a new experiment has the salt and the status of the source; nothing is deleted', async () => {
  const name = 'only-in-test';
  const toggleId = await createToggle(server, desk.application.id, { name });
  const source = await put(testId, toggleId, [everyone(split(40))]);
  await desk.send('POST', `${experimentsIn(testId)}/${source.id}/pause`);
  await applied([toggleId]);
  const { body: list } = await desk.send<Experiment[]>('GET', experimentsIn(desk.envId));
  const made = list.find((one) => one.toggleId === toggleId);
  expect(made).toMatchObject({
    status: 'PAUSED',
    salt: source.salt,
    rules: [{ valueSpec: split(40) }],
  });
  expect(made?.id).not.toBe(source.id);
  expect(list.map(({ id }) => id)).toContain(desk.experimentId);
});

it('SAF-61: keeps the status of the destination unless it is to be copied', async () => {
  const source = await put(testId, desk.toggleId, [everyone(exactly('enabled'))]);
  await desk.send('POST', `${experimentsIn(testId)}/${source.id}/pause`);
  expect((await promote([desk.toggleId])).body).toMatchObject({ error_code: 'NO_EDITS' });
  const { body } = await desk.send('POST', desk.path, {
    title: 'Promote',
    submit: true,
    ...promotion([desk.toggleId], { copyStatus: true }),
  });
  expect((await desk.act(body, 'APPLY')).body.state).toBe('DONE');
  expect((await desk.experiment()).status).toBe('PAUSED');
});

it('SAF-61: a dependency that is absent or paused there is a problem, which adding it solves', async () => {
  const needed = await createToggle(server, desk.application.id, { name: 'needed' });
  const inTest = await put(testId, needed, [everyone(exactly('enabled'))]);
  const toggleDependencyRule = { toggleId: needed, value: 'enabled' };
  await put(testId, desk.toggleId, [
    { type: 'TOGGLE_DEPENDENCY', toggleDependencyRule, valueSpec: exactly('disabled') },
    everyone(exactly('enabled')),
  ]);
  const { body: draft } = await promote([desk.toggleId]);
  const problem = {
    step: 1,
    edit: 1,
    code: 'TOGGLE_DEPENDENCY_NON_ACTIVE_EXPERIMENT',
    at: ['rules', 0, 'toggleDependencyRule', 'toggleId'],
    meta_data: { toggle_id: needed },
  };
  expect(draft.problems).toEqual([problem]);
  expect(await promote([desk.toggleId], { submit: true })).toMatchObject({
    status: 400,
    body: { error_code: 'INVALID_EDIT', meta_data: { edits: [problem] } },
  });

  const added = await desk.send('PUT', `${desk.path}/${draft.id}`, {
    title: 'Promote',
    ...promotion([desk.toggleId, needed]),
  });
  expect(added.body.problems).toEqual([]);
  // The one that the other depends on is first.
  expect(added.body.steps[0]?.edits.map(({ name }) => name)).toMatchObject(['needed', {}]);
  expect((await desk.act(draft, 'SUBMIT')).status).toBe(200);
  expect((await desk.act(draft, 'APPLY')).body.state).toBe('DONE');

  const { body: list } = await desk.send<Experiment[]>('GET', experimentsIn(desk.envId));
  const there = list.find(({ toggleId }) => toggleId === needed);
  await desk.send('POST', `${experimentsIn(desk.envId)}/${there?.id}/pause`);
  await desk.saveValue(exactly('disabled'));
  const again = await promote([desk.toggleId]);
  expect(again.body.problems).toMatchObject([{ meta_data: { status: 'PAUSED' } }]);
  expect(inTest.status).toBe('ACTIVE');
});

it('SAF-61: the same again leaves a draft and its version as they are', async () => {
  await put(testId, desk.toggleId, [everyone(split(25))]);
  const { body: draft } = await promote([desk.toggleId]);
  const path = `${desk.path}/${draft.id}`;
  const again = await desk.send('PUT', path, { title: 'Promote', ...promotion([desk.toggleId]) });
  expect(again.body.version).toBe(draft.version);
});

it('SAF-61: only toggles and environments of the application are promoted', async () => {
  const foreign = await createApplication(server, desk.admin.accountId, ['Test']);
  const elsewhere = await createToggle(server, foreign.id);
  await put(testId, desk.toggleId, [everyone(split(25))]);
  for (const [toggleIds, more, at] of [
    [[elsewhere], {}, ['toggleIds', 0]],
    [['nonsense'], {}, ['toggleIds', 0]],
    [[desk.toggleId], { fromEnvId: foreign.environmentIds[0] }, ['fromEnvId']],
    [[desk.toggleId], { toEnvId: testId }, ['toEnvId']],
  ] as const) {
    const body = { title: 'Promote', ...promotion(toggleIds, more) };
    expect(await desk.send('POST', desk.path, body)).toMatchObject({
      status: 400,
      body: { error_code: 'INVALID_SOURCE', meta_data: { at: ['source', 'promotion', ...at] } },
    });
  }
});
