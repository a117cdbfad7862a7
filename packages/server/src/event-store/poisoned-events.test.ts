import { Writable } from 'node:stream';
import { eq, sql as raw } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { createLog } from '../platform/base/log.ts';
import { eventCounters, exposures, unitSecrets } from '../tables/events.ts';
import { type MeasuredShop, openMeasuredShop } from '../testing/measured-shop.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';
import { unitKey, unitOf } from './ingest/units.ts';

let server: TestServer;
/** Two companies on one node: what is sent with the public key of the second must not harm the first. */
let shop: MeasuredShop;
let other: MeasuredShop;

let logged = '';

beforeAll(async () => {
  const written = new Writable({
    write(chunk, _encoding, done) {
      logged += chunk;
      done();
    },
  });
  server = await startTestServer({}, createLog('debug', written));
});
afterAll(() => server.close());
beforeEach(async () => {
  [shop, other] = await Promise.all([openMeasuredShop(server), openMeasuredShop(server)]);
});

const track = (more: object = {}) => ({
  type: 'track',
  id: crypto.randomUUID(),
  key: 'purchase',
  uid: 'ana',
  at: new Date().toISOString(),
  ...more,
});

const OUT_OF_RANGE = [
  ['-271821-04-20T00:00:00.000Z', '+275760-09-13T00:00:00.000Z'],
  ['1970-01-01T00:00:00Z', '2199-12-31T23:59:59Z'],
  ['2199-12-31T23:59:59Z', '1970-01-01T00:00:00Z'],
] as const;

it('HOS-01, FAIR-20, FAIR-21: an event whose time leaves the calendar is refused, and no event beside it', async () => {
  for (const [at, sentAt] of OUT_OF_RANGE) {
    const [bad, good] = await Promise.all([
      other.send([track({ at }), track()], { sentAt }, other.clientKey),
      shop.send([track()]),
    ]);
    expect(good).toMatchObject({ status: 200, body: { accepted: 1 } });
    const isSentAtRead = sentAt.startsWith('+') === false;
    expect(bad.status).toBe(isSentAtRead ? 200 : 400);
    if (isSentAtRead) expect(bad.body.rejected[0]).toEqual({ index: 0, code: 'INVALID_ITEM' });
  }
});

it.each(['Nov 23 2026', '2026-11-23T18:00:00', '+275760-09-13T00:00:00.000Z'])(
  'HOS-15 d, FAIR-20: %s is no time of an event and no sentAt',
  async (at) => {
    expect((await shop.send([track({ at })])).body.rejected).toEqual([
      { index: 0, code: 'INVALID_ITEM' },
    ]);
    expect(await shop.send([track()], { sentAt: at })).toMatchObject({
      status: 400,
      body: { error_code: 'INVALID_BODY', meta_data: { field: 'sentAt' } },
    });
  },
);

async function countersOf(environmentId: string) {
  const { sql } = server.database;
  const ofEnvironment = eq(eventCounters.environmentId, environmentId);
  return sql.select().from(eventCounters).where(ofEnvironment);
}

it('HOS-02, HOS-10, FAIR-24: made-up wrong values fill no table, and the counters of all are saved', async () => {
  await other.start();
  const { toggleName } = other.experiment;
  const wrong = Array.from({ length: 200 }, (_, index) => ({
    type: 'exposure',
    toggle: toggleName,
    value: `${index} ${crypto.randomUUID()}`.repeat(index === 0 ? 200 : 1),
    uid: `user-${index}`,
    at: new Date().toISOString(),
    reason: 'SPLIT',
  }));
  const { body } = await other.send(wrong, {}, other.clientKey);
  expect(body.rejected.map(({ code }) => code)).toEqual(Array(200).fill('WRONG_ASSIGNMENT'));
  await shop.track(['ana', 'bea']);
  await vi.waitFor(async () => {
    const sold = (await countersOf(shop.environmentId)).filter(({ kind }) => kind === 'EVENT');
    expect(sold).toMatchObject([{ code: 'purchase', count: 2 }]);
    const told = (await countersOf(other.environmentId)).filter(({ kind }) => kind === 'WRONG');
    expect(told.reduce((sum, { count }) => sum + count, 0)).toBe(200);
    expect(told.length).toBeLessThanOrEqual(4);
  }, 30_000);
  const { health } = await other.results();
  const params = expect.objectContaining({ count: 200, expected: expect.stringMatching(/abled$/) });
  expect(health).toContainEqual({ code: 'ASSIGNMENT', level: 'RED', params });
  const found = health.find(({ code }) => code === 'ASSIGNMENT');
  expect(found?.params).not.toHaveProperty('reported');
});

it('FAIR-24: the health names the value that was reported, by either form of its counter', async () => {
  const { phases } = await shop.start();
  const { sql } = server.database;
  const code = `${phases[0]?.id} ${JSON.stringify(['an older name', 'enabled'])}`;
  await sql.insert(eventCounters).values({
    environmentId: shop.environmentId,
    hour: new Date(Math.floor(Date.now() / 3_600_000) * 3_600_000),
    kind: 'WRONG',
    code,
    count: 5,
  });
  const paramsOfWrong = async () =>
    (await shop.results()).health.find((one) => one.code === 'ASSIGNMENT')?.params;
  expect(await paramsOfWrong()).toMatchObject({ reported: 'an older name', expected: 'enabled' });
  const given = await shop.givenTo('ana');
  const reported = given === 'enabled' ? 'disabled' : 'enabled';
  const shown = {
    type: 'exposure',
    toggle: shop.experiment.toggleName,
    at: new Date().toISOString(),
  };
  for (let time = 0; time < 6; time++) await shop.send([{ ...shown, uid: 'ana', value: reported }]);
  await vi.waitFor(
    async () =>
      expect(await paramsOfWrong()).toMatchObject({ reported, expected: given, count: 11 }),
    30_000,
  );
});

it('FAIR-22: a call that the database refuses for its content is alone with it, and its content is in no line of the log', async () => {
  const { sql } = server.database;
  await sql.execute(
    raw`alter table metric_events add constraint no_worst check (value is distinct from 666) not valid`,
  );
  try {
    const calls = await Promise.all(
      Array.from({ length: 12 }, (_, call) =>
        call === 7
          ? other.send([track({ uid: 'a-secret-user', value: 666 })], {}, other.clientKey)
          : shop.send([track()]),
      ),
    );
    expect(calls.map(({ status }) => status)).toEqual(
      Array.from({ length: 12 }, (_, call) => (call === 7 ? 500 : 200)),
    );
    expect(calls[7]?.body).toMatchObject({ error_code: 'INTERNAL' });
    const lines = logged.split('\n').filter((line) => line.includes('"level":"error"'));
    expect(lines.map((line) => JSON.parse(line))).toEqual([
      expect.objectContaining({ environment: other.environmentId, code: '23514' }),
    ]);
    expect(logged).not.toContain('a-secret-user');
  } finally {
    await sql.execute(raw`alter table metric_events drop constraint no_worst`);
  }
});

it('FAIR-23: one count that cannot be saved holds no other, and is dropped', async () => {
  const { sql } = server.database;
  await sql.execute(
    raw`alter table event_counters add constraint no_worst check (code <> 'worst') not valid`,
  );
  try {
    await other.track(['ana'], { key: 'worst' });
    await shop.track(['ana', 'bea']);
    await other.track(['ana']);
    const codesOf = async ({ environmentId }: MeasuredShop) =>
      (await countersOf(environmentId))
        .filter(({ kind }) => kind === 'EVENT')
        .map(({ code, count }) => `${code} ${count}`);
    await vi.waitFor(async () => {
      expect(await codesOf(shop)).toEqual(['purchase 2']);
      expect(await codesOf(other)).toEqual(['purchase 1']);
    }, 30_000);
  } finally {
    await sql.execute(raw`alter table event_counters drop constraint no_worst`);
  }
});

it('HOS-01, FAIR-23: of the exposures of evaluations, only the one that cannot be stored is dropped', async () => {
  const { phases } = await shop.start();
  const { sql } = server.database;
  const phaseId = phases[0]?.id ?? '';
  const secret = sql
    .select()
    .from(unitSecrets)
    .where(eq(unitSecrets.environmentId, shop.environmentId));
  await shop.track(['ana']);
  const [known] = await secret;
  const worst = unitOf(unitKey(known?.secret ?? ''), { value: 'user-3' });
  await sql.execute(
    raw.raw(`alter table exposures add constraint no_worst check (unit <> '${worst}') not valid`),
  );
  try {
    await Promise.all(Array.from({ length: 20 }, (_, user) => shop.evaluate(`user-${user}`)));
    const stored = () => sql.$count(exposures, eq(exposures.phaseId, phaseId));
    const dropped = async () =>
      (await countersOf(shop.environmentId)).find(({ kind }) => kind === 'DROPPED')?.count;
    await vi.waitFor(async () => {
      expect({ stored: await stored(), dropped: await dropped() }).toEqual({
        stored: 19,
        dropped: 1,
      });
    }, 30_000);
  } finally {
    await sql.execute(raw`alter table exposures drop constraint no_worst`);
  }
});
