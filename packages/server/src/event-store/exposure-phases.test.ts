import type { Analysis } from '@comporta/contract/analyses/analysis';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { EVEN_SPLIT, type MeasuredShop, openMeasuredShop } from '../testing/measured-shop.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';

const HOUR_MS = 60 * 60_000;
const SPLIT_OF_USERS = {
  type: 'PROPERTY',
  propertyRule: { propertyId: 'uid', expression: 'CONTAINS', term: 'user' },
  valueSpec: EVEN_SPLIT.valueSpec,
};

let server: TestServer;
let shop: MeasuredShop;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  shop = await openMeasuredShop(server, [SPLIT_OF_USERS, EVEN_SPLIT]);
});
afterEach(() => {
  vi.useRealTimers();
});

/** Reports that a user got the value that the matching rule's split gives; answers the code of the refusal. */
async function expose(uid: string, at: Date, more: object = {}): Promise<string | undefined> {
  const value = await shop.givenTo(uid);
  const toggle = shop.experiment.toggleName;
  const exposure = { type: 'exposure', toggle, value, uid, at: at.toISOString(), ...more };
  const { status, body } = await shop.send([exposure]);
  expect(status).toBe(200);
  expect(body.accepted + body.duplicates + body.rejected.length).toBe(1);
  return body.rejected[0]?.code;
}

function startRule(index: number): Promise<Analysis> {
  return shop.start({ ruleId: shop.experiment.rules[index]?.id ?? '' });
}

it('RES-21: AMBIGUOUS_RULE: an exposure does not name its rule, and another rule may have given the value', async () => {
  await startRule(0);
  expect(await expose('user-1', new Date())).toBe('AMBIGUOUS_RULE');
  expect(await expose('user-1', new Date(), { reason: 'TARGETING_MATCH' })).toBe('AMBIGUOUS_RULE');
  expect(await expose('user-1', new Date(), { reason: 'SPLIT' })).toBeUndefined();

  const { phases } = await startRule(1);
  expect(await expose('user-2', new Date(), { reason: 'SPLIT' })).toBe('AMBIGUOUS_RULE');
  const ruleId = shop.experiment.rules[0]?.id;
  expect(await expose('user-2', new Date(), { ruleId })).toBeUndefined();
  expect(await expose('ana', new Date(), { phaseId: phases[0]?.id })).toBeUndefined();
});

it('RES-21: STALE_PHASE: an exposure after the phase, or one inside it that is reported more than a day after its end', async () => {
  const { phases } = await startRule(1);
  const phaseId = phases[0]?.id;
  // Asked before the pause: a paused experiment gives the default.
  for (const uid of ['ana', 'late']) await shop.givenTo(uid);
  const inside = new Date();
  await shop.call('POST', '/pause');
  const ended = Date.now();
  expect(await expose('ana', inside, { reason: 'SPLIT' })).toBeUndefined();
  expect(await expose('ana', inside, { phaseId })).toBeUndefined();
  const after = new Date(ended + 1);
  expect(await expose('late', after, { reason: 'SPLIT' })).toBe('STALE_PHASE');
  expect(await expose('late', after, { phaseId })).toBe('STALE_PHASE');

  vi.useFakeTimers({ toFake: ['Date'], now: ended + 24 * HOUR_MS + 1 });
  expect(await expose('late', inside, { reason: 'SPLIT' })).toBe('STALE_PHASE');
  expect(await expose('late', inside, { phaseId })).toBe('STALE_PHASE');
});
