import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { applyChanges } from '@comporta/client-core/apply-changes';
import { PART_KINDS } from '@comporta/client-core/change-set';
import { finished } from '@comporta/client-core/finished';
import { followSnapshot } from '@comporta/client-core/follow-snapshot';
import { STREAM_TIMES } from '@comporta/client-core/follow-stream';
import { afterChanges, afterFetch } from '@comporta/client-core/next-snapshot';
import type { ParsedSnapshot } from '@comporta/client-core/read-understood';
import { serviceAt } from '@comporta/client-core/service';
import * as experiments from '@comporta/contract/experiments/experiment-api';
import * as properties from '@comporta/contract/properties/property-api';
import * as targetGroups from '@comporta/contract/target-groups/target-group-api';
import * as toggles from '@comporta/contract/toggles/toggle-api';
import type { Snapshot } from '@comporta/engine/snapshot';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts';
import { type Client, openClient } from './client.ts';
import { logIn, openShop, type Shop } from './company.ts';
import { startPreviousEdge, startPreviousRelease } from './previous-release.ts';
import { type ServiceProcess, startEdgeProcess, startServiceProcess } from './service-process.ts';

const SAVES = 120;
const SEED = 20_261_128;
const VALUES = { values: ['on', 'off'], defaultValue: 'off' };

const stack = new AsyncDisposableStack();
const folder = mkdtempSync(path.join(os.tmpdir(), 'comporta-changes-'));
let database: TestDatabase;
let first: ServiceProcess;
let shop: Shop;
let key: string;

beforeAll(async () => {
  // When the tests run as root, the database runs as another user, who needs access to the folder.
  chmodSync(folder, 0o711);
  stack.defer(() => rmSync(folder, { recursive: true, force: true }));
  database = await createTestDatabase();
  stack.defer(() => database.drop());
  first = keep(await startServiceProcess(at('first')));
  shop = await openShop(first);
  key = await shop.newKey();
});
afterAll(() => stack.disposeAsync());

function keep(started: ServiceProcess): ServiceProcess {
  stack.defer(() => started.kill());
  return started;
}

function at(name: string): Readonly<Record<'DATA_DIR' | 'DATABASE_URL', string>> {
  return { DATA_DIR: path.join(folder, name), DATABASE_URL: database.url };
}

const edgeOf = async (name: string, { url }: ServiceProcess) =>
  keep(await startEdgeProcess({ ...at(name), COMPORTA_URL: url, COMPORTA_KEY: key }));

/** What a client of a node holds, kept up to date as an SDK and an edge node do it, and how often it fetched all. */
function follow({ url }: Pick<ServiceProcess, 'url'>) {
  const closing = new AbortController();
  let held: ParsedSnapshot | undefined;
  let entityTag: string | undefined;
  let fetches = 0;
  let applied = 0;
  const service = serviceAt({ url, key, headers: {}, answerMs: 15_000, fetch });
  const follower = followSnapshot({
    service,
    known: () => ({ revision: held?.sent.revision ?? 0, entityTag }),
    times: {
      ...STREAM_TIMES,
      firstRetryMs: 50,
      longestRetryMs: 500,
      refusedRetryMs: { from: 500, to: 500 },
    },
    isRefusal: () => false,
    closing: closing.signal,
    report: {
      onSnapshot(fetched) {
        fetches += 1;
        held = held === undefined ? fetched : finished(afterFetch(fetched.sent, held));
        entityTag = fetched.entityTag;
      },
      onChanges(changes) {
        const next = held && applyChanges(held.sent, entityTag, changes);
        if (held === undefined || next === undefined || 'full' in next) return false;
        applied += 1;
        held = finished(afterChanges(next.snapshot, next.changes, held));
        entityTag = changes.to;
        return true;
      },
      onCurrent() {},
      onConnected() {},
      onLists() {},
      onParts() {},
      onTrouble() {},
    },
  });
  stack.defer(async () => {
    closing.abort();
    await follower.ended;
  });
  return {
    sent: () => held?.sent,
    tag: () => entityTag,
    revision: () => held?.sent.revision ?? 0,
    fetches: () => fetches,
    applied: () => applied,
  };
}

async function fetched({ url }: Pick<ServiceProcess, 'url'>) {
  const answer = await fetch(new URL('api/sdk/snapshot', url), {
    headers: { authorization: `Bearer ${key}` },
  });
  const sent = (await answer.json()) as Snapshot; // The service answers a snapshot.
  return { sent, tag: answer.headers.get('etag') };
}

/** A generator of numbers that are the same in each run (mulberry32). */
function randomOf(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}

/** A function that saves something of some kind, through one of the clients. */
function randomSaves(clients: readonly Client[], random: (below: number) => number) {
  const { appId, envId } = shop;
  const ids = { toggles: [] as string[], properties: [] as string[] };
  let groupId: string | undefined;
  let made = 0;
  const pick = <Item>(list: readonly Item[]): Item => list[random(list.length)] as Item; // Never of an empty list.

  async function add(admin: Client, name: string): Promise<void> {
    const params = { appId };
    const { id } = await admin.call(toggles.createToggle, { params, body: { ...VALUES, name } });
    ids.toggles.push(id);
    const share = random(101);
    const everyone = {
      type: 'ALL_USERS',
      valueSpec: { type: 'SPLIT', split: { on: share, off: 100 - share } },
    };
    const inGroup = groupId !== undefined && {
      type: 'TARGET_GROUP',
      targetGroupRule: { policy: 'ANY_OF', targetGroupsIds: [groupId] },
      valueSpec: { type: 'EXACT_VALUE', exactValue: 'on' },
    };
    await admin.call(experiments.createExperiment, {
      params: { appId, envId },
      body: { toggleId: id, rules: inGroup ? [inGroup, everyone] : [everyone] },
    });
  }

  return async (): Promise<void> => {
    const admin = pick(clients);
    made += 1;
    const name = `thing-${made}-${random(1_000)}`;
    switch (made < 4 ? 0 : random(7)) {
      case 0:
        return add(admin, name);
      case 1: {
        const body = { key: name, type: 'STRING' } as const;
        const { id } = await admin.call(properties.createProperty, { params: { appId }, body });
        ids.properties.push(id);
        return;
      }
      case 2: {
        const conditions = [{ propertyId: 'uid', expression: 'EQUALS', term: name }] as const;
        const body = { name, policy: 'OR', conditions } as const;
        const group = await admin.call(targetGroups.createTargetGroup, { params: { appId }, body });
        groupId = group.id;
        return;
      }
      case 3: {
        const params = { appId, id: pick(ids.toggles) };
        const toggle = await admin.call(toggles.getToggle, { params });
        const body = { ...VALUES, name: toggle.name, values: [...VALUES.values, name] };
        await admin.call(toggles.updateToggle, { params, body });
        return;
      }
      case 4: {
        if (ids.properties.length === 0) return;
        const params = { appId, id: pick(ids.properties) };
        const body = { key: name, type: 'STRING' } as const;
        await admin.call(properties.updateProperty, { params, body });
        return;
      }
      case 5: {
        const all = await admin.call(experiments.listExperiments, { params: { appId, envId } });
        const gone = pick(all);
        const params = { appId, id: gone.toggleId };
        await admin.call(toggles.deleteToggle, { params, query: { experiments: gone.id } });
        ids.toggles.splice(ids.toggles.indexOf(gone.toggleId), 1);
        return add(admin, name);
      }
      default: {
        const all = await admin.call(experiments.listExperiments, { params: { appId, envId } });
        const { id, status } = pick(all);
        const change =
          status === 'PAUSED' ? experiments.restartExperiment : experiments.pauseExperiment;
        await admin.call(change, { params: { appId, envId, id } });
      }
    }
  };
}

it('SCL-09, SCL-11: two nodes and a chain of edges pass on each of many saves of all kinds, and nobody fetches again', async () => {
  const second = keep(await startServiceProcess(at('second')));
  const edge = await edgeOf('edge', first);
  const chained = await edgeOf('chained', edge);
  const nodes = [first, second, edge, chained];
  const followers = nodes.map(follow);
  await expect.poll(() => followers.every((one) => one.fetches() === 1)).toBe(true);
  const token = await logIn(openClient(second.url), 'ana@example.com');
  const save = randomSaves([shop.admin, openClient(second.url, token)], randomOf(SEED));
  for (let round = 0; round < SAVES; round++) await save();
  const newest = await fetched(first);
  for (const [place, node] of nodes.entries()) {
    const follower = followers[place];
    await expect.poll(() => follower?.tag()).toBe(newest.tag);
    expect(follower?.sent()).toEqual(newest.sent);
    expect((await fetched(node)).tag).toBe(newest.tag);
    expect(follower?.applied()).toBeGreaterThan(SAVES / 4);
  }
  process.stdout.write(`fetches: ${followers.map((one) => one.fetches()).join(', ')}\n`);
  // A client of one node never has to fetch. Of two nodes, one may hear of a change before the other one has loaded it.
  expect(followers.map((one) => one.fetches())).toEqual([1, 1, 1, 1]);
}, 240_000);

/** The release before sends the lists in another order, and edge nodes keep it. */
function byId(snapshot: Snapshot | undefined): object | undefined {
  const lists = PART_KINDS.map((kind) => [
    kind,
    [...(snapshot?.[kind] ?? [])].sort((a, b) => (a.id < b.id ? -1 : 1)),
  ]);
  return snapshot && { ...snapshot, ...Object.fromEntries(lists) };
}

it('SCL-10: beside the release before, a client follows the same saves, above and below it', async () => {
  const previous = keep(await startPreviousRelease(at('previous')));
  const below = await edgeOf('below', previous);
  const previousEdge = keep(
    await startPreviousEdge({ ...at('before'), COMPORTA_URL: first.url, COMPORTA_KEY: key }),
  );
  const nodes = [first, previous, below, previousEdge];
  const followers = nodes.map(follow);
  await expect.poll(() => followers.every((one) => one.fetches() >= 1)).toBe(true);
  const save = randomSaves([shop.admin], randomOf(SEED + 1));
  for (let round = 0; round < 40; round++) await save();
  const newest = await fetched(first);
  for (const follower of followers) {
    await expect.poll(() => follower.revision()).toBe(newest.sent.revision);
    await expect.poll(() => byId(follower.sent())).toEqual(byId(newest.sent));
  }
}, 240_000);
