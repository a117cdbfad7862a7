import { randomBytes, randomUUID } from 'node:crypto';
import type { Analysis } from '@comporta/contract/analyses/analysis';
import type { MetricValue } from '@comporta/contract/metrics/metric';
import { expect, it } from 'vitest';
import type { EventStore, NewEvent, NewExposure } from '../../event-store/event-store.ts';
import type { GoalOfPhase } from '../../event-store/raw-events.ts';
import type { MeasuredShop } from '../measured-shop.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
const ALL = { days: 14, times: 1 } as const;

interface Tried {
  readonly store: EventStore;
  readonly shop: MeasuredShop;
  readonly analysis: Analysis;
  readonly keys: ReadonlyMap<string, number>;
  readonly exposure: (more?: Partial<NewExposure>) => NewExposure;
  readonly event: (more?: Partial<NewEvent>) => NewEvent;
}

/** Tests what a store answers from raw events, before anything is counted. */
export function itAnswersFromRawEvents(tried: () => Tried): void {
  const ago = (ms: number) => new Date(Date.now() - ms);
  const placeOf = ({ shop }: Tried) => ({ appId: shop.application.id, envId: shop.environmentId });

  it('SCL-45, RES-74, RES-110: the totals of each event key are those of each user, for the last days alone', async () => {
    const { store, shop, keys, event } = tried();
    const [one, two] = [randomUUID(), randomUUID()];
    const visit = keys.get('visit') ?? 0;
    await store.append({
      exposures: [],
      events: [
        event({ unit: one, value: 2 }),
        event({ unit: one, value: 3 }),
        event({ unit: two, value: null }),
        event({ unit: two, value: 100, at: ago(15 * DAY_MS) }),
        event({ unit: two, eventKeyId: visit, trusted: false }),
        event({ unit: two, eventKeyId: visit, at: ago(9 * DAY_MS) }),
        event({ unit: two, environmentId: randomUUID() }),
      ],
    });
    const totals = await store.keyTotals(shop.environmentId, ALL);
    expect(Object.fromEntries(totals)).toEqual({
      purchase: {
        units: 2,
        events: 3,
        eventSquares: 5,
        sum: 5,
        squares: 25,
        ratioSum: 6,
        onlyPages: false,
      },
      visit: {
        units: 1,
        events: 2,
        eventSquares: 4,
        sum: 0,
        squares: 0,
        ratioSum: 2,
        onlyPages: true,
      },
    });
    expect(await store.keyTotals(randomUUID(), ALL)).toEqual(new Map());
  });

  it('SCL-45, RES-74, RES-52: users are counted by their events and exposures of the last days', async () => {
    const { store, shop, event, exposure } = tried();
    const [both, exposed, active] = [randomUUID(), randomUUID(), randomUUID()];
    const at = ago(4 * DAY_MS);
    await store.append({
      exposures: [
        exposure({ unit: both }),
        exposure({ unit: exposed, at }),
        exposure({ at: ago(20 * DAY_MS) }),
        exposure({ phaseId: randomUUID() }),
      ],
      events: [
        event({ unit: both }),
        event({ unit: both, at }),
        event({ unit: active, at: ago(2 * DAY_MS) }),
        event({ at: ago(20 * DAY_MS) }),
      ],
    });
    const { environmentId } = shop;
    expect(await store.everybody(environmentId, ALL)).toEqual({ units: 3, days: 5 });
    expect(await store.activeUnits(environmentId, ALL)).toBe(2);
    const lately = { ...ALL, days: 1 };
    expect(await store.everybody(environmentId, lately)).toEqual({ units: 1, days: 1 });
    expect(await store.activeUnits(environmentId, lately)).toBe(1);
    expect(await store.everybody(randomUUID(), ALL)).toEqual({ units: 0, days: 0 });
  });

  it('SCL-45: a sample has the same part of the users in every answer, about as many as asked for', async () => {
    const { store, shop, event, exposure, analysis } = tried();
    const units = Array.from({ length: 400 }, hashedUnit);
    await store.append({
      exposures: units.map((unit) => exposure({ unit })),
      events: units.map((unit) => event({ unit })),
    });
    const { environmentId } = shop;
    const sample = { ...ALL, times: 4 };
    const active = await store.activeUnits(environmentId, sample);
    expect(active).toBeGreaterThan(50);
    expect(active).toBeLessThan(150);
    expect((await store.everybody(environmentId, sample)).units).toBe(active);
    expect((await store.keyTotals(environmentId, sample)).get('purchase')?.units).toBe(active);
    const totals = await store.unitTotals(placeOf(tried()), sample, metricOf(analysis, 'buyers'));
    expect(totals.units).toBe(active);
    const { id } = shop.application;
    const [users] = [...(await store.usersOfKeys(id, ago(DAY_MS), 4)).values()];
    expect(users?.users).toBe(4 * active);
  });

  it('SCL-45, RES-18: what users did that a metric counts, and the total at the percentile of its cap', async () => {
    const { store, analysis, event } = tried();
    const values = [10, 20, 30, 40];
    const of = placeOf(tried());
    await store.append({
      exposures: [],
      events: [
        ...values.map((value) => event({ value })),
        event({ value: 1_000, trusted: false }),
        event({ value: 1_000, at: ago(3 * DAY_MS) }),
      ],
    });
    const revenue = { ...metricOf(analysis, 'revenue'), trusted: true };
    const lately = { ...ALL, days: 2 };
    const half = { ...revenue, cap: { type: 'PERCENTILE', value: 50 } } as const;
    expect(await store.unitTotals(of, lately, half)).toEqual({ units: 4, cap: 25 });
    expect(await store.unitTotals(of, lately, revenue)).toEqual({ units: 4, cap: 40 });
    const ofAll = { ...half, trusted: false };
    expect(await store.unitTotals(of, ALL, ofAll)).toEqual({ units: 6, cap: 35 });
    const never = { ...half, eventKey: 'never' };
    expect(await store.unitTotals(of, ALL, never)).toEqual({ units: 0, cap: undefined });
  });

  it('SCL-45, RES-76: events of the goal are told apart by where they are in the windows of their users', async () => {
    const { store, analysis, exposure, event } = tried();
    const of = goalIn(tried(), {
      eventKey: 'purchase',
      fromHours: 0,
      windowHours: 1,
      trusted: true,
    });
    const { goal: _, ...withoutGoal } = of;
    const at = ago(5 * HOUR_MS);
    const after = (minutes: number) => new Date(at.getTime() + minutes * MINUTE_MS);
    const [one, two] = [randomUUID(), randomUUID()];
    await store.append({
      exposures: [exposure({ unit: one, at }), exposure({ unit: two, at, carried: true })],
      events: [
        event({ unit: one, at: after(0) }),
        event({ unit: one, at: after(59) }),
        event({ unit: one, at: after(60), skewed: true }),
        event({ unit: two, at: after(-30), skewed: true }),
        event({ unit: two, at: after(5), trusted: false }),
        event({ at: after(5) }),
      ],
    });
    const found = { count: 2, since: at.getTime() };
    expect(await store.goalProgress(of)).toEqual({
      ...found,
      progress: {
        unitEvents: 4,
        countedEvents: 2,
        earlyEvents: 1,
        skewedEvents: 2,
        skewMinutes: 60,
      },
    });
    expect(await store.goalProgress(withoutGoal)).toMatchObject({
      ...found,
      progress: { unitEvents: 0 },
    });
    const unknown = { ...of, phase: { ...of.phase, id: randomUUID() } };
    expect(await store.goalProgress(unknown)).toMatchObject({ count: 0, since: null });
    expect(analysis.phases).toHaveLength(1);
  });

  it('SCL-45, RES-109: of the users with events of the goal, those who were exposed are counted', async () => {
    const { store, exposure, event } = tried();
    const goal = goalIn(tried(), {
      eventKey: 'purchase',
      fromHours: 0,
      windowHours: 1,
      trusted: true,
    });
    const of = { ...goal, phase: { ...goal.phase, startedAt: ago(DAY_MS) } };
    const known = randomUUID();
    await store.append({
      exposures: [exposure({ unit: known }), exposure()],
      events: [
        event({ unit: known }),
        event(),
        event({ trusted: false }),
        event({ at: ago(2 * DAY_MS) }),
        event({ unit: known, environmentId: randomUUID() }),
      ],
    });
    expect(await store.eventUsers(of)).toEqual({ users: 2, matching: 1 });
    const ended = { ...of, phase: { ...of.phase, eventsUntil: ago(HOUR_MS) } };
    expect(await store.eventUsers(ended)).toEqual({ users: 0, matching: 0 });
  });

  it('SCL-45, RES-75: the users of each event key of an application are counted, with the time of the last event', async () => {
    const { store, shop, keys, event } = tried();
    const unit = randomUUID();
    const at = ago(HOUR_MS);
    const visit = keys.get('visit') ?? 0;
    await store.append({
      exposures: [],
      events: [
        event({ unit, at }),
        event({ unit, at: ago(2 * HOUR_MS) }),
        event({ at: ago(3 * HOUR_MS) }),
        event({ unit, eventKeyId: visit, at: ago(15 * DAY_MS) }),
        event({ environmentId: randomUUID(), eventKeyId: visit }),
      ],
    });
    const users = await store.usersOfKeys(shop.application.id, ago(14 * DAY_MS), 1);
    const purchase = keys.get('purchase') ?? 0;
    expect(users).toEqual(new Map([[purchase, { users: 2, lastAt: at.toISOString() }]]));
  });
}

function metricOf({ metrics }: Analysis, key: string): MetricValue {
  const metric = metrics.find((one) => one.key === key);
  if (metric === undefined) throw new Error(`${key} is not measured`);
  const { numeratorOf = 'SUM', denominatorOf = 'SUM' } = metric;
  return { ...metric, numeratorOf, denominatorOf };
}

/** Spread over the whole range, as units are and a random UUID is not. */
function hashedUnit(): string {
  return randomBytes(16)
    .toString('hex')
    .replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}

function goalIn({ shop, analysis }: Tried, goal: GoalOfPhase['goal']): GoalOfPhase {
  const [phase] = analysis.phases;
  if (phase === undefined) throw new Error('nothing is measured');
  const startedAt = new Date(phase.startedAt);
  return {
    appId: shop.application.id,
    envId: shop.environmentId,
    phase: { id: phase.id, startedAt, eventsUntil: null },
    goal,
  };
}
