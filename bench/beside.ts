/**
 * Measures how large operations slow down other clients: an import of 10,000 toggles in three environments, its dry
 * run, an export, the longest lists and responses, and the deletion of all of it. `node bench/beside.ts`; 3 minutes.
 * `node bench/beside.ts 12400` imports almost the most that a document may have, 32 MiB.
 * Prints the longest turn of the event loop, the longest wait for /livez, the longest save elsewhere in the account,
 * and memory.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ApplicationDocument } from '@comporta/contract/transfer/application-document';
import { openEmbeddedPostgres } from '@comporta/server/embedded-postgres/embedded-postgres';
import { migrateDatabase } from '@comporta/server/platform/database/migrations';
import { spawnService } from '@comporta/server/testing/spawned-service';
import { type Bystanding, standBy } from './service/bystander.ts';
import { watchingTurns } from './service/longest-turn.ts';
import { print } from './service/numbers.ts';
import { residentMegabytesOf } from './service/process-figures.ts';
import { seed } from './service/seed.ts';

const SIZE = { toggleCount: Number(process.argv[2] ?? 10_000), environmentCount: 3 };
const LISTS = 3;

const dataDir = await mkdtemp(join(tmpdir(), 'comporta-bench-'));
const postgres = await openEmbeddedPostgres({ dataDir });
await migrateDatabase(postgres.url);
const { token, applicationId, environments } = await seed(postgres.url, SIZE);
const turns = join(dataDir, 'turns');
const service = await spawnService({
  DATABASE_URL: postgres.url,
  DATA_DIR: dataDir,
  ...watchingTurns(turns),
});
await service.ready;

async function call(method: string, path: string, body?: string): Promise<Response> {
  return fetch(service.url + path, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      'accept-encoding': 'identity',
    },
    ...(body !== undefined && { body }),
  });
}

async function read(method: string, path: string, body?: string): Promise<string> {
  const answer = await call(method, path, body);
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text.slice(0, 300)}`);
  return text;
}

async function createApplication(name: string): Promise<string> {
  const application = { name, environments: [{ name: 'Production' }], notificationLanguage: 'en' };
  return JSON.parse(await read('POST', '/api/apps', JSON.stringify(application))).id;
}

/** Sends a request of a customer's system, with its environment key. */
async function ask(path: string, body?: object): Promise<void> {
  const answer = await fetch(service.url + path, {
    method: body === undefined ? 'GET' : 'POST',
    headers: {
      authorization: `Bearer ${environments[0]?.key}`,
      'content-type': 'application/json',
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  await answer.arrayBuffer();
  if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
}

const beside = await createApplication('Beside');
let saves = 0;
async function save(): Promise<number> {
  saves += 1;
  const toggle = { name: `toggle-${saves}`, values: ['a', 'b'], defaultValue: 'a' };
  const answer = await call('POST', `/api/apps/${beside}/toggles`, JSON.stringify(toggle));
  await answer.text();
  return answer.status;
}

async function measure(what: string, work: () => Promise<unknown>): Promise<void> {
  const since = performance.now();
  const noticed = await standBy({ service, turns, save }, work);
  print(`${what}: ${((performance.now() - since) / 1000).toFixed(1)} s; ${described(noticed)}`);
}

function described(noticed: Bystanding): string {
  const { turnMs, silenceMs, saveMs, failures, megabytes, childMegabytes } = noticed;
  const failed = failures.length === 0 ? '' : `, failed: ${failures.join(' ')}`;
  const child = childMegabytes === 0 ? '' : ` + ${childMegabytes.toFixed(0)} MB in a process`;
  return `a turn ${turnMs.toFixed(0)} ms, /livez ${silenceMs.toFixed(0)} ms, save ${saveMs.toFixed(0)} ms${failed}, ${megabytes.toFixed(0)} MB${child}`;
}

/** The same, but the first three rules of each experiment are one with three conditions. Source: RUL-63. */
function withCombinedRules(text: string): string {
  const whole = JSON.parse(text) as ApplicationDocument; // The service wrote it.
  const experiments = whole.experiments.map((experiment) => {
    const parts = experiment.rules.slice(0, 3);
    const conditions = parts.map(({ type, propertyRule }) => ({ type, propertyRule }));
    const valueSpec = parts[0]?.valueSpec;
    const rule = { type: 'COMBINED', combinedRule: { policy: 'AND', conditions }, valueSpec };
    return { ...experiment, rules: [rule, ...experiment.rules.slice(3)] };
  });
  return JSON.stringify({ ...whole, experiments });
}

print(`${SIZE.toggleCount} toggles × ${SIZE.environmentCount} environments`);
let document = '';
await measure('export', async () => {
  document = await read('GET', `/api/apps/${applicationId}/export`);
});
print(`  ${(document.length / 1_000_000).toFixed(1)} MB`);
const target = await createApplication('Target');
await measure('dry run', () => read('POST', `/api/apps/${target}/import?dryRun=true`, document));
await measure('import', () => read('POST', `/api/apps/${target}/import`, document));
await measure('the same again', () => read('POST', `/api/apps/${target}/import`, document));
const combined = withCombinedRules(document);
const another = await createApplication('Combined');
await measure('import with rules of three conditions', () =>
  read('POST', `/api/apps/${another}/import`, combined),
);
const other = document.replaceAll('"salt":"', '"salt":"another ');
await measure('import into environments that are held: all of it', () =>
  read('POST', `/api/apps/${applicationId}/import`, other.replaceAll('"One of', '"Another of')),
);
const [first] = environments;
await measure('the first answers of one of them', async () => {
  await ask('/ofrep/v1/evaluate/flags', { context: { targetingKey: 'ana' } });
  await ask('/api/toggles', { uid: 'ana' });
  await ask('/api/sdk/snapshot');
});
for (const list of ['toggles', 'experiments', `envs/${first?.id}/experiments`]) {
  await measure(`${LISTS} × ${list.replace(/[0-9a-f-]{36}/, ':envId')}`, async () => {
    for (let n = 0; n < LISTS; n += 1) await read('GET', `/api/apps/${applicationId}/${list}`);
  });
}
await measure('deletion', () => read('DELETE', `/api/apps/${target}`));
document = '';
print(`afterwards: ${(await residentMegabytesOf(service.process)).toFixed(0)} MB`);

service.process.kill('SIGTERM');
await service.ended;
await postgres.close();
await rm(dataDir, { recursive: true, force: true });
