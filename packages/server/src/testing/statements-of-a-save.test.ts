import type { Toggle } from '@comporta/contract/toggles/toggle';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { reconcilePhases } from '../analyses/reconcile-phases.ts';
import { findHead, readAllParts } from '../snapshot/snapshot-repository.ts';
import { transactionsOf } from './connections/statements-of.ts';
import { type MeasuredShop, openMeasuredShop } from './measured-shop.ts';
import { startTestServer, type TestServer } from './test-server.ts';

let server: TestServer;
let shop: MeasuredShop;

beforeAll(async () => {
  server = await startTestServer();
  shop = await openMeasuredShop(server);
  await shop.start();
});
afterAll(() => server.close());

function locksApplication(statements: readonly string[]): boolean {
  return statements.some((text) => text.startsWith('update "applications" set "revision"'));
}

/** The statements of the transaction that saves a toggle or a metric. */
async function save(thing: string, change: Partial<Toggle>): Promise<readonly string[]> {
  const { token } = shop.admin;
  const path = `/api/apps/${shop.application.id}/${thing}`;
  const { body } = await server.call<object>('GET', path, { token });
  const transactions = await transactionsOf(async () => {
    const saved = await server.call('PUT', path, { token, body: { ...body, ...change } });
    expect(saved.status).toBe(200);
  });
  return transactions.find(locksApplication) ?? expect.fail();
}

const MEASURING = /experiment|analys|phase/;

it('RES-16: the description of a measured toggle asks nothing of experiments or analyses', async () => {
  const statements = await save(`toggles/${shop.toggleId}`, { description: 'Once' });
  expect(statements.filter((text) => MEASURING.test(text))).toEqual([]);
  // 17 before the list ON_CHANGE, of which one now is part of the message that begins the transaction.
  expect(statements).toHaveLength(13);
});

it('RES-16: snapshots still name its phase, and no later work is left', async () => {
  const { sql } = server.database;
  const head = await findHead(sql, shop.environmentId);
  const { experiments } = await readAllParts(sql, head ?? expect.fail());
  const [phase] = (await shop.results()).analysis.phases;
  const [named] = [...experiments.values()].flatMap((experiment) => experiment?.rules ?? []);
  expect(named).toMatchObject({ phase: phase?.id });
  const later = await transactionsOf(() => reconcilePhases(sql));
  expect(later.filter(locksApplication)).toEqual([]);
});

it('RES-16: other values of a toggle move the phases of what measures it', async () => {
  const statements = await save(`toggles/${shop.toggleId}`, { values: ['disabled', 'enabled'] });
  expect(statements.some((text) => MEASURING.test(text))).toBe(true);
  const { analysis } = await shop.results();
  expect(analysis.phases.at(-1)).toMatchObject({ reason: 'VALUES' });
});

it('RES-16: a metric moves no phase', async () => {
  const statements = await save(`metrics/${shop.metricId}`, { description: 'Paid' });
  expect(statements.filter((text) => /phases/.test(text))).toEqual([]);
});
