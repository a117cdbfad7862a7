import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { eq, sql as raw } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it, vi } from 'vitest';
import { restoreBackup } from '../backup/restore-backup.ts';
import { writeBackup } from '../backup/write-backup.ts';
import { openConnection } from '../platform/database/connection.ts';
import { openDatabase } from '../platform/database/database.ts';
import { exposures } from '../tables/events.ts';
import {
  type EventsReport,
  type MeasuredShop,
  openMeasuredShop,
  users,
} from '../testing/measured-shop.ts';
import { execute, nameDatabase } from '../testing/test-cluster.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';

let server: TestServer;
let shop: MeasuredShop;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  shop = await openMeasuredShop(server);
});

const AT = () => new Date().toISOString();
const track = (more: object = {}) => ({
  type: 'track',
  id: 'event',
  key: 'purchase',
  uid: 'ana',
  at: AT(),
  ...more,
});

/** Which limit a call was refused by. */
function limitOf(body: object): string | undefined {
  return (body as { readonly meta_data?: { readonly limit?: string } }).meta_data?.limit;
}

type Connection = Awaited<ReturnType<typeof openConnection>>;

/** Runs `work` while no event can be stored. The lock ends with it, or every test after a failed one would wait for it. */
async function whileLocked(work: (holder: Connection) => Promise<void>): Promise<void> {
  const holder = await openConnection(server.database.url);
  try {
    await holder.client.query('begin; lock table metric_events in access exclusive mode');
    await work(holder);
  } finally {
    await holder.client.query('rollback');
    await holder.close();
  }
}

describe('POST /api/events', () => {
  it('RES-20: TOO_MANY_KEYS: the 201st event key of an application is refused; the known ones are still accepted', async () => {
    const keys = Array.from({ length: 201 }, (_, index) => `key-${index}`);
    const sent = keys.map((key) => track({ id: key, key }));
    const { body } = await shop.send(sent);
    expect(body).toMatchObject({ accepted: 200, rejected: [{ code: 'TOO_MANY_KEYS' }] });
    const refused = body.rejected[0]?.index ?? -1;
    const again = await shop.send([track({ id: 'again', key: keys[refused === 0 ? 1 : 0] })]);
    expect(again.body).toMatchObject({ accepted: 1, rejected: [] });
    // The refusal does not wait for the lock under which new keys get their ids.
    const late = await server.database.sql.transaction(async (inside) => {
      await inside.execute(
        raw`select pg_advisory_xact_lock(hashtext('event_keys'), hashtext(${shop.application.id}))`,
      );
      return shop.send([track({ id: 'late', key: keys[refused] })]);
    });
    expect(late.body.rejected).toEqual([{ index: 0, code: 'TOO_MANY_KEYS' }]);
  });

  it('RES-20: a bad event is named with its reason, and the others of its call are stored', async () => {
    const days = (count: number) => new Date(Date.now() - count * 24 * 60 * 60_000).toISOString();
    const { status, body } = await shop.send([
      track({ id: 'good' }),
      'no event',
      track({ id: '' }),
      track({ id: '018f0000-0000-7000-8000-000000000000' }),
      track({ uid: '' }),
      track({ uid: 'ä'.repeat(129) }),
      track({ key: 'a b' }),
      track({ value: 1e13 }),
      track({ value: 'many' }),
      track({ at: days(8) }),
      { type: 'exposure', toggle: 'unknown', value: 'enabled', uid: 'ana', at: AT() },
      {
        type: 'exposure',
        toggle: shop.experiment.toggleName,
        value: 'enabled',
        uid: 'ana',
        at: AT(),
      },
      track({ id: 'good' }),
    ] as object[]);
    expect(status).toBe(200);
    expect(body).toEqual({
      accepted: 1,
      duplicates: 1,
      rejected: [
        'INVALID_ITEM',
        'INVALID_ID',
        'INVALID_ID',
        'INVALID_UID',
        'INVALID_UID',
        'INVALID_KEY',
        'INVALID_VALUE',
        'INVALID_VALUE',
        'TOO_OLD',
        'UNKNOWN_TOGGLE',
        'NOT_MEASURED',
      ].map((code, place) => ({ index: place + 1, code })),
    });
  });

  it('RES-20, S22: an event with half a character or U+0000 is refused, and none of the events around it', async () => {
    await shop.start();
    const shown = { type: 'exposure', toggle: shop.experiment.toggleName, at: AT() };
    const { status, body } = await shop.send([
      track({ id: 'whole' }),
      track({ id: 'half', uid: 'ana\ud83d' }),
      track({ id: 'nul\0' }),
      track({ id: 'key', key: 'purchase\0' }),
      { ...shown, uid: 'ana', value: 'enabled\0' },
      { ...shown, uid: 'ana\0', value: 'enabled' },
      { ...shown, uid: 'ana', toggle: 'half\ud83d', value: 'enabled' },
    ]);
    expect(status).toBe(200);
    const codes = ['INVALID_UID', 'INVALID_ID', 'INVALID_KEY'];
    codes.push('INVALID_ITEM', 'INVALID_UID', 'UNKNOWN_TOGGLE');
    expect(body.accepted).toBe(1);
    expect(body.rejected).toEqual(codes.map((code, place) => ({ index: place + 1, code })));
  });

  it('RES-20: a call may be compressed, and is refused as a whole when it is too large or unreadable', async () => {
    const send = (payload: string | Buffer, headers: Record<string, string> = {}) =>
      server.http.inject({
        method: 'POST',
        url: '/api/events',
        headers: {
          authorization: `Bearer ${shop.environmentKey}`,
          'content-type': 'application/json',
          ...headers,
        },
        payload,
      });
    const gzip = { 'content-encoding': 'gzip' };
    const packed = await send(gzipSync(JSON.stringify({ events: [track()] })), gzip);
    expect(packed.json()).toMatchObject({ accepted: 1 });
    const many = JSON.stringify({ events: Array(1_001).fill({}) });
    expect((await send(many)).statusCode).toBe(413);
    expect((await send(gzipSync(`"${' '.repeat(2 ** 20)}"`), gzip)).statusCode).toBe(413);
    expect((await send('no gzip', gzip)).json()).toMatchObject({ error_code: 'INVALID_JSON' });
    expect((await send('{}', { 'content-encoding': 'br' })).statusCode).toBe(415);
    expect((await send('{')).json()).toMatchObject({ error_code: 'INVALID_JSON' });
    for (const sentAt of ['{"toString":null}', '1772445600000', '"yesterday"', '[]']) {
      expect((await send(`{"events":[],"sentAt":${sentAt}}`)).json()).toMatchObject({
        error_code: 'INVALID_BODY',
        meta_data: { field: 'sentAt' },
      });
    }
  });

  it('RES-30: events sent with a client key are not trusted, and toggles that clients may not see are unknown', async () => {
    await shop.start({ goal: { metricId: shop.metricId, trusted: true } });
    await shop.exposeAll(users(2));
    const { body } = await shop.send([track({ uid: 'user-0' })], {}, shop.clientKey);
    expect(body).toMatchObject({ accepted: 1 });
    await shop.track(['user-1']);
    await shop.count();
    const { metrics } = await shop.results();
    expect(metrics[0]?.values.reduce((sum, one) => sum + one.positive, 0)).toBe(1);
  });

  it('RES-15: a value that the split does not give is refused', async () => {
    await shop.start();
    const given = await shop.givenTo('ana');
    const value = given === 'enabled' ? 'disabled' : 'enabled';
    const toggle = shop.experiment.toggleName;
    const { body } = await shop.send([{ type: 'exposure', toggle, value, uid: 'ana', at: AT() }]);
    expect(body.rejected).toEqual([{ index: 0, code: 'WRONG_ASSIGNMENT' }]);
  });

  it('RES-23: the clock of a sender that is an hour off is corrected', async () => {
    await shop.start();
    await shop.exposeAll(['ana']);
    const late = new Date(Date.now() - 60 * 60_000).toISOString();
    await shop.send([track({ at: late })], { sentAt: late });
    await shop.count();
    const { metrics } = await shop.results();
    expect(metrics[0]?.values.reduce((sum, one) => sum + one.positive, 0)).toBe(1);
  });

  it('OPR-03, RES-20, RES-24, FAIR-19: while the database is slow, calls wait and toggles are evaluated; what finds no room is stored later, once', async () => {
    await shop.start();
    await shop.track(['ana']);
    // With this padding, 12 calls fill three quarters of the room of a node by their bytes, which is all that a company gets.
    const padding = 'x'.repeat(2 ** 20 - 4_096);
    const calls = Array.from({ length: 20 }, (_, call) => [
      track({ id: `${call} a` }),
      track({ id: `${call} b`, uid: `user-${call}` }),
    ]);
    let isFull = false;
    // A commit is given up after five seconds, and its call sent again: on a busy machine the first may leave before the
    // last arrive, and there is room for all of them for a while. There, calls beyond a fair share are refused, too.
    const sendUntilFull = async (events: readonly object[]) => {
      for (;;) {
        const answer = await shop.send(events, { padding });
        if (limitOf(answer.body) === 'EVENTS') isFull = true;
        if (isFull || answer.status === 200) return answer;
      }
    };
    const sending: ReturnType<typeof sendUntilFull>[] = [];
    await whileLocked(async () => {
      sending.push(...calls.map(sendUntilFull));
      await vi.waitFor(async () => {
        expect(await shop.evaluate('bob')).toMatchObject({ reason: 'SPLIT' });
      }, 60_000);
      await vi.waitFor(() => expect(isFull).toBe(true), 60_000);
    });

    const answers = (await Promise.all(sending)).map(({ status, headers, body }) => {
      const { error_code: code = 'stored' } = body as unknown as { error_code?: string };
      return `${status} ${code}, retry after ${headers['retry-after']}`;
    });
    const full = /^429 RATE_LIMITED, retry after [1-5]$/;
    const allowed = ['200 stored, retry after undefined', '503 SERVICE_BUSY, retry after 1'];
    expect(answers.filter((one) => !full.test(one) && !allowed.includes(one))).toEqual([]);
    expect(answers.some((one) => full.test(one))).toBe(true);
    for (const events of calls) {
      await vi.waitFor(async () => {
        const { status, body } = await shop.send(events);
        expect(status).toBe(200);
        expect(body.accepted + body.duplicates).toBe(2);
      }, 30_000);
    }
    const { rows } = await server.database.sql.execute<{ n: string }>(
      raw`select count(*) as n from metric_events where environment_id = ${shop.environmentId}`,
    );
    expect(Number(rows[0]?.n)).toBe(1 + 2 * calls.length);
  });

  it('RES-25: exposures of evaluations while the database was slow are stored later', async () => {
    const { phases } = await shop.start();
    let sending: ReturnType<MeasuredShop['send']> | undefined;
    await whileLocked(async (holder) => {
      sending = shop.send([track()]);
      await vi.waitFor(async () => {
        const waiting = `select from pg_locks where not granted and relation = 'metric_events'::regclass`;
        expect((await holder.client.query(waiting)).rowCount).toBe(1);
      }, 30_000);
      await shop.evaluate('ana');
    });
    expect((await sending)?.status).toBeOneOf([200, 503]);
    const ofPhase = eq(exposures.phaseId, phases[0]?.id ?? '');
    await vi.waitFor(async () => {
      expect(await server.database.sql.$count(exposures, ofPhase)).toBe(1);
    }, 30_000);
  });

  it('RES-99: no event or result reaches another company', async () => {
    await shop.start();
    const other = await openMeasuredShop(server);
    const { phases } = await other.start();
    const stolen = {
      type: 'exposure',
      toggle: other.experiment.toggleName,
      phaseId: phases[0]?.id,
      valueIndex: 0,
      uid: 'ana',
      at: AT(),
    };
    const { body } = await shop.send([stolen, track()]);
    expect(body).toMatchObject({ accepted: 1, rejected: [{ index: 0 }] });
    await shop.count();
    const { values } = await other.results();
    expect(values.map((one) => one.users)).toEqual([0, 0]);
    const keys = `/api/apps/${other.application.id}/event-keys`;
    const seen = await server.call('GET', keys, { token: other.admin.token });
    expect(seen.body).toEqual([]);
  });
});

describe('phases', () => {
  it('RES-16, RES-101: another split opens a phase without users, and expects its own shares', async () => {
    await shop.start();
    await shop.exposeAll(users(50));
    const [rule] = shop.experiment.rules;
    const split = { type: 'SPLIT', split: { disabled: 40, enabled: 60 } };
    await shop.saveRules([{ ...rule, valueSpec: split }]);
    const { analysis, values } = await shop.results();
    expect(analysis.phases).toMatchObject([
      { number: 1, ended: 'WEIGHTS' },
      { number: 2, reason: 'WEIGHTS' },
    ]);
    expect(values.map(({ users: count }) => count)).toEqual([0, 0]);
    expect(values[0]?.expected).toBeCloseTo(values[0]?.value === 'disabled' ? 0.4 : 0.6);
  });

  it('RES-16: a pause ends a phase, a restart begins one, and a change of a target group is marked', async () => {
    await shop.start();
    await shop.call('POST', '/pause');
    await shop.call('POST', '/restart');
    const country = { propertyId: 'uid', expression: 'EQUALS', term: 'nobody' };
    const before = { type: 'PROPERTY', propertyRule: country, valueSpec: EXACT };
    await shop.saveRules([before, ...shop.experiment.rules]);
    const { analysis } = await shop.results();
    expect(analysis.phases).toMatchObject([
      { ended: 'PAUSE' },
      { reason: 'RESTART', audienceChangedAt: [expect.any(String)] },
    ]);
  });
});

const EXACT = { type: 'EXACT_VALUE', exactValue: 'enabled' };

describe('what is counted', () => {
  it('RES-22: is the same however often, and in whatever order and batches, events arrive at two nodes at once', async () => {
    await shop.start();
    const other = await startTestServer({ DATABASE_URL: server.database.url });
    const token = shop.environmentKey;
    const report = async (node: TestServer, batch: readonly object[]) => {
      const body = { events: batch };
      const answer = await node.call<EventsReport>('POST', '/api/events', { token, body });
      expect(answer).toMatchObject({ status: 200, body: { rejected: [] } });
    };
    // Times after the start of the phase, which was before this line, and never in the future.
    const start = Date.now();
    const at = (ms: number) => new Date(start + ms).toISOString();
    const toggle = shop.experiment.toggleName;
    const events: object[] = [];
    let positive = 0;
    for (const [index, uid] of users(60).entries()) {
      const value = await shop.givenTo(uid);
      events.push({ type: 'exposure', toggle, value, uid, at: at(5) });
      if (index % 3 === 0) events.push({ type: 'exposure', toggle, value, uid, at: at(1) });
      if (index % 2 === 0) events.push(track({ id: `a ${uid}`, uid, at: at(3) }));
      if (index % 4 === 1) events.push(track({ id: `b ${uid}`, uid, at: at(8) }));
      const exposedAt = index % 3 === 0 ? 1 : 5;
      const counts = (index % 2 === 0 && 3 >= exposedAt) || index % 4 === 1;
      positive += counts ? 1 : 0;
    }
    let seed = 7;
    const random = () => {
      seed = (seed * 16_807) % 2_147_483_647;
      return seed / 2_147_483_647;
    };
    const sent = events
      .flatMap((event) => Array(1 + Math.floor(random() * 5)).fill(event) as object[])
      .map((event) => ({ event, place: random() }))
      .sort((a, b) => a.place - b.place)
      .map(({ event }) => event);
    while (sent.length > 0) {
      const batches = [server, other, server, other].map(
        (node) => [node, sent.splice(0, 1 + Math.floor(random() * 20))] as const,
      );
      // Each node also gets the batch that the other is storing, in reverse order.
      await Promise.all(
        batches.flatMap(([node, batch]) => [
          report(node, batch),
          report(node === server ? other : server, batch.toReversed()),
        ]),
      );
      if (random() < 0.2) await shop.count();
    }
    await other.close();
    await shop.count();
    const { metrics, values } = await shop.results();
    expect(values.reduce((sum, one) => sum + one.users, 0)).toBe(60);
    expect(metrics[0]?.values.reduce((sum, one) => sum + one.positive, 0)).toBe(positive);
  });

  it('RES-42: a backup holds events and the counts made from them', async () => {
    await shop.start();
    await shop.exposeAll(users(3));
    await shop.track(users(2));
    await shop.count();
    const folder = mkdtempSync(path.join(os.tmpdir(), 'comporta-backup-'));
    const file = path.join(folder, 'backup');
    await writeBackup(server.database.url, file);
    const cluster = inject('testCluster');
    const name = 'restored_events';
    await execute(cluster.url, `create database ${name}`);
    const url = nameDatabase(cluster.url, name);
    await restoreBackup(url, file);
    const restored = openDatabase(url, () => {});
    for (const table of ['metric_events', 'exposures', 'cohort_moments', 'unit_secrets']) {
      const count = raw`select count(*) as n from ${raw.identifier(table)}`;
      const [kept, stored] = [
        await restored.sql.execute(count),
        await server.database.sql.execute(count),
      ];
      expect(kept.rows, table).toEqual(stored.rows);
      expect(Number(kept.rows[0]?.n)).toBeGreaterThan(0);
    }
    await restored.close();
    await execute(cluster.url, `drop database ${name} with (force)`);
    rmSync(folder, { recursive: true });
  });
});
