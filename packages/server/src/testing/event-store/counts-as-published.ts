import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Analysis } from '@comporta/contract/analyses/analysis';
import type { Metric } from '@comporta/contract/metrics/metric';
import { seededRandom } from '@comporta/stats/testing/random';
import { expect, it } from 'vitest';
import type { Batch, EventStore } from '../../event-store/event-store.ts';
import { findEventKeys } from '../../event-store/ingest/event-key-repository.ts';
import { type MeasuredShop, openMeasuredShop } from '../measured-shop.ts';
import type { TestServer } from '../test-server.ts';

type Rule = 'EVERYONE' | 'NEW_USERS' | 'UNMOVED';

/** A figure as a fraction, such as `5/11`. */
type Fraction = string;

interface ExpectedMoments {
  readonly n: number;
  readonly positive: number;
  readonly mean: Fraction;
  readonly m2: Fraction;
  readonly d?: { readonly mean: Fraction; readonly m2: Fraction; readonly c: Fraction };
}

interface Cohort {
  readonly value: number;
  /** The number of the day; minutes count from 00:00 UTC of the first. */
  readonly day: number;
}

interface Case {
  readonly name: string;
  /** Who counts in each phase. */
  readonly rules: readonly Rule[];
  readonly exposures: readonly {
    readonly phase: number;
    readonly user: number;
    readonly value: number;
    readonly minute: number;
    readonly leftOut?: boolean;
  }[];
  readonly events: readonly {
    readonly user: number;
    readonly key: string;
    readonly minute: number;
    readonly value?: number;
  }[];
  readonly expected: readonly {
    readonly counts: readonly (Cohort & {
      readonly units: number;
      readonly leftOut: number;
      readonly marked: number;
    })[];
    readonly cohorts: readonly (Cohort & {
      readonly moments: Readonly<Record<string, ExpectedMoments>>;
    })[];
  }[];
}

/** Made by phases.py beside it, which shares nothing with the product. */
const FILE = new URL('../../../../../conformance/results/phases.json', import.meta.url);
const { cases, metrics }: { cases: readonly Case[]; metrics: readonly { key: string }[] } =
  JSON.parse(readFileSync(FILE, 'utf8'));
const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
/** So many days ago was the first one: all windows are over. */
const FIRST_DAY = 8;

/** What is tried: the store, and the server with the analyses that it counts for. */
interface Tried {
  readonly server: TestServer;
  readonly store: EventStore;
  count(): Promise<void>;
}

/** Tests that a store counts the cases of conformance/results/phases.json, in whatever order items arrive. */
export function itCountsAsPublished(tried: () => Tried): void {
  it.each(cases)('RES-40, RES-103, RES-104, RES-116: $name', async (one) => {
    const { server, store, count } = tried();
    const shop = await openMeasuredShop(server);
    const analysis = await startPhases(shop, one.rules);
    const firstDay = Math.floor(Date.now() / DAY_MS) * DAY_MS - FIRST_DAY * DAY_MS;
    for (const batch of await batchesOf(shop, { one, analysis, firstDay })) {
      await store.append(batch);
      await count();
    }
    const dayOf = (day: number) => new Date(firstDay + day * DAY_MS).toISOString().slice(0, 10);
    for (const [index, { counts, cohorts }] of one.expected.entries()) {
      const phaseId = analysis.phases[index]?.id ?? '';
      expect(await store.exposureCounts(phaseId), `phase ${index + 1}`).toEqual(
        counts.map(({ value: valueIx, day, leftOut: carried, ...units }) => ({
          ...units,
          valueIx,
          cohortDay: dayOf(day),
          carried,
          bots: 0,
        })),
      );
      const moments = await store.moments(phaseId);
      for (const { key } of metrics) {
        const no = analysis.metrics.find((metric) => metric.key === key)?.no ?? -1;
        const expected = cohorts.map(({ value: valueIx, day, moments: of }) => ({
          valueIx,
          cohortDay: dayOf(day),
          moments: figuresOf(of[key]),
        }));
        const counted = (moments.get(no) ?? []).map(({ capped: _, ...cohort }) => cohort);
        expect(rounded(counted), `${key} of phase ${index + 1}`).toEqual(rounded(expected));
      }
    }
  });
}

/** An analysis of all metrics, with a phase for each rule. */
async function startPhases(shop: MeasuredShop, rules: readonly Rule[]): Promise<Analysis> {
  const ids: string[] = [];
  for (const metric of metrics) {
    const path = `/api/apps/${shop.application.id}/metrics`;
    const body = { name: metric.key, ...metric };
    const answer = await shop.server.call<Metric>('POST', path, { token: shop.admin.token, body });
    expect(answer.status).toBe(201);
    ids.push(answer.body.id);
  }
  const secondary = ids.map((metricId) => ({ metricId }));
  let analysis = await shop.start({ secondary, excludeBots: false });
  for (const rule of rules.slice(1)) {
    const body = { newUsersOnly: rule === 'NEW_USERS' };
    const path = `/analyses/${analysis.id}/phases`;
    analysis = (await shop.call<Analysis>('POST', path, body)).body;
  }
  expect(analysis.phases).toHaveLength(rules.length);
  return analysis;
}

interface Placed {
  readonly one: Case;
  readonly analysis: Analysis;
  readonly firstDay: number;
}

/** The exposures and events in another order than they happened, some of them twice, in small batches. */
async function batchesOf(
  shop: MeasuredShop,
  { one, analysis, firstDay }: Placed,
): Promise<Batch[]> {
  const sender = { applicationId: shop.application.id, isTrusted: true };
  const keys = await findEventKeys(shop.server.database.sql, sender, ['purchase', 'visit']);
  const { environmentId } = shop;
  const at = (minute: number) => new Date(firstDay + minute * MINUTE_MS);
  const units = new Map<number, string>();
  const unitOf = (user: number) => {
    const unit = units.get(user) ?? randomUUID();
    units.set(user, unit);
    return unit;
  };
  const exposures = one.exposures.map(({ phase, user, value, minute, leftOut = false }) => ({
    phaseId: analysis.phases[phase]?.id ?? '',
    environmentId,
    unit: unitOf(user),
    bucket: 0,
    valueIx: value,
    carried: leftOut,
    at: at(minute),
    segments: null,
  }));
  const events = one.events.map(({ user, key, minute, value = null }) => ({
    environmentId,
    eventId: randomUUID(),
    day: at(minute).toISOString().slice(0, 10),
    unit: unitOf(user),
    eventKeyId: keys.get(key)?.id ?? -1,
    at: at(minute),
    value,
    trusted: true,
    skewed: false,
  }));
  const random = seededRandom(16);
  // Each has about a third of everything, so that most comes in several of them.
  return Array.from({ length: 6 }, () => ({
    exposures: exposures.filter(() => random.uniform() < 0.3),
    events: events.filter(() => random.uniform() < 0.3),
  })).concat({ exposures: exposures.toReversed(), events });
}

/** The moments as numbers. */
function figuresOf(moments: ExpectedMoments | undefined): object {
  return JSON.parse(JSON.stringify(moments ?? {}), (_key, value: unknown) => {
    if (typeof value !== 'string') return value;
    const [over = '', under = '1'] = value.split('/');
    return Number(over) / Number(under);
  });
}

/** Rounds figures to six decimals: the two ways of adding up agree no further. */
export function rounded(figures: unknown): unknown {
  return JSON.parse(JSON.stringify(figures), (_key, value: unknown) =>
    typeof value === 'number' ? Number(value.toFixed(6)) + 0 : value,
  );
}
