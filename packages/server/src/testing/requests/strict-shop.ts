import type { Experiment } from '@comporta/contract/experiments/experiment';
import { eventKeys } from '../../tables/events.ts';
import {
  createApplication,
  createCompany,
  createEnvironmentKey,
  createToggle,
} from '../builders.ts';
import type { Answer, TestServer } from '../test-server.ts';

/** An application in which every environment needs an approval, with one of everything that a write may change. */
export interface StrictShop {
  readonly production: string;
  readonly test: string;
  /** The key of each environment, by its id. */
  readonly keys: Readonly<Record<string, string>>;
  readonly toggleNames: readonly string[];
  /** Of a toggle with the experiment; of another one with `otherId`; and of one without any. */
  readonly toggleId: string;
  readonly idleId: string;
  /** In Production: for a group, and split for everyone else. */
  readonly experimentId: string;
  readonly otherId: string;
  /** The rule of the other one that is split. */
  readonly otherRuleId: string;
  readonly pausedId: string;
  readonly analysisId: string;
  readonly metricId: string;
  readonly groupId: string;
  readonly propertyId: string;
  /** An experiment and a property that were deleted. */
  readonly deletedId: string;
  readonly discardedId: string;
  /** A request that waits for approval. */
  readonly requestId: string;
  /** Calls a path below that of the application, as an administrator. A text is sent as a file. */
  call<Body>(method: string, path: string, body?: object | string): Promise<Answer<Body>>;
  /** Creates something, and returns its id. */
  made(path: string, body: object): Promise<string>;
  rules(): Promise<Experiment['rules']>;
  /** Of a request that changes the experiment, and of an analysis. */
  request(): object;
  plan(): object;
  deliveryId(): Promise<string>;
  /** Uses the newest key of each environment. */
  renewKeys(): Promise<void>;
}

export async function openStrictShop(server: TestServer): Promise<StrictShop> {
  const admin = await createCompany(server);
  const application = await createApplication(server, admin.accountId, ['Production', 'Test']);
  const [production = '', test = ''] = application.environmentIds;
  const keys: Record<string, string> = {};

  function call<Body>(method: string, path: string, body?: object | string): Promise<Answer<Body>> {
    const at = `/api/apps/${application.id}${path === '' ? '' : `/${path}`}`;
    return server.call<Body>(method, at, {
      token: admin.token,
      ...(body && { body }),
      ...(typeof body === 'string' && { headers: { 'content-type': 'text/plain' } }),
    });
  }
  async function made(path: string, body: object): Promise<string> {
    const { status, body: answer } = await call<{ id: string }>('POST', path, body);
    if (status !== 201) throw new Error(`POST ${path}: ${status} ${JSON.stringify(answer)}`);
    return answer.id;
  }
  async function renewKeys(): Promise<void> {
    for (const id of [production, test]) keys[id] = await createEnvironmentKey(server, id);
  }

  const toggleNames = ['checkout', 'other', 'paused', 'gone', 'idle'];
  const toggleIds: string[] = [];
  for (const name of toggleNames) {
    toggleIds.push(await createToggle(server, application.id, { name }));
  }
  const [toggleId = '', other = '', paused = '', gone = '', idleId = ''] = toggleIds;
  const propertyId = await made('properties', { key: 'country', type: 'STRING' });
  const groupId = await made('target-groups', {
    name: 'Brazil',
    policy: 'AND',
    conditions: [{ propertyId, expression: 'EQUALS', term: 'BR' }],
  });
  const even = { type: 'SPLIT', split: { enabled: 50, disabled: 50 } };
  const everyone = { type: 'ALL_USERS', valueSpec: even };
  const forBrazil = {
    type: 'TARGET_GROUP',
    targetGroupRule: { policy: 'ANY_OF', targetGroupsIds: [groupId] },
    valueSpec: { type: 'EXACT_VALUE', exactValue: 'enabled' },
  };
  const experiments = `envs/${production}/experiments`;
  const experimentOf = (id: string) =>
    made(experiments, { toggleId: id, rules: [forBrazil, everyone] });
  const experimentId = await experimentOf(toggleId);
  const otherId = await experimentOf(other);
  const pausedId = await experimentOf(paused);
  await call('POST', `${experiments}/${pausedId}/pause`);
  const deletedId = await experimentOf(gone);
  await call('DELETE', `${experiments}/${deletedId}`);
  const discardedId = await made('properties', { key: 'discarded', type: 'STRING' });
  await call('DELETE', `properties/${discardedId}`);
  const metricId = await made('metrics', {
    key: 'visits',
    name: 'Visits',
    kind: 'CONVERSION',
    eventKey: 'visit',
  });
  const rulesOf = async (id: string) =>
    (await call<Experiment>('GET', `${experiments}/${id}`)).body.rules;
  const rules = () => rulesOf(experimentId);
  const ruleId = (await rules()).at(-1)?.id;
  const otherRuleId = (await rulesOf(otherId)).at(-1)?.id ?? '';
  await server.database.sql
    .insert(eventKeys)
    .values({ applicationId: application.id, key: 'unused' });
  const plan = () => ({ ruleId, goal: { metricId } });
  const analysisId = await made(`${experiments}/${experimentId}/analyses`, plan());
  await call('POST', `${experiments}/${experimentId}/analyses/${analysisId}/start`);
  const webhook = await call<object>('GET', '');
  await call('PUT', '', { ...webhook.body, notificationWebhook: 'https://1.1.1.1/hook' });
  await renewKeys();
  for (const id of [production, test]) {
    await call('PUT', `envs/${id}/change-policy`, { approvals: 1 });
  }
  const request = () => ({
    title: 'Off',
    submit: true,
    steps: [
      { edits: [{ type: 'experiment', action: 'PAUSE', id: otherId, environmentId: production }] },
    ],
  });
  const requestId = await made('change-requests', request());

  return {
    ...{ production, test, keys, toggleNames, toggleId, idleId, experimentId, otherId, pausedId },
    ...{ analysisId, metricId, groupId, propertyId, deletedId, discardedId, requestId },
    ...{ otherRuleId, call, made, rules, request, plan, renewKeys },
    async deliveryId() {
      const { body } = await call<{ items: { id: string }[] }>('GET', 'notifications/deliveries');
      return body.items[0]?.id ?? '';
    },
  };
}
