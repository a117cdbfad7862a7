/**
 * Everything at once, for as long as it is told: `npm run siege -- 60` is an hour. Two nodes on one PostgreSQL answer
 * evaluations fifty times a second, while others save, import and export thousands of toggles, try wrong passwords
 * and send what no service should read; and one node after the other is restarted. Fails when an evaluation failed
 * or took longer than it may, when an acknowledged save is lost, or when a node's memory passes its bound.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { createApplication } from '@comporta/contract/applications/application-api';
import { createAccountKey } from '@comporta/contract/keys/account-key-api';
import { createEnvironmentKey } from '@comporta/contract/keys/environment-key-api';
import { createProperty, listProperties } from '@comporta/contract/properties/property-api';
import { createToggle } from '@comporta/contract/toggles/toggle-api';
import { DOCUMENT_FORMAT } from '@comporta/contract/transfer/application-document';
import { balance } from '@comporta/server/acceptance/balancer';
import { openClient } from '@comporta/server/acceptance/client';
import { PASSWORD, signUp } from '@comporta/server/acceptance/company';
import {
  type ServiceProcess,
  startServiceProcess,
} from '@comporta/server/acceptance/service-process';
import { keepAsking } from '@comporta/server/acceptance/steady-asker';
import { openEmbeddedPostgres } from '@comporta/server/platform/database/embedded-postgres';
import { findFreePort } from '@comporta/server/testing/spawned-service';
import { print } from './service/numbers.ts';
import { residentMegabytesOf } from './service/process-figures.ts';

const MINUTES = Number(process.argv[2] ?? 2);
const IMPORTED_TOGGLES = Number(process.argv[3] ?? 1_000);
/** Each of the two nodes, in turn; of a short siege, at least twice each. */
const RESTART_EVERY_MS = Math.min(5 * 60_000, (MINUTES * 60_000) / 5);
const ANSWERED_WITHIN_MS = 250;
const MEMORY_MAX_MB = 512;

const dataDir = await mkdtemp(join(tmpdir(), 'comporta-siege-'));
const postgres = await openEmbeddedPostgres({
  dataDir: join(dataDir, 'database'),
  maxConnections: 100,
});
const ports = [await findFreePort(), await findFreePort()];
const nodes: ServiceProcess[] = [];
for (const port of ports) nodes.push(await start(port));
const [first] = nodes;
if (first === undefined) throw new Error('no node');

const admin = await signUp(first, 'ana@example.com');
const { key: accountKey } = await admin.call(createAccountKey, { body: { password: PASSWORD } });
const steady = await application('Steady');
const toggle = { name: 'checkout', values: ['enabled', 'disabled'], defaultValue: 'disabled' };
await admin.call(createToggle, { params: { appId: steady.id }, body: toggle });
const key = await admin.call(createEnvironmentKey, {
  params: { appId: steady.id, envId: steady.environments[0]?.id ?? '' },
  body: { password: PASSWORD },
});
const [saved, imported] = [await application('Saved'), await application('Imported')];
const balancer = await balance(nodes.map(({ url }) => url));

/** Of those without a credential: long, deep, and not what it says. */
const BOMBS = ['x'.repeat(900_000), `${'['.repeat(100_000)}`, '{"name":"\\u0000"}'];

const counts: Record<string, number> = {};
const acknowledged: string[] = [];
let memoryMb = 0;
let isOver = false;
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
      body: documentOf(turn),
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
  repeat('memory', 2_000, async () => {
    for (const { processId } of nodes) {
      // Not a number of a node that is being restarted.
      memoryMb = Math.max(memoryMb, (await residentMegabytesOf({ pid: processId })) || 0);
    }
  }),
  restartInTurn(),
];

await pause(MINUTES * 60_000);
isOver = true;
await Promise.all(loads);
const { answers, complaints, slowestMs } = await asker.stop();
await balancer.close();
const kept = await openClient(nodes[0]?.url ?? '', accountKey).call(listProperties, {
  params: { appId: saved.id },
});
const keys = new Set(kept.map((property) => property.key));
const lost = acknowledged.filter((one) => !keys.has(one));
for (const node of nodes) await node.stop();
await postgres.close();
await rm(dataDir, { recursive: true });

print(`${MINUTES} minutes: ${JSON.stringify(counts)}`);
verdict(
  `${complaints.length} of ${answers} evaluations failed: ${complaints.slice(0, 3)}`,
  complaints.length === 0,
);
verdict(`the slowest took ${slowestMs.toFixed(0)} ms`, slowestMs <= ANSWERED_WITHIN_MS);
verdict(`${lost.length} of ${acknowledged.length} acknowledged saves are lost`, lost.length === 0);
verdict(`a node had ${memoryMb.toFixed(0)} MB at most`, memoryMb <= MEMORY_MAX_MB);

function start(port: number | undefined): Promise<ServiceProcess> {
  return startServiceProcess({ DATABASE_URL: postgres.url, DATA_DIR: dataDir, PORT: `${port}` });
}

function application(name: string) {
  return admin.call(createApplication, { body: { name, environments: [{ name: 'Production' }] } });
}

/** What fails is counted and tried again: only what was acknowledged has to be there. */
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

async function restartInTurn(): Promise<void> {
  for (let turn = 0; !isOver; turn++) {
    for (let waitedMs = 0; waitedMs < RESTART_EVERY_MS && !isOver; waitedMs += 500)
      await pause(500);
    if (isOver) return;
    const index = turn % nodes.length;
    await nodes[index]?.stop();
    nodes[index] = await start(ports[index]);
    counts.restarts = (counts.restarts ?? 0) + 1;
  }
}

async function send(
  path: string,
  { body, bearer }: { body?: string; bearer?: string },
): Promise<void> {
  const isForm = path.startsWith('/oauth/');
  const answer = await fetch(`${balancer.next()}${path}`, {
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

function documentOf(turn: number): string {
  const toggles = Array.from({ length: IMPORTED_TOGGLES }, (_, index) => ({
    ...toggle,
    name: `toggle-${index}`,
    valueType: 'STRING',
    description: `turn ${turn}`,
  }));
  return JSON.stringify({
    format: DOCUMENT_FORMAT,
    application: 'Imported',
    environments: ['Production'],
    properties: [],
    targetGroups: [],
    toggles,
    experiments: [],
  });
}

function verdict(sentence: string, isGood: boolean): void {
  print(`${isGood ? 'good' : 'BAD '}  ${sentence}`);
  if (!isGood) process.exitCode = 1;
}
