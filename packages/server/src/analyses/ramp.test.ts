import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { phases } from '../tables/analyses.ts';
import { type MeasuredShop, openMeasuredShop } from '../testing/measured-shop.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';

/** All of the specification at night (results-second.md, Done when 1); few users and a larger effect otherwise. */
const RAMP =
  process.env.NIGHTLY === '1'
    ? { users: 20_000, disabled: 0.3, enabled: 0.36 }
    : { users: 1_000, disabled: 0.3, enabled: 0.6 };
const SHARES = [1, 10, 50];
const CALL = 500;
const DAY_MS = 24 * 60 * 60_000;

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

function named(kind: string): string[] {
  return Array.from({ length: RAMP.users }, (_, index) => `${kind}-${index}`);
}

async function exposeInCalls(shop: MeasuredShop, uids: readonly string[]): Promise<void> {
  for (let first = 0; first < uids.length; first += CALL) {
    await shop.exposeAll(uids.slice(first, first + CALL));
  }
}

/** Of every ten thousand users of a value so many buy as its rate says, spread evenly. */
async function buy(shop: MeasuredShop, uids: readonly string[]): Promise<void> {
  const due = { disabled: 0, enabled: 0 };
  const buyers: string[] = [];
  for (const uid of uids) {
    const value = (await shop.givenTo(uid)) === 'enabled' ? 'enabled' : 'disabled';
    due[value] += RAMP[value];
    if (due[value] < 1) continue;
    due[value] -= 1;
    buyers.push(uid);
  }
  for (let first = 0; first < buyers.length; first += CALL) {
    await shop.track(buyers.slice(first, first + CALL));
  }
}

/** A split whose share of "enabled" rises; everyone meets every step. */
async function rampUp(shop: MeasuredShop, uids: readonly string[]): Promise<void> {
  const [rule] = shop.experiment.rules;
  for (const enabled of SHARES) {
    const split = { enabled, disabled: 100 - enabled };
    await shop.saveRules([{ ...rule, valueSpec: { type: 'SPLIT', split } }]);
    await exposeInCalls(shop, uids);
  }
}

it.each([
  ['RES-101: at 50 % all users of a ramp count', false],
  ['RES-103: at 50 % new users alone count', true],
])(
  '%s, the split is quiet, and the better value is found',
  async (_, newUsersOnly) => {
    const shop = await openMeasuredShop(server);
    const { id } = await shop.start();
    await rampUp(shop, named('user'));
    if (newUsersOnly) await shop.call('POST', `/analyses/${id}/phases`, { newUsersOnly });
    const late = named('newcomer');
    if (newUsersOnly) await exposeInCalls(shop, [...named('user'), ...late]);
    await buy(shop, newUsersOnly ? late : named('user'));
    await shop.count();
    const { phaseId } = await shop.results();
    // A phase must include every weekday.
    const startedAt = new Date(Date.now() - 8 * DAY_MS);
    await server.database.sql.update(phases).set({ startedAt }).where(eq(phases.id, phaseId));
    const { values, verdict, health } = await shop.results();
    expect(values.reduce((sum, { users }) => sum + users, 0)).toBe(RAMP.users);
    expect(health.find(({ code }) => code === 'SRM')).toMatchObject({ level: 'GREEN' });
    expect(verdict).toMatchObject({ code: 'WINNER', params: { value: 'enabled' } });
  },
  900_000,
);
