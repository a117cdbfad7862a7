/**
 * Measures what change requests cost: a save of whoever uses none beside the previous release, a save among many requests
 * (SAF-91), steps that are due (SAF-92), a step of many edits and long lists (SAF-93). `node bench/safe-changes.ts`; three
 * minutes. `node bench/safe-changes.ts due` measures SAF-92 alone.
 */
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
import { openConnection } from '@comporta/server/platform/database/connection';
import { migrateDatabase } from '@comporta/server/platform/database/migrations';
import { USERS } from './engine/work.ts';
import { millisecondsOf, print, quantile } from './service/numbers.ts';
import { type Seeded, seed } from './service/seed.ts';

const SAVES = 150;
const CLOSED = 10_000;
const OPEN = 200;
const OPEN_ON_ONE = 50;
const APPLICATIONS = 100;
const DUE_IN_EACH = 10;
const EDITS = 200;
const HOUR_MS = 3_600_000;

interface Experiment {
  readonly id: string;
  readonly rules: readonly { readonly valueSpec: object }[];
}

const dataDir = await mkdtemp(join(tmpdir(), 'comporta-bench-'));
const postgres = await openEmbeddedPostgres({ dataDir });
await migrateDatabase(postgres.url);
const { client, close } = await openConnection(postgres.url);
const settings = { DATABASE_URL: postgres.url, DATA_DIR: dataDir };
const node = await startServiceProcess(settings);

if (process.argv[2] !== 'due') {
  await besidePreviousRelease();
  await amongRequests();
  await manyEdits();
}
await due();

await node.stop();
await close();
await postgres.close();
await rm(dataDir, { recursive: true, force: true });

/** SAF-91: nothing of all this is stored. Both nodes have the same database, and save in turns. */
async function besidePreviousRelease(): Promise<void> {
  const company = await seeded(20);
  const previous = await startPreviousRelease(settings);
  const here = await saverOf(node, company);
  const there = await saverOf(previous, company);
  const [ours, theirs] = await inTurns(here, there);
  await previous.stop();
  print(`a save without requests: ${ms(ours)}, of 0.2.0 ${ms(theirs)}: ${ratio(ours, theirs)}`);
}

/** SAF-91: a policy, many closed requests, and open ones on the experiment that is saved. */
async function amongRequests(): Promise<void> {
  const [plain, full] = [await seeded(20), await seeded(20)];
  await call(node, full, 'PUT', `envs/${environmentOf(full)}/change-policy`, {
    reasonRequired: true,
  });
  const experiments = await experimentsOf(node, full);
  for (let request = 0; request < OPEN; request++) {
    const one = experiments[request < OPEN_ON_ONE ? 0 : 1 + (request % 19)];
    await file(full, [{ action: 'PAUSE', experiment: one }]);
  }
  await client.query(
    `insert into change_requests (id, application_id, number, title, author_id, author_kind, people, contributors, status,
       start, late_by, steps, problems, entity_ids, touched_ids, created_at, version, saved_by, saved_at)
     select gen_random_uuid(), application_id, 1000 + n, title, author_id, author_kind, people, contributors, 'DONE',
       start, late_by, steps, problems, entity_ids, touched_ids, created_at, version, saved_by, saved_at
     from change_requests, generate_series(1, $2::int) n where application_id = $1 and number = 1`,
    [full.applicationId, CLOSED],
  );
  const [many, none] = await inTurns(await saverOf(node, full), await saverOf(node, plain));
  print(
    `a save with a policy, ${CLOSED} closed, ${OPEN} open requests, ${OPEN_ON_ONE} on it: ${ms(many)}, ` +
      `without ${ms(none)}: ${ratio(many, none)}`,
  );

  const few = await seeded(20);
  const [one] = await experimentsOf(node, few);
  for (let request = 0; request < 20; request++) {
    await file(few, [{ action: 'PAUSE', experiment: one }]);
  }
  for (const [view, page] of [
    ['open', 1],
    ['closed', 1],
    ['closed', 300],
  ] as const) {
    const list = 'change-requests?size=20';
    const [long, short] = await inTurns(
      () => call(node, full, 'GET', `${list}&page=${page}&view=${view}`),
      () => call(node, few, 'GET', `${list}&page=1&view=open`),
    );
    print(
      `page ${page} of the ${view} ones: ${ms(long)}, of 20 ${ms(short)}: ${ratio(long, short)}`,
    );
  }
}

/** SAF-93: a step of 200 edits beside an import of the same 200 rows. */
async function manyEdits(): Promise<void> {
  const rounds = 7;
  const [stepped, imported] = [await seeded(EDITS), await seeded(EDITS)];
  const steps: number[] = [];
  const imports: number[] = [];
  let document = await call<{ experiments: { status: string }[] }>(node, imported, 'GET', 'export');
  for (let round = 0; round < rounds; round++) {
    const action = round % 2 === 0 ? 'PAUSE' : 'RESTART';
    const experiments = await experimentsOf(node, stepped);
    const id = await file(
      stepped,
      experiments.map((experiment) => ({ action, experiment })),
      'MANUAL',
    );
    steps.push(
      await millisecondsOf(() =>
        call(node, stepped, 'POST', `change-requests/${id}/actions`, { action: 'APPLY' }),
      ),
    );
    const status = round % 2 === 0 ? 'PAUSED' : 'ACTIVE';
    document = {
      ...document,
      experiments: document.experiments.map((one) => ({ ...one, status })),
    };
    imports.push(await millisecondsOf(() => call(node, imported, 'POST', 'import', document)));
  }
  print(
    `a step of ${EDITS} edits: ${ms(steps)}, importing them ${ms(imports)}: ${ratio(steps, imports)}`,
  );
}

/** SAF-92: steps at their times, and many at once on two nodes, with evaluation beside. */
async function due(): Promise<void> {
  const companies: Seeded[] = [];
  while (companies.length < APPLICATIONS) companies.push(await seeded(DUE_IN_EACH));
  const other = await startServiceProcess(settings);
  const ids: string[] = [];
  for (const company of companies) {
    for (const experiment of await experimentsOf(node, company)) {
      ids.push(await file(company, [{ action: 'PAUSE', experiment }]));
    }
  }
  const [first] = companies;
  if (first === undefined) throw new Error('no company');
  const quiet = await evaluateFor(first, async () => void (await pause(10_000)));

  let seconds = 0;
  const busy = await evaluateFor(first, async () => {
    const since = performance.now();
    await client.query(
      `update change_requests set next_at = clock_timestamp(), look_at = clock_timestamp() where id = any($1)`,
      [ids],
    );
    while ((await countOf(`id = any($1) and status <> 'DONE'`, ids)) > 0) await pause(100);
    seconds = (performance.now() - since) / 1_000;
  });
  print(
    `${ids.length} steps due at once in ${APPLICATIONS} applications, two nodes: ${seconds.toFixed(1)} s; evaluation p99 ` +
      `${busy.toFixed(2)} ms, ${quiet.toFixed(2)} ms before: ${(busy / quiet).toFixed(2)} ×`,
  );

  const single = await seeded(60);
  for (const experiment of await experimentsOf(node, single)) {
    const startAt = new Date(Date.now() + 3_000 + Math.random() * 20_000).toISOString();
    await file(single, [{ action: 'PAUSE', experiment }], 'AT', startAt);
  }
  while (
    (await countOf(`application_id = any($1) and status <> 'DONE'`, [single.applicationId])) > 0
  ) {
    await pause(200);
  }
  const { rows } = await client.query<{ late: string }>(
    `select extract(epoch from (steps -> 0 ->> 'appliedAt')::timestamptz - start_at) as late
     from change_requests where application_id = $1`,
    [single.applicationId],
  );
  const late = rows.map((row) => Number(row.late));
  print(
    `a step after its time: median ${quantile(late, 0.5).toFixed(2)} s, p95 ${quantile(late, 0.95).toFixed(2)} s`,
  );
  await other.stop();
}

async function countOf(where: string, ids: readonly string[]): Promise<number> {
  const { rows } = await client.query(`select count(*) from change_requests where ${where}`, [ids]);
  return Number(rows[0]?.count);
}

/** The 99th percentile of evaluations of one toggle in ms, one after the other while the work is done. */
async function evaluateFor(company: Seeded, work: () => Promise<void>): Promise<number> {
  const key = company.environments[0]?.key ?? '';
  const times: number[] = [];
  let isDone = false;
  const working = work().finally(() => {
    isDone = true;
  });
  for (let turn = 0; !isDone; turn++) {
    times.push(
      await millisecondsOf(async () => {
        const { uid, ...context } = USERS[turn % USERS.length] ?? { uid: '' };
        const response = await fetch(`${node.url}/ofrep/v1/evaluate/flags/flag-1`, {
          method: 'POST',
          headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
          body: JSON.stringify({ context: { targetingKey: uid, ...context } }),
        });
        if (!response.ok) throw new Error(`${response.status}`);
        await response.arrayBuffer();
      }),
    );
    await pause(2);
  }
  await working;
  return quantile(times, 0.99);
}

interface Edited {
  readonly action: string;
  readonly experiment: Experiment | undefined;
}

async function file(company: Seeded, edited: readonly Edited[], start = 'AT', startAt?: string) {
  const edits = edited.map(({ action, experiment }) => ({
    type: 'experiment',
    action,
    id: experiment?.id,
    environmentId: environmentOf(company),
  }));
  const { id } = await call<{ id: string }>(node, company, 'POST', 'change-requests', {
    title: 'Bench',
    reason: 'Bench',
    submit: true,
    start,
    ...(start === 'AT' && { startAt: startAt ?? new Date(Date.now() + HOUR_MS).toISOString() }),
    steps: [{ edits }],
  });
  return id;
}

/** Saves the first experiment of the company, each time with another share. */
async function saverOf(service: ServiceProcess, company: Seeded): Promise<() => Promise<unknown>> {
  const experiments = `envs/${environmentOf(company)}/experiments`;
  const [experiment] = await experimentsOf(service, company);
  if (experiment === undefined) throw new Error('no experiment');
  const others = experiment.rules.slice(0, -1);
  const last = experiment.rules.at(-1);
  return () => {
    const on = Math.round(Math.random() * 10_000) / 100;
    const valueSpec = { type: 'SPLIT', split: { on, off: Math.round((100 - on) * 100) / 100 } };
    return call(service, company, 'PUT', `${experiments}/${experiment.id}`, {
      ...experiment,
      rules: [...others, { ...last, valueSpec }],
    });
  };
}

async function inTurns(
  ...works: readonly (() => Promise<unknown>)[]
): Promise<[number[], number[]]> {
  const times: number[][] = works.map(() => []);
  for (let turn = 0; turn < SAVES; turn++) {
    for (const [index, work] of works.entries()) times[index]?.push(await millisecondsOf(work));
  }
  return [times[0] ?? [], times[1] ?? []];
}

function seeded(toggleCount: number): Promise<Seeded> {
  return seed(postgres.url, { toggleCount, environmentCount: 1 });
}

function environmentOf({ environments }: Seeded): string {
  return environments[0]?.id ?? '';
}

function experimentsOf(service: ServiceProcess, company: Seeded): Promise<Experiment[]> {
  return call(service, company, 'GET', `envs/${environmentOf(company)}/experiments`);
}

async function call<Result>(
  { url }: ServiceProcess,
  { token, applicationId }: Seeded,
  method: string,
  path: string,
  body?: object,
): Promise<Result> {
  const response = await fetch(`${url}/api/apps/${applicationId}/${path}`, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      ...(method !== 'GET' && { 'change-reason': 'Bench' }),
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
  return (text && JSON.parse(text)) as Result; // The caller knows the contract.
}

function ms(times: readonly number[]): string {
  return `${quantile(times, 0.5).toFixed(1)} ms`;
}

function ratio(times: readonly number[], others: readonly number[]): string {
  return `${(quantile(times, 0.5) / quantile(others, 0.5)).toFixed(2)} ×`;
}
