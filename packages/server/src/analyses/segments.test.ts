import type { Analysis } from '@comporta/contract/analyses/analysis';
import { ANALYSIS } from '@comporta/contract/analyses/plan';
import type { Results } from '@comporta/contract/analyses/results';
import { pickFields } from '@comporta/contract/fields';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { createMetric, createProperty } from '../testing/builders.ts';
import { type MeasuredShop, openMeasuredShop, users } from '../testing/measured-shop.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';

let server: TestServer;
let shop: MeasuredShop;
let country: string;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  shop = await openMeasuredShop(server);
  country = await createProperty(server, shop.application.id, { key: 'country', type: 'STRING' });
});

/** Exposes each user with the segments that `segmentsOf` gives for its index. */
async function expose(
  uids: readonly string[],
  segmentsOf: (index: number) => Readonly<Record<string, unknown>> | undefined,
  from = new Date(),
): Promise<void> {
  const events = [];
  for (const [index, uid] of uids.entries()) {
    const value = await shop.givenTo(uid);
    const segments = segmentsOf(index);
    const at = from.toISOString();
    const toggle = shop.experiment.toggleName;
    events.push({ type: 'exposure', toggle, value, uid, at, ...(segments && { segments }) });
  }
  expect((await shop.send(events)).body).toMatchObject({ rejected: [] });
}

async function read(id: string): Promise<Analysis> {
  return (await shop.call<Analysis>('GET', `/analyses/${id}`)).body;
}

function put(analysis: Analysis, changed: object) {
  const body = { ...pickFields(ANALYSIS, analysis), ...changed };
  return shop.call<Analysis>('PUT', `/analyses/${analysis.id}`, body);
}

function segmentOf(results: Results) {
  return Object.fromEntries(
    (results.segment?.levels ?? []).map((level) => [level.name ?? 'OTHERS', level]),
  );
}

describe('RES-72: segments', () => {
  it('are those of the plan, and each counts its own users and their events', async () => {
    await shop.start({ segments: [country] });
    const all = users(90);
    await expose(all, (index) => (index < 40 ? { country: 'BR' } : { country: 'PT' }));
    await shop.evaluate('from-a-request', { country: 'PT' });
    await vi.waitFor(async () => {
      await shop.count();
      expect((await shop.results()).values[0]?.users).toBeGreaterThan(0);
      const { values } = await shop.results();
      expect(values.reduce((sum, one) => sum + one.users, 0)).toBe(91);
    }, 30_000);
    const buyers = all.filter((_, index) => index % 3 === 0);
    await shop.track(buyers);
    await shop.count();

    expect((await shop.results()).segments).toEqual([{ propertyId: country, key: 'country' }]);
    expect(await shop.results()).not.toHaveProperty('segment');
    const results = await shop.results(`?segment=${country}`);
    const { BR, PT } = segmentOf(results);
    expect([BR?.users, PT?.users]).toEqual([40, 51]);
    for (const [level, of] of [
      [BR, all.slice(0, 40)],
      [PT, [...all.slice(40), 'from-a-request']],
    ] as const) {
      for (const { value, users: counted, positive } of level?.metrics[0]?.values ?? []) {
        const given: string[] = [];
        for (const uid of of) if ((await shop.givenTo(uid)) === value) given.push(uid);
        expect(counted).toBe(given.length);
        expect(positive).toBe(given.filter((uid) => buyers.includes(uid)).length);
      }
    }
  });

  it('RES-34: have at most twenty names; unnamed values and users without a value share one level', async () => {
    await shop.start({ segments: [country] });
    await expose(users(30), (index) => (index < 26 ? { country: `C${index}` } : undefined));
    await shop.count();
    const { levels = [] } = (await shop.results(`?segment=${country}`)).segment ?? {};
    expect(levels).toHaveLength(21);
    expect(levels.at(-1)).toMatchObject({ users: 10 });
    expect(levels.at(-1)).not.toHaveProperty('name');
    expect(levels.reduce((sum, level) => sum + level.users, 0)).toBe(30);
  });

  it('RES-13: of a property that is deleted meanwhile are still counted and shown, because the plan names it', async () => {
    await shop.start({ segments: [country] });
    await expose(users(3), () => ({ country: 'BR' }));
    const property = `/api/apps/${shop.application.id}/properties/${country}`;
    const deleted = await server.call('DELETE', property, { token: shop.admin.token });
    expect(deleted.status).toBe(204);
    await expose(users(5).slice(3), () => ({ country: 'BR' }));
    await shop.count();
    const results = await shop.results(`?segment=${country}`);
    expect(results.segments).toEqual([{ propertyId: country, key: 'country' }]);
    expect(results.segment?.levels).toMatchObject([{ name: 'BR', users: 5 }]);
  });

  it('RES-13: of a property that is deleted meanwhile do not block edits of the fields of the plan that are not frozen', async () => {
    const signup = await createMetric(server, shop.application.id, 'signup');
    const { id } = await shop.start({ segments: [country] });
    const property = `/api/apps/${shop.application.id}/properties/${country}`;
    await server.call('DELETE', property, { token: shop.admin.token });
    const { body: analysis } = await shop.call<Analysis>('GET', `/analyses/${id}`);
    const free = { hypothesis: 'More people buy.', secondary: [{ metricId: signup }] };
    const edited = await shop.call<Analysis>('PUT', `/analyses/${id}`, {
      ...pickFields(ANALYSIS, analysis),
      ...free,
    });
    expect(edited).toMatchObject({ status: 200, body: { ...free, segments: [country] } });
  });

  it('RES-56: are one family over all values and metrics, and do not affect the verdict', async () => {
    const signup = await createMetric(server, shop.application.id, 'signup', {
      eventKey: 'signup',
    });
    await shop.start({ segments: [country], secondary: [{ metricId: signup }] });
    const all = users(700);
    await expose(all, (index) => ({ country: index < 500 ? 'BR' : 'PT' }));
    const buyers: string[] = [];
    for (const [index, uid] of all.entries()) {
      const isMore = index < 500 && (await shop.givenTo(uid)) === 'enabled';
      if (index % 10 < (isMore ? 9 : 3)) buyers.push(uid);
    }
    await shop.track(buyers);
    await shop.count();
    const before = await shop.results();
    const results = await shop.results(`?segment=${country}`);
    const { BR, PT } = segmentOf(results);
    const comparisons = [BR, PT].flatMap((level) =>
      (level?.metrics ?? []).flatMap((metric) => metric.comparisons),
    );
    // Two values, two metrics and one pair make four comparisons; one stands out.
    expect(comparisons.map(({ standsOut }) => standsOut)).toEqual([true, false, false, false]);
    expect(new Set(comparisons.map(({ alpha }) => alpha))).toEqual(new Set([0.05 / 4]));
    expect(BR?.metrics[0]?.comparisons[0]?.lift?.low).toBeGreaterThan(0);
    expect(results.verdict).toEqual(before.verdict);
    expect(results.metrics).toEqual(before.metrics);
  });

  it('RES-117: are added while the analysis runs, and count the users who are exposed from then on, in whatever order', async () => {
    const plan = await createProperty(server, shop.application.id, { key: 'plan', type: 'STRING' });
    const { id } = await shop.start({ segments: [country] });
    const all = users(40);
    const of = (index: number) => ({ country: 'BR', plan: index % 2 === 0 ? 'free' : 'paid' });
    await expose(all.slice(0, 10), of);
    const before = await read(id);
    // In front of what is there: the plan keeps its order, by which levels are stored.
    const added = await put(before, { segments: [plan, country] });
    expect(added).toMatchObject({ status: 200, body: { segments: [country, plan] } });
    await expose(all.slice(10, 30), of);
    // Known from before, but only now reported; and reported now, but exposed before.
    await expose(all.slice(0, 10), of);
    await expose(all.slice(30), of, new Date(Date.parse(before.startedAt ?? '')));
    await shop.track(all);
    await shop.count();

    const { segments } = await shop.results();
    expect(segments).toEqual([
      { propertyId: country, key: 'country' },
      { propertyId: plan, key: 'plan', addedAt: expect.any(String) },
    ]);
    const { BR } = segmentOf(await shop.results(`?segment=${country}`));
    expect(BR?.users).toBe(40);
    const { free, paid, OTHERS } = segmentOf(await shop.results(`?segment=${plan}`));
    expect([free?.users, paid?.users, OTHERS]).toEqual([10, 10, undefined]);
    const buyers = [free, paid].flatMap((level) => level?.metrics[0]?.values ?? []);
    expect(buyers.reduce((sum, { positive }) => sum + positive, 0)).toBe(20);
    // An exposure that comes late moves a user out of the segment.
    await expose(all.slice(10, 12), of, new Date(Date.parse(before.startedAt ?? '')));
    await shop.count();
    const moved = segmentOf(await shop.results(`?segment=${plan}`));
    expect([moved.free?.users, moved.paid?.users]).toEqual([9, 9]);
  });

  it('RES-117: of a plan that had none are added, up to three; none is taken away while it runs', async () => {
    const { id } = await shop.start();
    const keys = ['a', 'b', 'c', 'list'];
    const made = await Promise.all(
      keys.map((key) =>
        createProperty(server, shop.application.id, {
          key,
          type: key === 'list' ? 'LIST' : 'STRING',
        }),
      ),
    );
    const [a = '', b = '', c = '', list = ''] = made;
    await expose(users(2), () => ({ country: 'BR' }));
    const refusedAs = (error_code: string) => ({ status: 400, body: { error_code } });
    expect(await put(await read(id), { segments: [list] })).toMatchObject(
      refusedAs('INVALID_SEGMENT'),
    );
    expect((await put(await read(id), { segments: [country] })).status).toBe(200);
    expect(await put(await read(id), { segments: [a] })).toMatchObject({
      status: 409,
      body: { error_code: 'PLAN_FROZEN', meta_data: { at: ['segments'] } },
    });
    expect(await put(await read(id), { segments: [country, a, b, c] })).toMatchObject(
      refusedAs('TOO_MANY_SEGMENTS'),
    );
    const first = (await shop.results()).segments;
    expect((await put(await read(id), { segments: [country, a, b] })).status).toBe(200);
    expect((await shop.results()).segments.slice(0, 1)).toEqual(first);
    await expose(users(5).slice(2), () => ({ country: 'BR' }));
    await shop.count();
    const { BR } = segmentOf(await shop.results(`?segment=${country}`));
    expect(BR?.users).toBe(3);
    const log = await server.call<{ items: { items: string[] }[] }>(
      'GET',
      `/api/apps/${shop.application.id}/audit-logs?entity=${id}`,
      { token: shop.admin.token },
    );
    expect(JSON.stringify(log.body.items)).toContain('country');
  });

  it('are erased with their users', async () => {
    await shop.start({ segments: [country] });
    await expose(users(3), () => ({ country: 'BR' }));
    await shop.track(users(3));
    await shop.count();
    const erased = await server.call(
      'POST',
      `/api/apps/${shop.application.id}/envs/${shop.environmentId}/units/erase`,
      { token: shop.admin.token, body: { uid: 'user-1' } },
    );
    expect(erased.status).toBe(200);
    const { BR } = segmentOf(await shop.results(`?segment=${country}`));
    expect(BR?.users).toBe(2);
    const positive = BR?.metrics[0]?.values.map((one) => one.positive) ?? [];
    expect(positive.reduce((sum, one) => sum + one, 0)).toBe(2);
  });

  it('NOT_FOUND: a property that the plan does not name', async () => {
    await shop.start({ segments: [country] });
    const other = await createProperty(server, shop.application.id, {
      key: 'plan',
      type: 'STRING',
    });
    expect(await shop.call('GET', `/results?segment=${other}`)).toMatchObject({ status: 404 });
  });
});
