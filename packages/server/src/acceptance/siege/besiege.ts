import { setTimeout as pause } from 'node:timers/promises';
import { createApplication } from '@comporta/contract/applications/application-api';
import { createAccountKey } from '@comporta/contract/keys/account-key-api';
import { createEnvironmentKey } from '@comporta/contract/keys/environment-key-api';
import { createProperty, listProperties } from '@comporta/contract/properties/property-api';
import { createToggle } from '@comporta/contract/toggles/toggle-api';
import { findFreePort } from '../../testing/spawned-service.ts';
import { balance } from '../balancer.ts';
import { openClient } from '../client.ts';
import { PASSWORD, signUp } from '../company.ts';
import { type ServiceProcess, startServiceProcess } from '../service-process.ts';
import { type Experience, keepAsking } from '../steady-asker.ts';
import { documentOf } from './imported-document.ts';
import { METRICS_TOKEN, type MemorySample, sampleMemory } from './node-memory.ts';

interface Besieged {
  readonly databaseUrl: string;
  readonly dataDir: string;
  readonly minutes: number;
  readonly importedToggles: number;
  /** More settings of a node; the first node is 0. */
  readonly settingsOf?: (node: number) => Readonly<Record<string, string>>;
}

export interface Siege extends Experience {
  /** How often each load succeeded, by its name, and how often it failed, by its name and the error. */
  readonly counts: Readonly<Record<string, number>>;
  readonly acknowledged: number;
  /** The keys of acknowledged saves that are not stored. */
  readonly lost: readonly string[];
  readonly memory: readonly MemorySample[];
  readonly urls: readonly string[];
  /** When the siege began, and when each restart did, by the clock of performance.now(). */
  readonly beganMs: number;
  readonly restartsMs: readonly number[];
}

/**
 * Always the same one of the two nodes is restarted, in a short siege at least four times. The other one lives as long
 * as the siege, so that its memory shows whether something leaks.
 */
const RESTARTED = 1;
const RESTART_EVERY_MS = 5 * 60_000;
const MEMORY_EVERY_MS = 2_000;
const TOGGLE = { name: 'checkout', values: ['enabled', 'disabled'], defaultValue: 'disabled' };
/** Bodies that are sent without a valid credential: a long one, a deep one, and one with a NUL character. */
const BOMBS = ['x'.repeat(900_000), '['.repeat(100_000), '{"name":"\\u0000"}'];

/**
 * Everything at once: two nodes on one PostgreSQL answer 50 evaluations a second, while other clients save, import and
 * export thousands of toggles, try wrong passwords and send hostile bodies; one of the nodes is restarted repeatedly.
 */
export async function besiege({
  databaseUrl,
  dataDir,
  minutes,
  importedToggles,
  settingsOf = () => ({}),
}: Besieged): Promise<Siege> {
  const ports = [await findFreePort(), await findFreePort()];
  const start = (node: number) =>
    startServiceProcess({
      DATABASE_URL: databaseUrl,
      DATA_DIR: dataDir,
      PORT: `${ports[node]}`,
      METRICS_TOKEN,
      ...settingsOf(node),
    });
  const first = await start(0);
  // The first node starts alone, so that the mailed link is in its log.
  const admin = await signUp(first, 'ana@example.com');
  const nodes: ServiceProcess[] = [first, await start(RESTARTED)];
  const { key: accountKey } = await admin.call(createAccountKey, { body: { password: PASSWORD } });
  const application = (name: string) =>
    admin.call(createApplication, { body: { name, environments: [{ name: 'Production' }] } });
  const steady = await application('Steady');
  await admin.call(createToggle, { params: { appId: steady.id }, body: TOGGLE });
  const key = await admin.call(createEnvironmentKey, {
    params: { appId: steady.id, envId: steady.environments[0]?.id ?? '' },
    body: { password: PASSWORD },
  });
  const [saved, imported] = [await application('Saved'), await application('Imported')];
  const balancer = await balance(nodes.map(({ url }) => url));

  const counts: Record<string, number> = {};
  const acknowledged: string[] = [];
  const restartsMs: number[] = [];
  const beganMs = performance.now();
  const memory: MemorySample[] = [];
  let isOver = false;

  /** Repeats a load. Failures are counted by their message; only acknowledged saves have to be stored. */
  async function repeat(
    name: string,
    pauseMs: number,
    work: (turn: number) => Promise<unknown>,
  ): Promise<void> {
    for (let turn = 0; !isOver; turn++) {
      const outcome = await work(turn).then(
        () => name,
        (error: unknown) => `${name}: ${error instanceof Error ? error.message : error}`,
      );
      counts[outcome] = (counts[outcome] ?? 0) + 1;
      await pause(pauseMs);
    }
  }

  async function restartAgain(): Promise<void> {
    const everyMs = Math.min(RESTART_EVERY_MS, (minutes * 60_000) / 5);
    for (;;) {
      for (let waitedMs = 0; waitedMs < everyMs && !isOver; waitedMs += 500) await pause(500);
      if (isOver) return;
      restartsMs.push(performance.now());
      await nodes[RESTARTED]?.stop();
      nodes[RESTARTED] = await start(RESTARTED);
      counts.restarts = (counts.restarts ?? 0) + 1;
    }
  }

  const send = (path: string, call: { body?: string; bearer?: string }) =>
    sendTo(`${balancer.next()}${path}`, call);
  const asker = keepAsking(() => `${balancer.next()}/api/toggles?uid=ana`, key, {
    checkout: 'disabled',
  });
  const loads = [
    repeat('saves', 50, async (turn) => {
      const body = { key: `key-${turn}`, type: 'STRING' as const };
      await openClient(balancer.next(), accountKey).call(createProperty, {
        params: { appId: saved.id },
        body,
      });
      acknowledged.push(body.key);
    }),
    repeat('imports', 1_000, (turn) =>
      send(`/api/apps/${imported.id}/import?deleteOthers=true`, {
        body: documentOf(importedToggles, turn),
        bearer: accountKey,
      }),
    ),
    repeat('exports', 500, () => send(`/api/apps/${imported.id}/export`, { bearer: accountKey })),
    repeat('wrong logins', 100, () =>
      send('/oauth/token', {
        body: 'grant_type=password&username=ana%40example.com&password=wrong1',
      }),
    ),
    repeat('bombs', 200, (turn) => send('/api/apps', { body: BOMBS[turn % BOMBS.length] ?? '' })),
    repeat('memory', MEMORY_EVERY_MS, async () => {
      const samples = await Promise.all(nodes.map(sampleMemory));
      memory.push(...samples.filter((sample) => sample !== undefined));
    }),
    restartAgain(),
  ];

  await pause(minutes * 60_000);
  isOver = true;
  await Promise.all(loads);
  const experience = await asker.stop();
  await balancer.close();
  const kept = await openClient(nodes[0]?.url ?? '', accountKey).call(listProperties, {
    params: { appId: saved.id },
  });
  const keys = new Set(kept.map((property) => property.key));
  const lost = acknowledged.filter((one) => !keys.has(one));
  for (const node of nodes) await node.stop();
  return {
    ...experience,
    counts,
    acknowledged: acknowledged.length,
    lost,
    memory,
    urls: nodes.map(({ url }) => url),
    beganMs,
    restartsMs,
  };
}

async function sendTo(
  url: string,
  { body, bearer }: { body?: string; bearer?: string },
): Promise<void> {
  const isForm = url.includes('/oauth/');
  const answer = await fetch(url, {
    method: body === undefined ? 'GET' : 'POST',
    headers: {
      'content-type': isForm ? 'application/x-www-form-urlencoded' : 'application/json',
      authorization: isForm ? `Basic ${btoa('console:console')}` : `Bearer ${bearer ?? 'nobody'}`,
    },
    ...(body !== undefined && { body }),
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${answer.status} ${/"error_code":"(\w+)"/.exec(text)?.[1]}`);
}
