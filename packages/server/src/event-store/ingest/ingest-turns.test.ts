import { setImmediate as eventLoopTurn } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createLog } from '../../platform/base/log.ts';
import { takePulse } from '../../platform/base/pulse.ts';
import { type MeasuredShop, openMeasuredShop } from '../../testing/measured-shop.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import type { Appended, Batch, EventStore, NewEvent } from '../event-store.ts';
import { openPostgresEventStore } from '../postgres/postgres-event-store.ts';
import { type EventIngest, openEventIngest } from './event-ingest.ts';
import { openEventQueue } from './event-queue.ts';
import type { Sender } from './keep-judged.ts';
import type { Lane } from './lane.ts';
import { openShortTurns } from './short-turns.ts';

const EVENTS_A_CALL = 500;

let server: TestServer;
let shop: MeasuredShop;
let store: EventStore;
let sender: Sender;
let lane: Lane;

beforeAll(async () => {
  server = await startTestServer();
  shop = await openMeasuredShop(server);
  store = openPostgresEventStore(server.database.sql);
  const { environmentId, application, toggleId } = shop;
  lane = { companyId: shop.admin.accountId, environmentId, isClient: false };
  const ids = { environmentId, applicationId: application.id, lane, toggleId: () => toggleId };
  sender = { ...ids, revision: 0, isTrusted: true };
});
afterAll(() => server.close());

/** The clock advances by a tenth of a millisecond each time it is read, which is before each step. */
function openIngest(): { ingest: EventIngest; steps: () => number } {
  let looks = 0;
  const ingest = openEventIngest({
    sql: server.database.sql,
    store,
    log: createLog('silent'),
    onStored() {},
    onDropped() {},
    turns: openShortTurns(() => looks++ / 10),
  });
  return { ingest, steps: () => looks };
}

/** How many steps each turn of the event loop did until the work was done. */
async function doneInEachTurn(work: Promise<unknown>, done: () => number): Promise<number[]> {
  let isOver = false;
  const ended = work.finally(() => {
    isOver = true;
  });
  const perTurn: number[] = [];
  while (!isOver) {
    const before = done();
    await eventLoopTurn();
    perTurn.push(done() - before);
  }
  await ended;
  return perTurn;
}

/** Each event takes two steps: it is judged and turned into a row. A turn reads the clock twice more. */
function expectShortTurns(perTurn: readonly number[], events: number): void {
  expect(perTurn.reduce((sum, steps) => sum + steps)).toBeGreaterThanOrEqual(2 * events);
  expect(perTurn.filter((steps) => steps > 12)).toEqual([]);
}

it('the event loop is free in between while events of many users are judged and turned into rows', async () => {
  const { ingest, steps } = openIngest();
  const at = new Date().toISOString();
  const events = Array.from({ length: EVENTS_A_CALL }, (_, place) => ({
    type: 'track',
    id: `${place}`,
    key: 'purchase',
    uid: `user-${place}`,
    at,
  }));
  const reporting = ingest.report(sender, { sentAt: undefined, events, bytes: 1 });
  expectShortTurns(await doneInEachTurn(reporting, steps), EVENTS_A_CALL);
  expect(await reporting).toMatchObject({ accepted: EVENTS_A_CALL, duplicates: 0, rejected: [] });
  await ingest.close();
});

it('the event loop is free in between while exposures of this node are judged', async () => {
  const { phases } = await shop.start();
  const { ingest, steps } = openIngest();
  const exposure = { phaseId: phases[0]?.id ?? '', ruleId: '', valueIndex: 0 };
  const { environmentId } = shop;
  for (let user = 0; user < EVENTS_A_CALL; user += 1) {
    const shown = { exposure, uid: `user-${user}`, at: new Date(), properties: {} };
    const asked = { lane, keyHash: '', toggle: '', segments: [] };
    ingest.record({ environmentId, ...asked, revision: 0, ...shown });
  }
  expectShortTurns(await doneInEachTurn(ingest.flush(), steps), EVENTS_A_CALL);
  await ingest.close();
});

it('when one commit stores many calls, a few of them are answered in each turn of the event loop', async () => {
  let commit = (_: Appended) => {};
  const queue = openEventQueue({
    append: () => new Promise((resolve) => (commit = resolve)),
    pulse: takePulse(),
    log: createLog('silent'),
  });
  let answered = 0;
  // A thousand events start a commit at once.
  const calls = Array.from({ length: 100 }, async () => {
    await queue.add(batchOf(10), lane);
    answered += 1;
  });
  commit({ exposures: [], events: Array(1_000).fill(true) });
  const perTurn = await doneInEachTurn(Promise.all(calls), () => answered);
  expect(Math.max(...perTurn)).toBeLessThanOrEqual(8);
});

function batchOf(count: number): Batch {
  return { exposures: [], events: Array<NewEvent>(count).fill(EVENT) };
}

const EVENT: NewEvent = {
  environmentId: 'production',
  eventId: '01977c3e-6f1a-7c2b-9d54-3b8f0a6e2d11',
  day: '2026-03-02',
  unit: '01977c3e-6f1a-7c2b-9d54-3b8f0a6e2d12',
  eventKeyId: 1,
  at: new Date(0),
  value: null,
  trusted: true,
  skewed: false,
};
