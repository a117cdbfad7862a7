import type { Analysis } from '@comporta/contract/analyses/analysis';
import { DIAGNOSES, type Diagnostics } from '@comporta/contract/analyses/diagnosis';
import type { Experiment } from '@comporta/contract/experiments/experiment';
import { DIAGNOSES as STATISTICAL_DIAGNOSES } from '@comporta/stats/diagnosis';
import { sql as raw } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createApplication, createMetric, createToggle } from '../testing/builders.ts';
import { EVEN_SPLIT, type MeasuredShop, openMeasuredShop } from '../testing/measured-shop.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const MINUTE_MS = 60_000;
const ago = (minutes: number) => new Date(Date.now() - minutes * MINUTE_MS).toISOString();
const exposure = ({ experiment }: MeasuredShop, more: object) => ({
  type: 'exposure',
  toggle: experiment.toggleName,
  uid: 'ana',
  at: ago(0),
  ...more,
});
const purchase = (more: object) => ({
  type: 'track',
  id: 'purchase-1',
  key: 'purchase',
  uid: 'ana',
  at: ago(0),
  ...more,
});

async function reportWrongValue(shop: MeasuredShop, uid: string): Promise<void> {
  const value = (await shop.givenTo(uid)) === 'enabled' ? 'disabled' : 'enabled';
  const { body } = await shop.send([exposure(shop, { value, uid })]);
  expect(body.rejected).toEqual([{ index: 0, code: 'WRONG_ASSIGNMENT' }]);
}

/** An earlier rule that gives users a value before the split is reached. */
const EARLIER = {
  type: 'PROPERTY',
  propertyRule: { propertyId: 'uid', expression: 'CONTAINS', term: 'a' },
  valueSpec: { type: 'EXACT_VALUE', exactValue: 'enabled' },
};

interface Case {
  /** The fields of the step beside the reason. */
  readonly told: object;
  readonly rules?: readonly object[];
  /** What happens after the start. */
  readonly happens: (shop: MeasuredShop) => Promise<unknown>;
}

/** The cases of a company whose environment has keys; in each, one step fails. */
const CASES: Readonly<Record<Exclude<(typeof DIAGNOSES)[number], 'NO_KEY'>, Case>> = {
  NO_TRAFFIC: {
    told: { environment: 'Production', since: expect.any(String) },
    happens: async () => {},
  },
  TOGGLE_NOT_EVALUATED: {
    told: {},
    happens: (shop) =>
      server.call('POST', '/ofrep/v1/evaluate/flags/another', {
        token: shop.environmentKey,
        body: { context: { targetingKey: 'ana' } },
      }),
  },
  SPLIT_NOT_REACHED: {
    told: { count: 3, earlier: 2, missing: 1 },
    rules: [EARLIER, EVEN_SPLIT],
    async happens(shop) {
      for (const uid of ['ana', 'carla', undefined]) await shop.evaluate(uid);
    },
  },
  EXPOSURES_NOT_SENT: { told: {}, happens: (shop) => shop.givenTo('ana') },
  EXPOSURES_REJECTED: {
    told: { count: 3, code: 'WRONG_ASSIGNMENT' },
    async happens(shop) {
      for (const uid of ['ana', 'bob']) await reportWrongValue(shop, uid);
      await shop.send([exposure(shop, { value: 'enabled', at: ago(8 * 24 * 60) })]);
    },
  },
  NO_EVENTS: {
    told: { count: 2, eventKey: 'purchase' },
    async happens(shop) {
      await shop.exposeAll(['ana', 'bob']);
      await shop.track(['ana'], { key: 'signup' });
    },
  },
  UNITS_DO_NOT_MATCH: {
    told: { count: 2, eventKey: 'purchase' },
    async happens(shop) {
      await shop.exposeAll(['ana']);
      await shop.track(['session-1', 'session-2']);
    },
  },
  EVENTS_BEFORE_EXPOSURE: {
    told: { share: 1, eventKey: 'purchase' },
    async happens(shop) {
      await shop.send([purchase({ at: ago(30) })]);
      await shop.exposeAll(['ana']);
    },
  },
  CLOCK_SKEW: {
    told: { minutes: expect.any(Number) },
    async happens(shop) {
      await shop.exposeAll(['ana']);
      // The clock is two hours behind, and was corrected between the event and its report.
      await shop.send([purchase({ at: ago(150) })], { sentAt: ago(120) });
    },
  },
  TOO_FEW: {
    told: { count: 0, needed: 100 },
    async happens(shop) {
      await shop.exposeAll(['ana']);
      await shop.track(['ana']);
    },
  },
};

async function diagnosisOf(shop: MeasuredShop): Promise<Diagnostics['diagnosis']> {
  return (await shop.call<Diagnostics>('GET', '/diagnostics')).body.diagnosis;
}

describe('why there are no results yet', () => {
  it('RES-76: each of the eleven reasons has a case here', () => {
    expect(['NO_KEY', ...Object.keys(CASES)]).toEqual(DIAGNOSES);
  });

  it('RES-76: the statistics check the steps that the contract names, in its order', () => {
    expect(STATISTICAL_DIAGNOSES).toEqual(DIAGNOSES);
  });

  it('RES-76: NO_KEY is the only reason when the environment has no key', async () => {
    const shop = await openMeasuredShop(server);
    const { token, accountId } = shop.admin;
    const { id, environmentIds } = await createApplication(server, accountId, ['Staging']);
    const toggleId = await createToggle(server, id);
    const metricId = await createMetric(server, id);
    const post = async <Body>(path: string, body?: object) =>
      (await server.call<Body>('POST', path, { token, ...(body && { body }) })).body;
    const base = `/api/apps/${id}/envs/${environmentIds[0]}/experiments`;
    const experiment = await post<Experiment>(base, { toggleId, rules: [EVEN_SPLIT] });
    const path = `${base}/${experiment.id}`;
    const plan = { ruleId: experiment.rules[0]?.id, goal: { metricId } };
    const { id: analysisId } = await post<Analysis>(`${path}/analyses`, plan);
    await post(`${path}/analyses/${analysisId}/start`);
    const { body } = await server.call('GET', `${path}/diagnostics`, { token });
    expect(body).toEqual({ diagnosis: { reason: 'NO_KEY', environment: 'Staging' } });
  });

  it.each(Object.entries(CASES))(
    'RES-76: %s is the only reason in its case, before and after its users are counted',
    async (reason, { told, rules, happens }) => {
      const shop = await openMeasuredShop(server, rules);
      await shop.start();
      await happens(shop);
      const step = expect.objectContaining({ reason, ...told });
      // The last use of an environment's key is written once per second.
      await vi.waitFor(async () => expect(await diagnosisOf(shop)).toEqual(step), 30_000);
      await shop.count();
      expect(await diagnosisOf(shop)).toMatchObject({ reason });
      const { verdict } = await shop.results();
      expect(verdict).toMatchObject(
        verdict.code === 'NO_DATA' ? { params: { reason } } : { code: 'TOO_EARLY' },
      );
    },
  );

  it('RES-76: events of the goal that arrived in an hour before the phase began are not counted for it', async () => {
    const shop = await openMeasuredShop(server);
    await shop.track(['session-1']);
    // The counters are written once per second.
    await vi.waitFor(async () => {
      const { rowCount } = await server.database.sql.execute(raw`
        update event_counters set hour = hour - interval '3 hours'
        where environment_id = ${shop.environmentId} and kind = 'EVENT'`);
      expect(rowCount).toBe(1);
    }, 30_000);
    await shop.start();
    await shop.exposeAll(['ana']);
    const told = { reason: 'NO_EVENTS', count: 1, eventKey: 'purchase' };
    expect(await diagnosisOf(shop)).toEqual(told);
  });

  it('RES-76: users whose bucket changed its value were not refused: they are too few', async () => {
    const shop = await openMeasuredShop(server);
    await shop.start();
    const before = new Map<string, string>();
    for (let user = 0; user < 20; user++) {
      const uid = `user-${user}`;
      before.set(uid, (await shop.evaluate(uid)).variant);
    }
    const [rule] = shop.experiment.rules;
    const split = { type: 'SPLIT', split: { disabled: 1, enabled: 99 } };
    await shop.saveRules([{ ...rule, valueSpec: split }]);
    const moved: string[] = [];
    for (const [uid, value] of before) if ((await shop.givenTo(uid)) !== value) moved.push(uid);
    await shop.exposeAll(moved);
    await shop.track(moved);
    await shop.count();
    expect(moved).not.toEqual([]);
    expect(await diagnosisOf(shop)).toMatchObject({ reason: 'TOO_FEW', count: 0, needed: 100 });
  });
});
