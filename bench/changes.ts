/**
 * Measures what one saved rule costs with 10,000 toggles: what a client is sent and what its SDK takes, beside a node of
 * the release before, and what a node takes with 100 clients and with none (SCL-90). `node bench/changes.ts`; two minutes.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { startPreviousRelease } from '@comporta/server/acceptance/previous-release';
import {
  type ServiceProcess,
  startServiceProcess,
} from '@comporta/server/acceptance/service-process';
import { openEmbeddedPostgres } from '@comporta/server/embedded-postgres/embedded-postgres';
import { migrateDatabase } from '@comporta/server/platform/database/migrations';
import { holdStreams } from './service/event-streams.ts';
import { longestTurnMs, watchingTurns } from './service/longest-turn.ts';
import { print, quantile } from './service/numbers.ts';
import { cpuSecondsOf } from './service/process-figures.ts';
import { seed } from './service/seed.ts';

const TOGGLES = Number(process.argv[2] ?? 10_000);
const ROUNDS = 7;
const STREAMS = 100;
const SETTLE_MS = 3_000;

const dataDir = await mkdtemp(join(tmpdir(), 'comporta-bench-'));
const postgres = await openEmbeddedPostgres({ dataDir });
await migrateDatabase(postgres.url);
const seeded = await seed(postgres.url, { toggleCount: TOGGLES, environmentCount: 1 });
const [{ id: envId, key } = { id: '', key: '' }] = seeded.environments;
const settings = { DATABASE_URL: postgres.url, DATA_DIR: dataDir };
const node = await startServiceProcess(settings);
const previous = await startPreviousRelease(settings);
const experiments = `/api/apps/${seeded.applicationId}/envs/${envId}/experiments`;
const headers = { authorization: `Bearer ${key}` };

async function call(method: string, path: string): Promise<Response> {
  const answer = await fetch(new URL(path, node.url), {
    method,
    headers: { authorization: `Bearer ${seeded.token}` },
  });
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
  return answer;
}

const [one] = (await (await call('GET', experiments)).json()) as [{ readonly id: string }];
let isPaused = false;

async function saveOneRule(): Promise<void> {
  await call('POST', `${experiments}/${one.id}/${isPaused ? 'restart' : 'pause'}`);
  isPaused = !isPaused;
}

print(`${TOGGLES} toggles, one rule saved; medians of ${ROUNDS}`);
await sizes();
await customers();
await nodes();

await previous.stop();
await node.stop();
await postgres.close();
await rm(dataDir, { recursive: true, force: true });

async function sizes(): Promise<void> {
  const stream = await fetch(new URL('/api/sdk/stream?changes=', node.url), { headers });
  const reader = stream.body?.getReader();
  await reader?.read();
  await saveOneRule();
  let text = '';
  while (!/event: changes\n.*\n\n/.test(text)) {
    text += Buffer.from((await reader?.read())?.value ?? []).toString();
  }
  await reader?.cancel();
  const bytes = Buffer.byteLength(text);
  const whole = await fetch(new URL('/api/sdk/snapshot', previous.url), { headers });
  await whole.arrayBuffer();
  const before = Number(whole.headers.get('content-length'));
  print(`  a client is sent ${bytes} bytes, of 0.2.0 ${before}`);
}

/** An SDK below this node beside the same one below a node of 0.2.0, which has to fetch. */
async function customers(): Promise<void> {
  const [ours, theirs] = [await customerOf(node, 'new'), await customerOf(previous, 'before')];
  const figures = { ours: [] as Cost[], theirs: [] as Cost[] };
  for (let round = 0; round < ROUNDS; round++) {
    const costs = [ours.next(), theirs.next()] as const;
    await saveOneRule();
    figures.ours.push(await costs[0]);
    figures.theirs.push(await costs[1]);
  }
  ours.end();
  theirs.end();
  for (const figure of ['cpuMs', 'turnMs'] as const) {
    const [here, there] = [figures.ours, figures.theirs].map((all) =>
      quantile(
        all.map((cost) => cost[figure]),
        0.5,
      ),
    ) as [number, number];
    const what = figure === 'cpuMs' ? 'CPU of the SDK' : 'its longest turn';
    print(
      `  ${what}: ${here.toFixed(1)} ms, below 0.2.0 ${there.toFixed(1)} ms: ${ratio(here, there)}`,
    );
  }
}

interface Cost {
  readonly cpuMs: number;
  readonly turnMs: number;
}

async function customerOf({ url }: ServiceProcess, name: string) {
  const turns = join(dataDir, `turns-${name}`);
  const customer: ChildProcess = fork(new URL('./service/follow-values.ts', import.meta.url), {
    env: { ...process.env, ...watchingTurns(turns), URL: url, KEY: key },
  });
  await once(customer, 'message');
  await pause(SETTLE_MS);
  return {
    async next(): Promise<Cost> {
      await longestTurnMs({ process: customer }, turns);
      const before = await cpuSecondsOf(customer);
      await once(customer, 'message');
      // What follows the change, such as collecting garbage.
      await pause(500);
      const cpuMs = ((await cpuSecondsOf(customer)) - before) * 1_000;
      return { cpuMs, turnMs: await longestTurnMs({ process: customer }, turns) };
    },
    end: () => customer.kill(),
  };
}

async function nodes(): Promise<void> {
  const alone = await cpuOfSaves();
  const url = new URL('/api/sdk/stream?changes=', node.url).href;
  const held = await holdStreams(url, headers, STREAMS);
  await pause(SETTLE_MS);
  const followed = await cpuOfSaves();
  held.close();
  print(
    `  CPU of the node: ${alone.toFixed(1)} ms a save, with ${STREAMS} SDKs ${followed.toFixed(1)} ms: ` +
      ratio(followed, alone),
  );
}

async function cpuOfSaves(): Promise<number> {
  const process = { pid: node.processId };
  const figures: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const before = await cpuSecondsOf(process);
    for (let save = 0; save < 10; save++) await saveOneRule();
    await pause(500);
    figures.push(((await cpuSecondsOf(process)) - before) * 100);
  }
  return quantile(figures, 0.5);
}

function ratio(one: number, other: number): string {
  return `${(one / other).toFixed(2)} ×`;
}
