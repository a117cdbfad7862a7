/**
 * Compares evaluation over HTTP (OFREP) with bare node:http sending the same bytes: once with
 * closures written by hand deciding them, once with one constant body. The load comes from this
 * process, so that on two cores server and load have one each. `node bench/http.ts`; a minute and a half.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { migrateDatabase } from '@comporta/server/platform/database';
import { openEmbeddedPostgres } from '@comporta/server/platform/embedded-postgres';
import { findFreePort, spawnService } from '@comporta/server/testing/spawned-service';
import autocannon from 'autocannon';
import { USERS } from './engine/work.ts';
import { seed } from './service/seed.ts';

const SECONDS = 4;
const ROUNDS = 3;
const CONNECTIONS = 20;
const ALL = '/ofrep/v1/evaluate/flags';
const ONE = `${ALL}/flag-250`;

const dataDir = await mkdtemp(join(tmpdir(), 'comporta-bench-'));
const postgres = await openEmbeddedPostgres({ dataDir });
await migrateDatabase(postgres.url);
const { environments } = await seed(postgres.url, { toggleCount: 500, environmentCount: 1 });
const headers = {
  authorization: `Bearer ${environments[0]?.key}`,
  'content-type': 'application/json',
};
const bodies = USERS.map(({ uid, ...user }) =>
  JSON.stringify({ context: { targetingKey: uid, ...user } }),
);

const service = await spawnService({ DATABASE_URL: postgres.url, DATA_DIR: dataDir });
await service.ready;
const templates = { one: await answerTo(ONE), all: await answerTo(ALL) };
const evaluating = await startBareServer('evaluate');
const constant = await startBareServer('constant');

print(`one toggle: ${templates.one.length} bytes; all 500: ${templates.all.length} bytes`);
for (const path of [ONE, ALL]) {
  const ratios: Record<'evaluating' | 'constant', number[]> = { evaluating: [], constant: [] };
  for (let round = 0; round < ROUNDS; round++) {
    const byHand = await load(evaluating.url + path);
    const ours = await load(service.url + path);
    const fixed = await load(constant.url + path);
    ratios.evaluating.push(ours / byHand);
    ratios.constant.push(ours / fixed);
    print(
      `${path === ONE ? 'one' : 'all'}: Comporta ${ours}/s, by hand ${byHand}/s, constant body ${fixed}/s`,
    );
  }
  const { evaluating: byHand, constant: fixed } = ratios;
  print(`  ratio, median of ${ROUNDS}: ${median(byHand)} by hand, ${median(fixed)} constant`);
}

evaluating.process.kill();
constant.process.kill();
service.process.kill('SIGTERM');
await service.ended;
await postgres.close();
await rm(dataDir, { recursive: true, force: true });

async function answerTo(path: string): Promise<string> {
  const response = await fetch(service.url + path, {
    method: 'POST',
    headers,
    body: bodies[0] ?? '',
  });
  if (!response.ok) throw new Error(`${path}: ${response.status}`);
  return response.text();
}

async function startBareServer(mode: string): Promise<{ url: string; process: ChildProcess }> {
  const port = await findFreePort();
  const script = fileURLToPath(new URL('./service/bare-server.ts', import.meta.url));
  const parameters = [script, mode, String(port), JSON.stringify(templates)];
  const child = spawn(process.execPath, parameters, { stdio: 'inherit' });
  const url = `http://127.0.0.1:${port}`;
  for (;;) {
    await pause(50);
    const answer = await fetch(url + ONE, { method: 'POST', body: bodies[0] ?? '' }).catch(
      () => undefined,
    );
    if (answer?.ok) return { url, process: child };
  }
}

/** Requests a second. */
async function load(url: string): Promise<number> {
  const result = await autocannon({
    url,
    method: 'POST',
    headers,
    requests: bodies.slice(0, 64).map((body) => ({ body })),
    connections: CONNECTIONS,
    duration: SECONDS,
  });
  if (result.non2xx > 0 || result.errors > 0) throw new Error(`${url}: not every answer was 200`);
  return Math.round(result.requests.average);
}

function median(values: readonly number[]): string {
  return ([...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0).toFixed(2);
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
