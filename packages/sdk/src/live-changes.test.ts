import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { findFreePort, spawnService } from '@comporta/server/testing/spawned-service';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type Client, type ClientOptions, createClient } from './sdk.ts';
import { type LiveService, startLiveService } from './test-support/live-service.ts';
import { recordingLogger } from './test-support/recording-logger.ts';

const ANA = { uid: 'ana' };
let service: LiveService;
let folder: string;
const opened: Client[] = [];

beforeAll(async () => {
  service = await startLiveService();
  folder = mkdtempSync(path.join(os.tmpdir(), 'comporta-sdk-live-'));
});
afterEach(async () => {
  for (const client of opened.splice(0)) await client.close();
});
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await service.close();
});

async function connect(options: Partial<ClientOptions> = {}): Promise<Client> {
  const key = options.key ?? (await service.newKey());
  const logger = recordingLogger();
  const client = createClient({ url: service.url, pollIntervalMs: 100, logger, ...options, key });
  opened.push(client);
  return client;
}

async function connected(options?: Partial<ClientOptions>): Promise<Client> {
  const client = await connect(options);
  await expect.poll(() => client.status().connected).toBe(true);
  return client;
}

/** Polls the condition; resolves with the milliseconds until it holds. */
async function timeUntil(isSo: () => boolean): Promise<number> {
  const since = performance.now();
  while (!isSo()) {
    if (performance.now() - since > 30_000) throw new Error('it never was so');
    await new Promise((resolve) => setImmediate(resolve));
  }
  return performance.now() - since;
}

/** Starts a second node on the same database, in its own process. */
async function startNode(port: number) {
  const node = await spawnService({
    PORT: String(port),
    DATABASE_URL: service.databaseUrl,
    DATA_DIR: folder,
  });
  await node.ready;
  return {
    url: node.url,
    async kill() {
      node.process.kill('SIGKILL');
      await once(node.process, 'exit');
    },
  };
}

describe('a change', () => {
  it('reaches a connected client, with the names of the toggles', async () => {
    // With polling this slow, only a pushed change can arrive in time.
    const client = await connected({ pollIntervalMs: 3_600_000 });
    const changes: (readonly string[])[] = [];
    client.onChange(({ toggles }) => changes.push(toggles));
    const took: number[] = [];
    for (let round = 0; round < 20; round++) {
      const name = `live-${round}`;
      const toggleId = await service.addToggle(name);
      await service.release(toggleId, 'enabled');
      took.push(await timeUntil(() => client.boolean(name, ANA, false)));
      expect(client.details(name, ANA, false)).toMatchObject({ reason: 'STATIC', ruleOrder: 1 });
    }
    // Each toggle changes twice: it is created, and then released.
    expect(new Set(changes.flat())).toEqual(new Set(took.map((_, round) => `live-${round}`)));
    const [median, slowest] = [took.sort((a, b) => a - b)[10], took.at(-1)];
    process.stdout.write(`after the commit: median ${median} ms, slowest ${slowest} ms\n`);
  });

  it('shows in the console that the SDK is connected', async () => {
    await connected();
    const path = `/api/apps/${service.applicationId}/env/${service.environmentId}/status`;
    await expect
      .poll(() => service.get(path))
      .toMatchObject({ sdk: 'comporta-sdk', version: expect.stringMatching(/^\d+\.\d+\.\d+$/) });
  });
});

describe('when its key is replaced, a client', () => {
  it('reports that and keeps its values; a client with the new key works', async () => {
    await service.release(await service.addToggle('kept'), 'enabled');
    const client = await connected();
    const key = await service.newKey();
    await expect.poll(() => client.status().state).toBe('REFUSED');
    expect(client.status().lastError?.message).toContain('401');
    expect(client.boolean('kept', ANA, false)).toBe(true);
    expect((await connected({ key })).boolean('kept', ANA, false)).toBe(true);
  });
});

describe('when the service becomes unavailable, a client', () => {
  it('keeps its values, starts from its file, and catches up when it is back', async () => {
    const port = await findFreePort();
    const file = path.join(folder, 'snapshot');
    const key = await service.newKey();
    const toggleId = await service.addToggle('during-outage');
    await service.release(await service.addToggle('before-outage'), 'enabled');
    const first = await startNode(port);
    const options = { key, file, url: first.url };
    const client = await connected(options);
    expect(client.boolean('before-outage', ANA, false)).toBe(true);

    await first.kill();
    await expect.poll(() => client.status().state).toBe('STALE');
    await service.release(toggleId, 'enabled');
    const restarted = await connect(options);
    for (const one of [client, restarted]) {
      expect(one.boolean('before-outage', ANA, false)).toBe(true);
      expect(one.boolean('during-outage', ANA, true)).toBe(false);
      expect(one.status().snapshotAgeMs).toBeGreaterThan(0);
    }

    const second = await startNode(port);
    for (const one of [client, restarted]) {
      await expect.poll(() => one.boolean('during-outage', ANA, false)).toBe(true);
      await expect.poll(() => one.status().connected).toBe(true);
    }
    await second.kill();
  });
});
