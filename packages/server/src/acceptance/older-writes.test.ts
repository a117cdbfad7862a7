import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import {
  createApplication,
  getApplication,
  listApplications,
} from '@comporta/contract/applications/application-api';
import { listApplicationAuditLog, listAuditLog } from '@comporta/contract/audit-logs/audit-log-api';
import { updateChangePolicy } from '@comporta/contract/change-policies/change-policy-api';
import {
  actOnChangeRequest,
  createChangeRequest,
  reviewChangeRequest,
} from '@comporta/contract/change-requests/change-request-api';
import { fetchTogglesByGet } from '@comporta/contract/evaluation/toggle-fetch-api';
import {
  createExperiment,
  deleteExperiment,
  pauseExperiment,
} from '@comporta/contract/experiments/experiment-api';
import { createEnvironmentKey } from '@comporta/contract/keys/environment-key-api';
import { setPassword } from '@comporta/contract/sessions/password-api';
import { createToggle } from '@comporta/contract/toggles/toggle-api';
import { createUser, getUser, updateUser } from '@comporta/contract/users/user-api';
import { expect, it } from 'vitest';
import { createTestDatabase } from '../testing/test-database.ts';
import { type Client, openClient } from './client.ts';
import { logIn, PASSWORD, signUp } from './company.ts';
import { startPreviousRelease } from './previous-release.ts';
import { type ServiceProcess, startServiceProcess } from './service-process.ts';

const EMAIL = 'ana@example.com';
const TOGGLE = { name: 'checkout', values: ['enabled', 'disabled'], defaultValue: 'disabled' };
const ENABLED = { type: 'EXACT_VALUE', exactValue: 'enabled' };

/** Starts nodes of any release on one database of their own; all of it goes with the stack. */
async function nodesOfOneDatabase(stack: AsyncDisposableStack) {
  const database = await createTestDatabase();
  stack.defer(database.drop);
  const dataDir = mkdtempSync(path.join(os.tmpdir(), 'comporta-older-writes-'));
  stack.defer(() => rmSync(dataDir, { recursive: true }));
  const settings = { DATABASE_URL: database.url, DATA_DIR: dataDir };
  return async (start: typeof startServiceProcess): Promise<ServiceProcess> => {
    const service = await start(settings);
    stack.defer(() => service.kill());
    return service;
  };
}

it('SAF-84, SAF-99: the release before saves nothing where a policy is, evaluates what a request has applied, and saves elsewhere', async () => {
  await using stack = new AsyncDisposableStack();
  const begin = await nodesOfOneDatabase(stack);
  const on = async ({ url }: ServiceProcess) =>
    openClient(url, await logIn(openClient(url), EMAIL));

  const present = await begin(startServiceProcess);
  const admin = await signUp(present, EMAIL);
  const shop = await furnish(admin, 'Shop');
  const other = await furnish(admin, 'Other');
  const old = await begin(startPreviousRelease);

  // Else a pause needs no approval (SAF-23).
  const policy = { params: shop.environment, body: { approvals: 1, pauseDirectly: false } };
  await expect(admin.call(updateChangePolicy, policy)).rejects.toMatchObject({
    code: 'OLDER_NODE',
  });
  await old.stop();
  await admin.call(updateChangePolicy, policy);

  const back = await begin(startPreviousRelease);
  const onBack = await on(back);
  const busy = { status: 503, code: 'SERVICE_BUSY' };
  const body = { ...TOGGLE, name: 'another' };
  await expect(onBack.call(createToggle, { params: shop.environment, body })).rejects.toMatchObject(
    busy,
  );
  const pause = (client: Client, { environment, experimentId: id }: Furnished) =>
    client.call(pauseExperiment, { params: { ...environment, id } });
  const remove = (client: Client, { environment, experimentId: id }: Furnished) =>
    client.call(deleteExperiment, { params: { ...environment, id } });
  await expect(pause(onBack, shop)).rejects.toMatchObject(busy);
  await expect(remove(onBack, shop)).rejects.toMatchObject(busy);
  await pause(onBack, other);
  await remove(onBack, other);

  const edit = { type: 'experiment', action: 'PAUSE', id: shop.experimentId };
  const request = await admin.call(createChangeRequest, {
    params: shop.environment,
    body: {
      title: 'Pause it',
      submit: true,
      steps: [{ edits: [{ ...edit, environmentId: shop.environment.envId }] }],
    },
  });
  expect(request.state).toBe('IN_REVIEW');
  const one = { ...shop.environment, id: request.id };
  await expect(
    admin.call(reviewChangeRequest, {
      params: one,
      body: { verdict: 'APPROVED', digest: request.digest },
    }),
  ).rejects.toMatchObject({ code: 'OWN_REQUEST' });
  await admin.call(updateChangePolicy, { ...policy, body: { approvals: 0 } });
  const asksOld = () =>
    openClient(back.url, shop.key).call(fetchTogglesByGet, { query: { uid: 'ana' } });
  expect(await asksOld()).toMatchObject({ checkout: 'enabled' });
  await admin.call(actOnChangeRequest, { params: one, body: { action: 'APPLY' } });
  await expect.poll(asksOld).toMatchObject({ checkout: 'disabled' });
  await onBack.call(createToggle, { params: shop.environment, body });
  const log = await onBack.call(listApplicationAuditLog, { params: shop.environment, query: {} });
  expect(log.items.map(({ entity }) => entity.type)).toContain('other');
});

it('SAF-44: the release before answers limited people 403, and takes away what it knows of', async () => {
  await using stack = new AsyncDisposableStack();
  const begin = await nodesOfOneDatabase(stack);
  const present = await begin(startServiceProcess);
  const admin = await signUp(present, EMAIL);
  const { environment } = await furnish(admin, 'Shop');
  const { appId, envId } = environment;
  const invite = async (name: string, roles: readonly object[]) => {
    const email = `${name}@example.com`;
    const body = { name, email, apps: [appId], roles: [...roles] };
    const { id, passwordLink } = await admin.call(createUser, { body });
    const requestId = passwordLink?.split('/').at(-1) ?? '';
    const password = { value: PASSWORD, confirmation: PASSWORD };
    await openClient(present.url).call(setPassword, { params: { requestId }, body: password });
    return { id, email };
  };
  const role = (one: string, environments: readonly object[] = []) => [
    { appId, role: one, environments: [...environments] },
  ];
  const viewer = await invite('vera', role('VIEWER'));
  const partly = await invite('paulo', role('EDITOR', [{ envId, role: 'VIEWER' }]));
  const approver = await invite('rui', role('APPROVER'));

  const old = await begin(startPreviousRelease);
  const on = async ({ url }: ServiceProcess, { email }: { readonly email: string }) =>
    openClient(url, await logIn(openClient(url), email));
  for (const person of [viewer, partly]) {
    const there = await on(old, person);
    expect(await there.call(listApplications, {})).toEqual([]);
    const read = there.call(getApplication, { params: environment });
    await expect(read).rejects.toMatchObject({ status: 403 });
    const here = await on(present, person);
    expect(await here.call(getApplication, { params: environment })).toMatchObject({ id: appId });
  }
  await (await on(old, approver)).call(createToggle, {
    params: environment,
    body: { ...TOGGLE, name: 'by-rui' },
  });

  const onOld = await on(old, { email: EMAIL });
  const params = { id: approver.id };
  const { name, email } = await onOld.call(getUser, { params });
  await onOld.call(updateUser, { params, body: { name, email, apps: [] } });
  const gone = (await on(present, approver)).call(getApplication, { params: environment });
  await expect(gone).rejects.toMatchObject({ status: 403 });
  const log = await onOld.call(listAuditLog, { query: {} });
  expect(JSON.stringify(log.items)).toContain('viewerIn');
  // What it does not know of stays as it is.
  const known = await onOld.call(getUser, { params: { id: viewer.id } });
  await onOld.call(updateUser, { params: { id: viewer.id }, body: { ...known, name: 'Vera' } });
  expect(await admin.call(getUser, { params: { id: viewer.id } })).toMatchObject({
    name: 'Vera',
    apps: [appId],
    roles: role('VIEWER'),
  });
});

interface Furnished {
  readonly environment: { readonly appId: string; readonly envId: string };
  readonly experimentId: string;
  readonly key: string;
}

async function furnish(admin: Client, name: string): Promise<Furnished> {
  const environments = [{ name: 'Production' }];
  const { id: appId, ...application } = await admin.call(createApplication, {
    body: { name, environments },
  });
  const params = { appId, envId: application.environments[0]?.id ?? '' };
  const toggle = await admin.call(createToggle, { params, body: TOGGLE });
  const { id } = await admin.call(createExperiment, {
    params,
    body: { toggleId: toggle.id, rules: [{ type: 'ALL_USERS', valueSpec: ENABLED }] },
  });
  const key = await admin.call(createEnvironmentKey, { params, body: { password: PASSWORD } });
  return { environment: params, experimentId: id, key };
}
