import { randomUUID } from 'node:crypto';
import type { Analysis, MeasuredMetric } from '@comporta/contract/analyses/analysis';
import type { Metric } from '@comporta/contract/metrics/metric';
import { seededRandom } from '@comporta/stats/testing/random';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import {
  type CohortMoments,
  type EventStore,
  NAMED_LEVELS,
  type NewEvent,
  type NewExposure,
  type WantedTally,
} from '../../event-store/event-store.ts';
import { findEventKeys } from '../../event-store/ingest/event-key-repository.ts';
import { findSegmentLevels } from '../../event-store/ingest/segment-level-repository.ts';
import type { Sql } from '../../platform/database/database.ts';
import { createProperty } from '../builders.ts';
import { type MeasuredShop, openMeasuredShop } from '../measured-shop.ts';
import { startTestServer, type TestServer } from '../test-server.ts';
import { itAnswersFromRawEvents } from './answers-of-raw-events.ts';
import { itCountsAsPublished, rounded } from './counts-as-published.ts';
import { expectedMoments, type Happened } from './expected-moments.ts';

/** An implementation under test. Phases and metrics are in the service's own database beside it. */
export interface OpenedEventStore {
  readonly store: EventStore;
  /** Whether `append` knows what earlier calls stored. Repeats count once in any case. */
  readonly knowsStored: boolean;
  /** Resolves when the figures include everything that was appended. */
  count(): Promise<void>;
  close(): Promise<void>;
}

const DAY_MS = 24 * 60 * 60_000;
const HOUR_MS = 60 * 60_000;

const METRICS = [
  { key: 'buyers', kind: 'CONVERSION', eventKey: 'purchase', windowHours: 24 },
  { key: 'visits', kind: 'COUNT', eventKey: 'visit', windowHours: 48 },
  { key: 'revenue', kind: 'MEAN', eventKey: 'purchase', cap: { type: 'ABSOLUTE', value: 60 } },
  { key: 'basket', kind: 'RATIO', eventKey: 'purchase', denominatorKey: 'visit' },
  {
    key: 'order-value',
    kind: 'RATIO',
    eventKey: 'purchase',
    denominatorKey: 'purchase',
    denominatorOf: 'COUNT',
  },
  {
    key: 'visits-per-purchase',
    kind: 'RATIO',
    eventKey: 'visit',
    denominatorKey: 'purchase',
    numeratorOf: 'COUNT',
  },
  { key: 'return', kind: 'RETENTION', eventKey: 'visit', fromHours: 24, windowHours: 72 },
] as const;

/** The tests that every event store must pass; call it in the test file of each implementation. Source: RES-40. */
export function itIsAnEventStore(open: (sql: Sql) => Promise<OpenedEventStore>): void {
  let server: TestServer;
  let opened: OpenedEventStore;
  let shop: MeasuredShop;
  let analysis: Analysis;
  let phaseId: string;
  let keys: ReadonlyMap<string, number>;

  beforeAll(async () => {
    server = await startTestServer();
    opened = await open(server.database.sql);
  });
  afterAll(async () => {
    await opened.close();
    await server.close();
  });
  beforeEach(async () => {
    shop = await openMeasuredShop(server);
    analysis = await startAnalysisOf(shop);
    phaseId = analysis.phases[0]?.id ?? '';
    const sender = { applicationId: shop.application.id, isTrusted: true };
    const found = await findEventKeys(server.database.sql, sender, ['purchase', 'visit']);
    keys = new Map([...found].map(([key, { id }]) => [key, id]));
  });

  function exposure(more: Partial<NewExposure> = {}): NewExposure {
    return {
      phaseId,
      environmentId: shop.environmentId,
      unit: randomUUID(),
      bucket: 0,
      valueIx: 0,
      carried: false,
      at: new Date(),
      segments: null,
      ...more,
    };
  }

  function event(more: Partial<NewEvent> = {}): NewEvent {
    const at = more.at ?? new Date();
    return {
      environmentId: shop.environmentId,
      eventId: randomUUID(),
      day: at.toISOString().slice(0, 10),
      unit: randomUUID(),
      eventKeyId: keys.get('purchase') ?? 0,
      at,
      value: null,
      trusted: true,
      skewed: false,
      ...more,
    };
  }

  function metricOf(key: (typeof METRICS)[number]['key']): MeasuredMetric {
    const metric = analysis.metrics.find((one) => one.key === key);
    if (metric === undefined) throw new Error(`${key} is not measured`);
    return metric;
  }

  async function momentsOf(metricNo: number): Promise<readonly CohortMoments[]> {
    return (await opened.store.moments(phaseId)).get(metricNo) ?? [];
  }

  it('RES-40, RES-22: append answers, in the order of the batch, which items are new; of equal items only the first is', async () => {
    const { store, knowsStored } = opened;
    const [twice, once] = [exposure(), exposure()];
    const [same, other] = [event(), event()];
    const first = await store.append({
      exposures: [twice, once, twice],
      events: [same, other, same],
    });
    expect(first).toEqual({ exposures: [true, true, false], events: [true, true, false] });
    const later = { exposures: [once, exposure()], events: [event(), same] };
    expect(await store.append(later)).toEqual({
      exposures: [!knowsStored, true],
      events: [true, !knowsStored],
    });
    expect(await store.append({ exposures: [], events: [] })).toEqual({
      exposures: [],
      events: [],
    });
  });

  it('RES-40: stores a batch whole or not at all', async () => {
    const { store } = opened;
    const good = { exposures: [exposure()], events: [event()] };
    const bad = { ...good, exposures: [...good.exposures, exposure({ unit: 'nobody' })] };
    await expect(store.append(bad)).rejects.toThrow();
    expect(await store.append(good)).toEqual({ exposures: [true], events: [true] });
  });

  it('RES-40, RES-23: an earlier exposure that arrives late moves the user to its day', async () => {
    const { store, count } = opened;
    const late = exposure();
    const early = { ...late, at: new Date(late.at.getTime() - 2 * DAY_MS) };
    await store.append({ exposures: [late], events: [] });
    await count();
    await store.append({ exposures: [early], events: [] });
    await count();
    await store.append({ exposures: [late], events: [] });
    await count();
    const days = await store.exposureCounts(phaseId);
    expect(days.filter(({ units }) => units > 0)).toEqual([
      { valueIx: 0, cohortDay: dayOf(early.at), units: 1, carried: 0, bots: 0, marked: 0 },
    ]);
  });

  it('RES-40, RES-18, RES-19, RES-42, RES-43, RES-116: the moments of every kind of metric equal those of brute force, in whatever order and however often items arrive', async () => {
    const { store, count } = opened;
    const happened = manyUsers({ exposure, event, keys });
    for (const batch of shuffled(happened)) {
      await store.append(batch);
      if (batch.isCounted) await count();
    }
    await count();
    for (const { key } of METRICS) {
      const metric = metricOf(key);
      const moments = await momentsOf(metric.no);
      const expected = expectedMoments(happened, metric);
      expect(rounded(moments.map(({ capped: _, ...cohort }) => cohort)), key).toEqual(
        rounded(
          expected.map(({ valueIx, cohortDay, ...of }) => ({ valueIx, cohortDay, moments: of })),
        ),
      );
    }
    const capped = (await momentsOf(metricOf('revenue').no)).map((one) => one.capped);
    expect(Math.max(...capped)).toBeGreaterThan(0);
  });

  it('RES-40, RES-18: moments up to a day leave out that day and those after it', async () => {
    const { store, count } = opened;
    const today = new Date();
    const exposures = [3, 2, 1, 0].map((days) =>
      exposure({ at: new Date(today.getTime() - days * DAY_MS) }),
    );
    await store.append({ exposures, events: [] });
    await count();
    const { no } = metricOf('visits');
    const days = exposures.map(({ at }) => dayOf(at));
    const { no: other } = metricOf('buyers');
    const daysOf = async (closedBefore?: ReadonlyMap<number, string>) => {
      const moments = await store.moments(phaseId, closedBefore);
      const dayOfEach = (of: number) => moments.get(of)?.map(({ cohortDay }) => cohortDay) ?? [];
      return [dayOfEach(no), dayOfEach(other)];
    };
    expect(await daysOf()).toEqual([days, days]);
    expect(await daysOf(new Map([[no, days[2] ?? '']]))).toEqual([days.slice(0, 2), days]);
    expect(await daysOf(new Map([[no, days[0] ?? '']]))).toEqual([[], days]);
  });

  it('RES-40, RES-43: the variance of large values that hardly differ stays exact', async () => {
    const { store, count } = opened;
    const exposures = Array.from({ length: 3 }, () => exposure());
    const events = exposures.map(({ unit, at }, place) =>
      event({ unit, at, value: 1e9 + place, eventKeyId: keys.get('visit') ?? 0 }),
    );
    const buys = exposures.map(({ unit, at }) => event({ unit, at, value: 1e9 }));
    await store.append({ exposures, events: [...events, ...buys] });
    await count();
    const [cohort] = await momentsOf(metricOf('basket').no);
    expect(cohort?.moments.d).toEqual({ mean: 1e9 + 1, m2: 2, c: 0 });
  });

  it('RES-40, RES-17, RES-35: users are counted by value and day; carried users and bots are counted apart', async () => {
    const { store, count } = opened;
    const busy = exposure({ valueIx: 1 });
    await store.append({
      exposures: [exposure(), exposure(), exposure({ carried: true }), busy],
      events: Array.from({ length: 1_001 }, () => event({ unit: busy.unit, at: busy.at })),
    });
    await count();
    const cohortDay = dayOf(new Date());
    expect(await store.exposureCounts(phaseId)).toEqual([
      { valueIx: 0, cohortDay, units: 2, carried: 1, bots: 0, marked: 0 },
      { valueIx: 1, cohortDay, units: 1, carried: 0, bots: 1, marked: 0 },
    ]);
    expect(await store.exposureCounts(randomUUID())).toEqual([]);
  });

  it('RES-102, RES-103, RES-104: what users met in earlier phases is that of brute force, in whatever order exposures arrive', async () => {
    const { store, count } = opened;
    const newPhase = { rerandomise: true };
    await shop.call('POST', `/analyses/${analysis.id}/phases`, newPhase);
    const ofNewUsers = { newUsersOnly: true };
    const { body } = await shop.call<Analysis>(
      'POST',
      `/analyses/${analysis.id}/phases`,
      ofNewUsers,
    );
    const phaseIds = body.phases.map(({ id }) => id);
    const random = seededRandom(102);
    const at = new Date(Date.now() - HOUR_MS);
    const exposures = Array.from({ length: 60 }, () => randomUUID()).flatMap((unit) =>
      phaseIds
        .filter(() => random.uniform() < 0.5)
        .map((id) => exposure({ phaseId: id, unit, valueIx: random.uniform() < 0.5 ? 0 : 1, at })),
    );
    for (const { exposures: some, isCounted } of shuffled({ exposures, events: [], keys })) {
      await store.append({ exposures: some, events: [] });
      if (isCounted) await count();
    }
    await count();
    const earlier = ({ unit, phaseId: of }: NewExposure) =>
      exposures.filter(
        (other) => other.unit === unit && phaseIds.indexOf(other.phaseId) < phaseIds.indexOf(of),
      );
    for (const id of phaseIds) {
      const own = exposures.filter((one) => one.phaseId === id);
      const isLeftOut = (one: NewExposure) => id === phaseIds[2] && earlier(one).length > 0;
      const expected = [0, 1].map((valueIx) => {
        const ofValue = own.filter((one) => one.valueIx === valueIx);
        const counted = ofValue.filter((one) => !isLeftOut(one));
        const hadOther = (one: NewExposure) => earlier(one).some((was) => was.valueIx !== valueIx);
        return {
          valueIx,
          cohortDay: dayOf(at),
          units: counted.length,
          carried: ofValue.length - counted.length,
          bots: 0,
          marked: counted.filter(hadOther).length,
        };
      });
      expect(await store.exposureCounts(id)).toEqual(expected);
    }
  });

  itCountsAsPublished(() => ({ server, ...opened }));
  itAnswersFromRawEvents(() => ({ ...opened, shop, analysis, keys, exposure, event }));

  it('RES-40, RES-34: users are counted by the values of each property of the plan; values without a name count together', async () => {
    const { store, count } = opened;
    const { sql } = server.database;
    const named = await findSegmentLevels(sql, { phaseId, segment: 0, most: NAMED_LEVELS }, [
      'BR',
      'PT',
    ]);
    const of = (name: string) => [named.get(name) ?? -1, NAMED_LEVELS];
    const buyer = exposure({ segments: of('BR'), valueIx: 1 });
    await store.append({
      exposures: [
        exposure({ segments: of('BR') }),
        buyer,
        exposure({ segments: of('PT'), carried: true }),
        exposure({ segments: [NAMED_LEVELS, -1] }),
        exposure({ segments: [-1, -1] }),
      ],
      events: [event({ unit: buyer.unit })],
    });
    await count();
    const { no } = metricOf('buyers');
    const counted = async (segment: number) =>
      (await store.segmentLevels(phaseId, segment)).map(({ name, units, moments }) => ({
        name,
        users: sumOf(units.map((cohort) => cohort.units)),
        carried: sumOf(units.map((cohort) => cohort.carried)),
        n: sumOf((moments.get(no) ?? []).map((cohort) => cohort.moments.n)),
        buyers: (moments.get(no) ?? []).map(({ valueIx, moments: { positive } }) => [
          valueIx,
          positive,
        ]),
      }));
    expect(await counted(0)).toEqual([
      { name: 'BR', users: 2, carried: 0, n: 2, buyers: expect.arrayContaining([[1, 1]]) },
      { name: 'PT', users: 0, carried: 1, n: 0, buyers: [] },
      { name: undefined, users: 2, carried: 0, n: 2, buyers: [[0, 0]] },
    ]);
    expect(await counted(1)).toMatchObject([{ name: undefined, users: 4, carried: 1, n: 4 }]);
    expect(await store.segmentLevels(phaseId, 2)).toEqual([]);
    expect(await store.segmentLevels(randomUUID(), 0)).toEqual([]);
  });

  it('RES-40: counters of an hour add up; they are read for one environment from an hour on, all or only some of them', async () => {
    const { store } = opened;
    const [environmentId, other] = [randomUUID(), randomUUID()];
    const hour = new Date(Math.floor(Date.now() / HOUR_MS) * HOUR_MS);
    const before = new Date(hour.getTime() - HOUR_MS);
    const one = { environmentId, hour, kind: 'EVENT', code: 'purchase', count: 2 };
    await store.count([one, { ...one, code: 'a b' }, { ...one, hour: before }]);
    await store.count([
      { ...one, count: 3 },
      { ...one, environmentId: other, count: 7 },
    ]);
    await store.count([]);
    const countersOf = async (id: string, since: Date) =>
      (await store.counters(id, since)).sort((a, b) => a.count - b.count);
    const tally = { kind: 'EVENT', code: 'purchase' };
    const spaced = { ...tally, code: 'a b', count: 2 };
    expect(await countersOf(environmentId, hour)).toEqual([spaced, { ...tally, count: 5 }]);
    expect(await countersOf(environmentId, before)).toEqual([spaced, { ...tally, count: 7 }]);
    expect(await countersOf(other, before)).toEqual([{ ...tally, count: 7 }]);
    await store.count([{ ...one, kind: 'SKEWED', code: '' }]);
    const kinds = async (of: readonly WantedTally[]) =>
      (await store.counters(environmentId, before, of)).map(({ kind, code }) => `${kind} ${code}`);
    expect(await kinds([{ kind: 'EVENT', codes: ['a b', 'c'] }])).toEqual(['EVENT a b']);
    expect((await kinds([{ kind: 'EVENT', codes: ['a b'] }, { kind: 'SKEWED' }])).sort()).toEqual([
      'EVENT a b',
      'SKEWED ',
    ]);
  });

  it('RES-40, RES-34: an erased user is in no figure any more; other users and other environments are unaffected', async () => {
    const { store, count } = opened;
    const gone = randomUUID();
    const kept = randomUUID();
    const { sql } = server.database;
    await store.append({
      exposures: [exposure({ unit: gone }), exposure({ unit: kept })],
      events: [
        event({ unit: gone }),
        event({ unit: gone }),
        event({ unit: kept }),
        event({ unit: gone, environmentId: randomUUID() }),
      ],
    });
    await count();
    const erase = (unit: string) =>
      sql.transaction((inside) => store.erase(inside, shop.environmentId, unit));
    expect(await erase(gone)).toBe(3);
    expect(await erase(gone)).toBe(0);
    const figures = async () => ({
      units: (await store.exposureCounts(phaseId)).map(({ units }) => units),
      moments: (await momentsOf(metricOf('buyers').no)).map(({ moments: { n, positive } }) => ({
        n,
        positive,
      })),
    });
    const withoutThem = { units: [1], moments: [{ n: 1, positive: 1 }] };
    expect(await figures()).toEqual(withoutThem);
    await count();
    expect(await figures()).toEqual(withoutThem);
  });

  it('RES-40: items that are not yet counted when a user is erased do not bring the user back', async () => {
    const { store, count } = opened;
    const unit = randomUUID();
    await store.append({ exposures: [exposure({ unit })], events: [event({ unit })] });
    await server.database.sql.transaction((inside) =>
      store.erase(inside, shop.environmentId, unit),
    );
    await count();
    const units = await store.exposureCounts(phaseId);
    expect(units.reduce((sum, day) => sum + day.units, 0)).toBe(0);
  });
}

async function startAnalysisOf(shop: MeasuredShop): Promise<Analysis> {
  const ids: string[] = [];
  for (const metric of METRICS) {
    const path = `/api/apps/${shop.application.id}/metrics`;
    const body = { name: metric.key, ...metric };
    const { token } = shop.admin;
    const answer = await shop.server.call<Metric>('POST', path, { token, body });
    expect(answer.status).toBe(201);
    ids.push(answer.body.id);
  }
  const [, visits = '', revenue = '', ...others] = ids;
  const segments: string[] = [];
  for (const key of ['country', 'tier']) {
    segments.push(await createProperty(shop.server, shop.application.id, { key, type: 'STRING' }));
  }
  return shop.start({
    segments,
    goal: { metricId: revenue, cuped: true },
    guardrails: [{ metricId: visits }],
    secondary: [ids[0] ?? '', ...others].map((metricId) => ({ metricId })),
    excludeBots: false,
  });
}

interface Making {
  readonly exposure: (more: Partial<NewExposure>) => NewExposure;
  readonly event: (more: Partial<NewEvent>) => NewEvent;
  readonly keys: ReadonlyMap<string, number>;
}

/** Users exposed within four days, with random events before and after it, some of them from untrusted clients. */
function manyUsers({ exposure, event, keys }: Making): Happened {
  const random = seededRandom(40);
  const exposures: NewExposure[] = [];
  const events: NewEvent[] = [];
  const now = Date.now();
  for (let user = 0; user < 120; user++) {
    const unit = randomUUID();
    const at = new Date(now - random.uniform() * 4 * DAY_MS);
    const ofUser = { unit, valueIx: user % 3, carried: user % 11 === 0 };
    exposures.push(exposure({ ...ofUser, at }));
    if (user % 4 === 0)
      exposures.push(exposure({ ...ofUser, at: new Date(at.getTime() - DAY_MS) }));
    for (let deed = 0; deed < random.uniform() * 8; deed++) {
      const atDeed = new Date(at.getTime() + (random.uniform() * 5 - 2) * DAY_MS);
      const eventKeyId = keys.get(random.uniform() < 0.5 ? 'purchase' : 'visit') ?? 0;
      const value = random.uniform() < 0.3 ? null : Math.round(random.uniform() * 100);
      const trusted = random.uniform() < 0.8;
      events.push(event({ unit, at: atDeed, eventKeyId, value, trusted }));
    }
  }
  return { exposures, events, keys };
}

/** Exposures and events in random order and small batches, some items twice; some batches are followed by a count. */
function shuffled({ exposures, events }: Happened) {
  const random = seededRandom(22);
  const all = [
    ...exposures.map((exposure) => ({ exposure })),
    ...events.map((event) => ({ event })),
  ]
    .flatMap((one) => (random.uniform() < 0.4 ? [one, one] : [one]))
    .map((one) => ({ one, place: random.uniform() }))
    .sort((a, b) => a.place - b.place)
    .map(({ one }) => one);
  const batches = [];
  while (all.length > 0) {
    const some = all.splice(0, 1 + Math.floor(random.uniform() * 60));
    batches.push({
      exposures: some.flatMap((one) => ('exposure' in one ? [one.exposure] : [])),
      events: some.flatMap((one) => ('event' in one ? [one.event] : [])),
      isCounted: random.uniform() < 0.3,
    });
  }
  return batches;
}

function sumOf(numbers: readonly number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0);
}

function dayOf(at: Date): string {
  return at.toISOString().slice(0, 10);
}
