import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { evaluateFlag, evaluateFlags } from '@comporta/contract/evaluation/ofrep-api';
import { fetchTogglesByGet } from '@comporta/contract/evaluation/toggle-fetch-api';
import { createToggle, updateToggle } from '@comporta/contract/toggles/toggle-api';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { newId } from '../platform/base/ids.ts';
import { findFreePort } from '../testing/spawned-service.ts';
import { type Client, openClient } from './client.ts';
import { openShop, type Shop } from './company.ts';
import { type ServiceProcess, startEdgeProcess, startServiceProcess } from './service-process.ts';
import { keepAsking } from './steady-asker.ts';

const AWAY_MS = 2_000;
const CHANGES = 20;

let folder: string;
let settings: Record<string, string>;
let service: ServiceProcess;
let admin: Client;
let accountKey: string;
let appId: string;
let envId: string;
let key: string;
let newKey: Shop['newKey'];

beforeAll(async () => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'comporta-edge-'));
  // When the tests run as root, the database runs as another user, who needs access to the folder.
  chmodSync(folder, 0o711);
  settings = { DATA_DIR: path.join(folder, 'service'), PORT: String(await findFreePort()) };
  service = await startServiceProcess(settings);
  ({ admin, accountKey, appId, envId, newKey } = await openShop(service));
  key = await newKey();
});
afterAll(async () => {
  await service.kill();
  rmSync(folder, { recursive: true, force: true });
});

/** Starts an edge node that ends with the test, or with its first try. */
async function startEdge(name: string, keys: string): Promise<ServiceProcess> {
  const edge = await startEdgeProcess({
    DATA_DIR: path.join(folder, name),
    COMPORTA_URL: service.url,
    COMPORTA_KEY: keys,
  });
  onTestFinished(() => edge.kill());
  return edge;
}

/** Ends the service; the function that is returned starts it again, which happens at the latest when the test ends. */
async function takeServiceAway(end: () => Promise<void>): Promise<() => Promise<void>> {
  let isAway = true;
  const bringBack = async () => {
    if (isAway) service = await startServiceProcess(settings);
    isAway = false;
  };
  onTestFinished(bringBack);
  await end();
  return bringBack;
}

function valuesAt(edge: ServiceProcess, withKey = key) {
  return openClient(edge.url, withKey).call(fetchTogglesByGet, { query: {} });
}

const NOW = () => new Date().toISOString();

/** Sends events compressed, as SDKs do with large batches. */
async function report(url: string, events: readonly object[]) {
  const answer = await fetch(`${url}/api/events`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${key}`,
      'content-type': 'application/json',
      'content-encoding': 'gzip',
    },
    body: gzipSync(JSON.stringify({ events })),
  });
  const { status, headers } = answer;
  return { status, retryAfter: headers.get('retry-after'), body: await answer.json() };
}

const isReady = async (edge: ServiceProcess) => (await fetch(`${edge.url}/readyz`)).status === 200;

/** Matches numbers above `seconds`. */
function olderThan(seconds: number): unknown {
  return { asymmetricMatch: (age: unknown) => typeof age === 'number' && age > seconds };
}

function newToggle(name: string) {
  const body = { name, values: ['enabled', 'disabled'], defaultValue: 'disabled' };
  return admin.call(createToggle, { params: { appId }, body });
}

// On a busy machine a process takes seconds to start.
describe.each([
  ['the key of an environment', () => key],
  ['an account key', () => accountKey],
])('an edge node with %s', (what, keysOf) => {
  it('answers as its upstream does, follows its changes, and still answers when the upstream is killed; RES-20: events go to the upstream', async () => {
    const name = `${what.replaceAll(' ', '-')}-${newId()}`;
    const toggle = await newToggle(`of-${name}`);
    let edge = await startEdge(name, keysOf());
    await expect.poll(() => isReady(edge)).toBe(true);
    const client = openClient(edge.url, key);
    const server = openClient(service.url, key);
    const context = { targetingKey: 'ana' };
    const one = { params: { key: toggle.name }, body: { context } };
    expect(await valuesAt(edge)).toEqual(await valuesAt(service));
    expect(await client.call(evaluateFlag, one)).toEqual(await server.call(evaluateFlag, one));
    const all = { body: { context } };
    expect(await client.call(evaluateFlags, all)).toEqual(await server.call(evaluateFlags, all));
    expect(
      (await openClient(edge.url, `${key}x`).refusal(fetchTogglesByGet, { query: {} })).status,
    ).toBe(401);

    const delays: number[] = [];
    for (let change = 0; change < CHANGES; change++) {
      const defaultValue = change % 2 === 0 ? 'enabled' : 'disabled';
      await admin.call(updateToggle, {
        params: { appId, id: toggle.id },
        body: { ...toggle, values: [...toggle.values], defaultValue },
      });
      const since = performance.now();
      while ((await valuesAt(edge))[toggle.name] !== defaultValue) await pause(1);
      delays.push(performance.now() - since);
    }
    const sorted = delays.sort((a, b) => a - b).map(Math.round);
    // The goal is 100 ms; it is not asserted, because a machine that runs tests is busy.
    process.stdout.write(`changes at an edge node with ${what}: ${sorted.join(' ')} ms\n`);

    const event = { type: 'track', id: newId(), key: 'bought', uid: 'ana', at: NOW() };
    expect(await report(edge.url, [event])).toMatchObject({ status: 200, body: { accepted: 1 } });
    expect(await report(service.url, [event])).toMatchObject({ body: { duplicates: 1 } });

    const expected = await valuesAt(service);
    const asker = keepAsking(`${edge.url}/api/toggles`, key, expected);
    const bringServiceBack = await takeServiceAway(() => service.kill());
    await pause(AWAY_MS);
    expect(await asker.stop()).toMatchObject({ complaints: [] });
    const waiting = { ...event, id: newId() };
    expect(await report(edge.url, [waiting])).toMatchObject({ status: 200, body: { accepted: 1 } });

    // The file is written at most every five seconds. As in a crash, the edge node writes nothing at its end.
    const stored = path.join(folder, name, 'edge', `${envId}.snapshot`);
    const newest = new RegExp(`"name":"${toggle.name}"[^}]*"defaultValue":"disabled"`);
    await expect.poll(() => readFileSync(stored, 'utf8')).toMatch(newest);
    await edge.kill();
    edge = await startEdge(name, keysOf());
    expect(await valuesAt(edge)).toEqual(expected);
    expect(await isReady(edge)).toBe(true);
    expect(await (await fetch(`${edge.url}/status`)).json()).toMatchObject({
      environments: [{ environmentId: envId, connected: false, ageSeconds: olderThan(1) }],
    });

    await bringServiceBack();
    // The process that kept it was killed.
    const status = async () => (await fetch(`${edge.url}/status`)).json();
    const events = { waiting: 0, forwardedAt: expect.any(String) };
    await expect.poll(status).toMatchObject({ environments: [{ events }] });
    expect(await report(service.url, [waiting])).toMatchObject({ body: { duplicates: 1 } });
    const late = await newToggle(`late-${name}`);
    await expect.poll(() => valuesAt(edge)).toMatchObject({ [late.name]: 'disabled' });
    await edge.stop();
  });

  it('a replaced key stops working at the edge node, too', async () => {
    const name = `replaced-${what.replaceAll(' ', '-')}-${newId()}`;
    const edge = await startEdge(name, keysOf());
    await expect.poll(() => isReady(edge)).toBe(true);
    const old = key;
    await valuesAt(edge);
    key = await newKey();
    const refused = () =>
      openClient(edge.url, old)
        .refusal(fetchTogglesByGet, { query: {} })
        .then(({ status }) => status, String);
    await expect.poll(refused).toBe(401);
    if (what === 'an account key') {
      await expect.poll(() => valuesAt(edge).catch(String)).toEqual(await valuesAt(service));
    }
    await edge.stop();
  });
});

it('a stored snapshot that lost a byte is not used for answers', async () => {
  const name = `damaged-${newId()}`;
  const edge = await startEdge(name, key);
  await expect.poll(() => isReady(edge)).toBe(true);
  await edge.stop();
  const bringServiceBack = await takeServiceAway(() => service.stop());
  const kept = path.join(folder, name, 'edge');
  for (const entry of readdirSync(kept).filter((one) => one.endsWith('.snapshot'))) {
    const file = path.join(kept, entry);
    writeFileSync(file, readFileSync(file, 'utf8').replace('"disabled"', '"disable"'));
  }
  const again = await startEdge(name, key);
  expect((await openClient(again.url, key).refusal(fetchTogglesByGet, { query: {} })).status).toBe(
    503,
  );
  expect(await isReady(again)).toBe(false);
  await again.stop();
  await bringServiceBack();
});
