import { createHash, randomUUID } from 'node:crypto';
import { bucketOf, hashSalt } from '@comporta/engine/split';
import { sql as raw } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createProperty } from '../testing/builders.ts';
import {
  EVEN_SPLIT,
  type MeasuredShop,
  openMeasuredShop,
  users,
} from '../testing/measured-shop.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';
import { assignmentFingerprint } from './phases/fingerprints.ts';

const SPLIT = { disabled: 50, enabled: 50 };
const ORGANISATIONS = Array.from({ length: 240 }, (_, index) => `org-${index}`);

let server: TestServer;
let shop: MeasuredShop;
let organisationId: string;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  shop = await openMeasuredShop(server, [EVEN_SPLIT], async (id) => {
    organisationId = await createProperty(server, id, { key: 'organisation', type: 'STRING' });
  });
});

function byOrganisation() {
  const [rule] = shop.experiment.rules;
  const valueSpec = { type: 'SPLIT_BY', by: organisationId, split: SPLIT };
  return { id: rule?.id, type: 'ALL_USERS', valueSpec };
}

/** The value that the published formula gives an organisation. */
function givenTo(organisation: string): 'disabled' | 'enabled' {
  const { salt, buckets } = shop.experiment;
  return bucketOf(hashSalt(salt), organisation, buckets) < buckets / 2 ? 'enabled' : 'disabled';
}

function exposure(organisation: string, more: object = {}) {
  return {
    type: 'exposure',
    toggle: shop.experiment.toggleName,
    value: givenTo(organisation),
    uid: organisation,
    by: 'organisation',
    at: new Date().toISOString(),
    ...more,
  };
}

function purchase(organisation: string, more: object = {}) {
  const units = { organisation, device: 'ignored' };
  const at = new Date().toISOString();
  return { type: 'track', id: randomUUID(), key: 'purchase', units, at, ...more };
}

/** Values of properties are counted every five minutes; tests do not wait for them. */
async function count() {
  await server.database.sql.execute(raw`update touched_units set due_at = null`);
  await shop.count();
}

function shuffled<One>(list: readonly One[]): One[] {
  return list
    .map((one, index) => ({ one, key: bucketOf(hashSalt('shuffle'), `${index}`, 2 ** 31) }))
    .sort((a, b) => a.key - b.key)
    .map(({ one }) => one);
}

async function figures() {
  const { values, metrics } = await shop.results();
  const levels = metrics[0]?.values ?? [];
  return values.map(({ value, users: units }, index) => ({
    value,
    units,
    level: levels[index]?.level,
  }));
}

describe('RUL-30, RUL-32: 1,000 users of 50 organisations', () => {
  it('all users of one get one value, in single and bulk OFREP and in the toggle fetch', async () => {
    await shop.saveRules([byOrganisation()]);
    const name = shop.experiment.toggleName;
    for (const [index, uid] of users(1_000).entries()) {
      const organisation = `company-${index % 50}`;
      const context = { targetingKey: uid, organisation };
      const ask = (path: string, body: object) =>
        server.call<Record<string, unknown>>('POST', path, { token: shop.environmentKey, body });
      const value = givenTo(organisation);
      const properties = { organisation };
      expect((await ask('/api/toggles', { uid, properties })).body[name]).toBe(value);
      if (index % 10 > 0) continue;
      const one = await ask(`/ofrep/v1/evaluate/flags/${name}`, { context });
      expect(one.body.variant).toBe(value);
      const { body } = await ask('/ofrep/v1/evaluate/flags', { context });
      expect(body.flags).toMatchObject([{ key: name, variant: value }]);
    }
    const without = await server.call('POST', `/ofrep/v1/evaluate/flags/${name}`, {
      token: shop.environmentKey,
      body: { context: { targetingKey: 'ana' } },
    });
    expect(without).toMatchObject({ status: 400, body: { errorCode: 'INVALID_CONTEXT' } });
  });
});

describe('RUL-34: an analysis of a split by a property has its values as units', () => {
  it('RUL-36, RUL-38: figures are those of brute force, however often and in whatever order events come', async () => {
    await shop.saveRules([byOrganisation()]);
    await shop.start();
    const buying = ORGANISATIONS.filter((_, index) => index % (index % 2 === 0 ? 3 : 5) === 0);
    // Half of the exposures come from evaluations of this service, the others are reported.
    for (const [index, organisation] of ORGANISATIONS.entries()) {
      if (index % 2 === 0) await shop.evaluate(`user of ${organisation}`, { organisation });
    }
    const reported = ORGANISATIONS.filter((_, index) => index % 2 === 1).map((one) =>
      exposure(one),
    );
    const bought = buying.flatMap((organisation) => [
      purchase(organisation, { uid: `user of ${organisation}` }),
      purchase(organisation),
    ]);
    const events = [...reported, ...bought];
    await expect.poll(async () => storedExposures()).toBe(ORGANISATIONS.length / 2);
    for (const part of [shuffled(events), events, shuffled(events).reverse()]) {
      await shop.sendAll(part);
    }
    await count();
    const brute = (['disabled', 'enabled'] as const).map((value) => {
      const units = ORGANISATIONS.filter((one) => givenTo(one) === value);
      const buyers = units.filter((one) => buying.includes(one)).length;
      return { value, units: units.length, level: buyers / units.length };
    });
    expect(await figures()).toEqual(brute);
    // RUL-38: the page says what it means by user, and that figures are of the last full five minutes.
    const { analysis, asOf = '' } = await shop.results();
    const [phase] = analysis.phases;
    expect(phase?.byPropertyId).toBe(organisationId);
    const minutes = Date.parse(asOf) / 60_000;
    expect(asOf === phase?.startedAt || minutes % 5 === 0).toBe(true);
  });

  it('values of a property are counted every five minutes, users at once; a busy company is no bot', async () => {
    await shop.saveRules([byOrganisation()]);
    await shop.start({ excludeBots: true });
    const total = async () => (await figures()).reduce((sum, { units }) => sum + units, 0);
    const before = await fiveMinutes();
    await shop.sendAll(ORGANISATIONS.map((one) => exposure(one)));
    for (const part of [0, 1]) {
      await shop.sendAll(Array.from({ length: 600 }, () => purchase('org-0', { value: part })));
    }
    await shop.count();
    const early = await total();
    // Where five minutes have ended meanwhile, those before it are due.
    if ((await fiveMinutes()) === before) expect(early).toBe(0);
    await count();
    expect(await total()).toBe(ORGANISATIONS.length);
    const { rows } = await server.database.sql.execute(
      raw`select count(*)::int as bots from exposures where bot`,
    );
    expect(rows).toEqual([{ bots: 0 }]);
  });

  it('RUL-35: WRONG_UNIT: an exposure of the uid, and one of an organisation where users are divided', async () => {
    await shop.saveRules([byOrganisation()]);
    await shop.start();
    const ofUser = { type: 'exposure', toggle: shop.experiment.toggleName, reason: 'SPLIT' };
    const at = new Date().toISOString();
    const sent = await shop.send([
      { ...ofUser, value: givenTo('ana'), uid: 'ana', at },
      exposure('acme', { by: 'device' }),
    ]);
    expect(sent.body.rejected.map(({ code }) => code)).toEqual(['WRONG_UNIT', 'WRONG_UNIT']);
    await shop.saveRules([{ ...byOrganisation(), ...EVEN_SPLIT }]);
    expect((await shop.send([exposure('acme')])).body.rejected).toMatchObject([
      { code: 'WRONG_UNIT' },
    ]);
  });

  it('another unit opens a phase with nobody in it; without one, the fingerprint is that of the release before', async () => {
    const analysis = await shop.start();
    await shop.exposeAll(users(20));
    await shop.saveRules([byOrganisation()]);
    const { rows } = await server.database.sql.execute(raw`
      select number, by_property_id as by, moved from phases where analysis_id = ${analysis.id}
      order by number`);
    expect(rows).toEqual([
      { number: 1, by: null, moved: [] },
      { number: 2, by: organisationId, moved: [] },
    ]);
    const assigned = { salt: 's', buckets: 100, values: ['disabled', 'enabled'] };
    const valueSpec = { type: 'SPLIT', split: SPLIT } as const;
    const before = {
      buckets: 100,
      ranges: [
        { from: 0, to: 50, valueIndex: 0 },
        { from: 50, to: 100, valueIndex: 1 },
      ],
      salt: 's',
      values: ['disabled', 'enabled'],
    };
    expect(assignmentFingerprint({ ...assigned, rule: { valueSpec } })).toBe(
      createHash('sha256').update(JSON.stringify(before)).digest('base64url'),
    );
  });

  it('RUL-37: an organisation is erased by its property and value, and a person leaves its rows', async () => {
    await shop.saveRules([byOrganisation()]);
    await shop.start();
    await shop.send([exposure('acme'), purchase('acme', { uid: 'ana' }), purchase('acme')]);
    const path = `/api/apps/${shop.application.id}/envs/${shop.environmentId}/units/erase`;
    const erase = (body: object) => server.call('POST', path, { token: shop.admin.token, body });
    expect(await erase({ uid: 'ana' })).toMatchObject({ body: { count: 1 } });
    expect(await erase({ property: 'gone', value: 'acme' })).toMatchObject({
      status: 400,
      body: { error_code: 'NO_PROPERTY' },
    });
    expect(await erase({ property: 'organisation', value: '' })).toMatchObject({
      status: 400,
      body: { error_code: 'INVALID_BODY' },
    });
    expect(await erase({ property: 'organisation', value: 'acme' })).toMatchObject({
      body: { count: 3 },
    });
  });
});

/** The number of the five minutes of now, by the clock of the database. */
async function fiveMinutes(): Promise<number> {
  const { rows } = await server.database.sql.execute<{ number: number }>(
    raw`select floor(extract(epoch from now()) / 300)::int as number`,
  );
  return rows[0]?.number ?? 0;
}

async function storedExposures(): Promise<number> {
  const { rows } = await server.database.sql.execute<{ count: number }>(raw`
    select count(*)::int as count from exposures
    where phase_id in (select id from phases where environment_id = ${shop.environmentId})`);
  return rows[0]?.count ?? 0;
}
