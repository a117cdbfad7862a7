import type { Analysis } from '@comporta/contract/analyses/analysis';
import type { AnalysisDraft } from '@comporta/contract/analyses/plan';
import type { Results } from '@comporta/contract/analyses/results';
import type { Experiment } from '@comporta/contract/experiments/experiment';
import type { RuleDraft } from '@comporta/contract/experiments/rule-draft';
import { expect } from 'vitest';
import { rollUp } from '../event-store/postgres/roll-up.ts';
import {
  createApplication,
  createClientKey,
  createCompany,
  createEnvironmentKey,
  createMetric,
  createToggle,
  type TestApplication,
  type TestUser,
} from './builders.ts';
import type { Answer, TestServer } from './test-server.ts';

const DAY_MS = 24 * 60 * 60_000;

export const EVEN_SPLIT: Partial<RuleDraft> & Record<string, unknown> = {
  type: 'ALL_USERS',
  valueSpec: { type: 'SPLIT', exactValue: '', split: { disabled: 50, enabled: 50 } },
};

export interface EventsReport {
  readonly accepted: number;
  readonly duplicates: number;
  readonly rejected: readonly { readonly index: number; readonly code: string }[];
}

/** An application with a split between two values, a metric, and all calls that results need. */
export interface MeasuredShop {
  readonly server: TestServer;
  readonly admin: TestUser;
  readonly application: TestApplication;
  readonly environmentId: string;
  readonly toggleId: string;
  readonly metricId: string;
  readonly experiment: Experiment;
  readonly environmentKey: string;
  readonly clientKey: string;
  /** Calls a path below that of the experiment. */
  call<Body>(method: string, path: string, body?: object): Promise<Answer<Body>>;
  saveRules(rules: readonly object[], more?: object): Promise<Experiment>;
  plan(draft?: Partial<AnalysisDraft> | Record<string, unknown>): Promise<Analysis>;
  start(draft?: Partial<AnalysisDraft> | Record<string, unknown>): Promise<Analysis>;
  evaluate(
    uid: string | undefined,
    properties?: object,
  ): Promise<{ value: string; variant: string }>;
  send(events: readonly object[], more?: object, key?: string): Promise<Answer<EventsReport>>;
  /** Sends again on 503, as every client does when a busy machine did not store in time; duplicates count once. */
  sendAll(events: readonly object[]): Promise<void>;
  /** The value that the user gets. */
  givenTo(uid: string): Promise<string>;
  exposeAll(uids: readonly string[], at?: Date): Promise<void>;
  track(uids: readonly string[], more?: object): Promise<void>;
  count(): Promise<void>;
  results(query?: string): Promise<Results>;
}

/** `insert` adds to the application what a node would not follow: nothing has loaded it yet. */
export async function openMeasuredShop(
  server: TestServer,
  rules: readonly object[] = [EVEN_SPLIT],
  insert: (applicationId: string) => Promise<unknown> = async () => {},
): Promise<MeasuredShop> {
  const admin = await createCompany(server);
  const application = await createApplication(server, admin.accountId);
  const [environmentId = ''] = application.environmentIds;
  const toggleId = await createToggle(server, application.id);
  const metricId = await createMetric(server, application.id);
  await insert(application.id);
  const environmentKey = await createEnvironmentKey(server, environmentId);
  const clientKey = await createClientKey(server, environmentId);
  const base = `/api/apps/${application.id}/envs/${environmentId}/experiments`;
  const created = await server.call<Experiment>('POST', base, {
    token: admin.token,
    body: { toggleId, rules },
  });
  expect(created.status).toBe(201);
  const experiment = created.body;
  const { toggleName } = experiment;
  const path = `${base}/${experiment.id}`;
  const ruleId = experiment.rules.at(-1)?.id;

  function call<Body>(method: string, at: string, body?: object): Promise<Answer<Body>> {
    return server.call<Body>(method, `${path}${at}`, {
      token: admin.token,
      ...(body && { body }),
    });
  }
  async function succeed<Body>(method: string, at: string, body?: object): Promise<Body> {
    const answer = await call<Body>(method, at, body);
    // This matcher also works outside a running test: a benchmark calls this, too.
    expect([200, 201], `${method} ${at}: ${JSON.stringify(answer)}`).toContain(answer.status);
    return answer.body;
  }
  const send: MeasuredShop['send'] = (events, more = {}, key = environmentKey) =>
    server.call<EventsReport>('POST', '/api/events', { token: key, body: { ...more, events } });
  async function sendAll(events: readonly object[]): Promise<void> {
    let answer = await send(events);
    while (answer.status === 503) answer = await send(events);
    expect(answer).toMatchObject({ status: 200, body: { rejected: [] } });
  }
  const plan: MeasuredShop['plan'] = (draft = {}) =>
    succeed('POST', '/analyses', { ruleId, goal: { metricId }, ...draft });

  async function evaluate(uid: string | undefined, properties: object = {}) {
    const context = { ...properties, ...(uid !== undefined && { targetingKey: uid }) };
    const at = `/ofrep/v1/evaluate/flags/${toggleName}`;
    const { body } = await server.call<{ value: string; variant: string }>('POST', at, {
      token: environmentKey,
      body: { context },
    });
    return body;
  }
  const values = new Map<string, string>();
  async function givenTo(uid: string): Promise<string> {
    const known = values.get(uid);
    if (known !== undefined) return known;
    const { body } = await server.call<Record<string, string>>('POST', '/api/toggles', {
      token: environmentKey,
      body: { uid },
    });
    const value = body[toggleName] ?? '';
    values.set(uid, value);
    return value;
  }

  return {
    server,
    admin,
    application,
    environmentId,
    toggleId,
    metricId,
    experiment,
    environmentKey,
    clientKey,
    call,
    saveRules: (changed, more = {}) => {
      values.clear();
      return succeed('PUT', '', { rules: changed, ...more });
    },
    plan,
    async start(draft) {
      const { id } = await plan(draft);
      return succeed<Analysis>('POST', `/analyses/${id}/start`);
    },
    evaluate,
    send,
    sendAll,
    givenTo,
    async exposeAll(uids, at = new Date()) {
      const events = [];
      for (const uid of uids) {
        const value = await givenTo(uid);
        events.push({ type: 'exposure', toggle: toggleName, value, uid, at: at.toISOString() });
      }
      await sendAll(events);
    },
    async track(uids, more = {}) {
      const at = new Date().toISOString();
      const events = uids.map((uid) => ({
        type: 'track',
        id: `${uid} ${JSON.stringify(more)}`,
        key: 'purchase',
        uid,
        at,
        ...more,
      }));
      await sendAll(events);
    },
    async count() {
      for (;;) {
        const rolledUp = await rollUp(server.database.sql, new Date(Date.now() - 35 * DAY_MS));
        if (rolledUp?.isMore === false) return;
      }
    },
    results: (query = '') => succeed('GET', `/results${query}`),
  };
}

/** The uids of `count` users, the same in each call. */
export function users(count: number): string[] {
  return Array.from({ length: count }, (_, index) => `user-${index}`);
}

/**
 * Exposes all users. Those whose index modulo 10 is below the `tenths` of their value also buy; then everything is
 * counted. Resolves with the uids of the buyers.
 */
export async function sell(
  shop: MeasuredShop,
  uids: readonly string[],
  tenths: Readonly<Record<'disabled' | 'enabled', number>>,
): Promise<string[]> {
  await shop.exposeAll(uids);
  const buyers: string[] = [];
  for (const [index, uid] of uids.entries()) {
    const isEnabled = (await shop.givenTo(uid)) === 'enabled';
    if (index % 10 < (isEnabled ? tenths.enabled : tenths.disabled)) buyers.push(uid);
  }
  await shop.track(buyers);
  await shop.count();
  return buyers;
}
