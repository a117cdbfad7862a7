/**
 * Measures a million ids at a service with 1,000 SDKs (LIF-94): how long an upload takes, what pauses and others' saves take
 * meanwhile beside the same without it, and how soon one changed id is at all SDKs beside a plain change.
 * `node bench/list-uploads.ts`; two minutes.
 */
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { openEmbeddedPostgres } from '@comporta/server/embedded-postgres/embedded-postgres';
import { migrateDatabase } from '@comporta/server/platform/database/migrations';
import { spawnService } from '@comporta/server/testing/spawned-service';
import { holdStreams, type ToldList } from './service/event-streams.ts';
import { print, quantile } from './service/numbers.ts';
import { cpuSecondsOf } from './service/process-figures.ts';
import { type Seeded, seed } from './service/seed.ts';

const IDS = 1_000_000;
/** It is in every file. */
const ID = 'ana';
const UPLOADS = Number(process.argv[3] ?? 4);
const STREAMS = Number(process.argv[2] ?? 1_000);
const SAVES_APART_MS = 100;
const CHANGES = 10;
/** New ids of a list are told once a second. */
const CHANGES_APART_MS = 1_500;

let fetched = 0;
let onFetched: (() => void) | undefined;

const dataDir = await mkdtemp(join(tmpdir(), 'comporta-bench-'));
const postgres = await openEmbeddedPostgres({ dataDir });
await migrateDatabase(postgres.url);
const company = await seed(postgres.url, { toggleCount: 300, environmentCount: 1 });
const other = await seed(postgres.url, { toggleCount: 300, environmentCount: 1 });
const [{ id: envId, key } = { id: '', key: '' }] = company.environments;
const service = await spawnService({ DATABASE_URL: postgres.url, DATA_DIR: dataDir });
await service.ready;

const list = `/api/apps/${company.applicationId}/id-lists/${await createList()}`;
await useList();
const ours = await firstExperiment(company);
const neighbour = await firstExperiment(other);
const files = [fileOf('a'), fileOf('b')] as const;
await upload(files[0]);
const headers = { authorization: `Bearer ${key}` };
const streams = await holdStreams(
  `${service.url}/api/sdk/stream?changes=`,
  headers,
  STREAMS,
  fetchList,
);
await pause(3_000);

print(`a list of ${IDS} ids, ${STREAMS} SDKs, 300 toggles`);
await besideUploads();
await oneId();

streams.close();
service.process.kill('SIGTERM');
await service.ended;
await postgres.close();
await rm(dataDir, { recursive: true, force: true });

interface Saves {
  readonly pauses: number[];
  readonly told: number[];
  readonly others: number[];
}

/** Saves in turns without an upload and during one, so that what else the machine does is in both. */
async function besideUploads(): Promise<void> {
  const without: Saves = { pauses: [], told: [], others: [] };
  const during: Saves = { pauses: [], told: [], others: [] };
  const uploads: number[] = [];
  for (let turn = 0; turn <= UPLOADS; turn++) {
    const since = performance.now();
    let isUploading = true;
    const uploading = upload(files[turn % 2 === 0 ? 1 : 0]).then(() => {
      isUploading = false;
      uploads.push(performance.now() - since);
    });
    const into = turn === 0 ? undefined : during;
    await saveWhile(() => isUploading, into);
    await uploading;
    // Its last ids are on their way to the SDKs.
    await pause(8_000);
    const end = performance.now() + (uploads.at(-1) ?? 0);
    if (turn > 0) await saveWhile(() => performance.now() < end, without);
  }
  print(
    `  uploaded in ${seconds(quantile(uploads, 0.5))}, at most ${seconds(Math.max(...uploads))} (10 s)`,
  );
  for (const [what, of] of [
    ['a pause', 'pauses'],
    ['until it is at all SDKs', 'told'],
    ["a neighbour's save", 'others'],
  ] as const) {
    const [here, there] = [during[of], without[of]];
    const ratios = [0.5, 0.95].map((share) => quantile(here, share) / quantile(there, share));
    print(
      `  ${what}: ${ms(quantile(here, 0.5))}, p95 ${ms(quantile(here, 0.95))}; ` +
        `without ${ms(quantile(there, 0.5))}, p95 ${ms(quantile(there, 0.95))}: ` +
        `${ratios.map((one) => `${one.toFixed(2)} ×`).join(', ')} (1.2) of ${here.length} and ${there.length}`,
    );
  }
}

async function saveWhile(goesOn: () => boolean, into: Saves | undefined): Promise<void> {
  while (goesOn()) {
    const since = performance.now();
    const before = streams.newest();
    await pauseOrRestart(ours);
    const saved = performance.now();
    const arrivals = await streams.toldAfter(before);
    const others = performance.now();
    await pauseOrRestart(neighbour);
    if (goesOn()) {
      into?.pauses.push(saved - since);
      into?.told.push(Math.max(...arrivals) - since);
      into?.others.push(performance.now() - others);
    }
    await pause(SAVES_APART_MS);
  }
}

/** How soon one id, and a saved rule, are at all SDKs, and what of the node's time that takes. */
async function oneId(): Promise<void> {
  const plain: Cost[] = [];
  const ids: Cost[] = [];
  for (let change = 0; change < CHANGES; change++) {
    plain.push(
      await costOf(async () => {
        const before = streams.newest();
        await pauseOrRestart(ours);
        return Math.max(...(await streams.toldAfter(before)));
      }),
    );
    ids.push(
      await costOf(async () => {
        const fetched = waitForLists();
        const one = change % 2 === 0 ? { add: [], remove: [ID] } : { add: [ID], remove: [] };
        await call('POST', `${list}/ids`, one);
        return fetched;
      }),
    );
  }
  for (const [what, of] of [
    ['until it is at all SDKs', 'ms'],
    ['CPU of the node', 'cpuMs'],
  ] as const) {
    const [one, other] = [ids, plain].map((costs) =>
      quantile(
        costs.map((cost) => cost[of]),
        0.5,
      ),
    ) as [number, number];
    print(
      `  one changed id, ${what}: ${ms(one)}; a pause ${ms(other)}: ${(one / other).toFixed(2)} × (2)`,
    );
  }
}

interface Cost {
  readonly ms: number;
  readonly cpuMs: number;
}

async function costOf(work: () => Promise<number>): Promise<Cost> {
  await pause(CHANGES_APART_MS);
  const before = await cpuSecondsOf(service.process);
  const since = performance.now();
  const reached = await work();
  await pause(CHANGES_APART_MS);
  const cpuMs = ((await cpuSecondsOf(service.process)) - before) * 1_000;
  return { ms: reached - since, cpuMs };
}

/** When all SDKs have fetched what changed. */
async function waitForLists(): Promise<number> {
  fetched = 0;
  return new Promise((resolve) => {
    onFetched = () => fetched === STREAMS && resolve(performance.now());
  });
}

/** What an SDK does when it is told of a list: asks for what changed since the version that it has, unless it was sent. */
function fetchList({ version, isSent, agent }: ToldList): void {
  if (onFetched === undefined) return;
  const note = () => {
    fetched += 1;
    onFetched?.();
  };
  if (isSent) {
    note();
    return;
  }
  const path = `${service.url}/api/sdk/lists/${list.split('/').at(-1)}?from=${version - 1}`;
  request(path, { headers, agent }, (answer) => {
    answer.resume().on('end', note);
  }).end();
}

async function createList(): Promise<string> {
  const path = `/api/apps/${company.applicationId}/id-lists`;
  return (await call<{ id: string }>('POST', path, { name: 'Many', description: '' })).id;
}

async function useList(): Promise<void> {
  const experiments = `/api/apps/${company.applicationId}/envs/${envId}/experiments`;
  const all = await call<{ id: string; toggleId: string }[]>('GET', experiments);
  const rule = {
    type: 'PROPERTY',
    propertyRule: { propertyId: 'uid', expression: 'IN_LIST', term: list.split('/').at(-1) },
    valueSpec: { type: 'EXACT_VALUE', exactValue: 'on' },
  };
  const everyone = { type: 'ALL_USERS', valueSpec: { type: 'EXACT_VALUE', exactValue: 'off' } };
  const { id, toggleId } = all[1] ?? { id: '', toggleId: '' };
  await call('PUT', `${experiments}/${id}`, { toggleId, rules: [rule, everyone] });
}

function fileOf(name: string): Buffer<ArrayBuffer> {
  const others = Array.from({ length: IDS - 1 }, (_, n) => `${name}-${n}-${randomUUID()}`);
  return Buffer.from([ID, ...others].join('\n'));
}

async function upload(file: Buffer): Promise<void> {
  const answer = await fetch(`${service.url}${list}/content`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${company.token}`, 'content-type': 'text/plain' },
    body: file,
  });
  if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`);
}

async function firstExperiment({ applicationId, environments, token }: Seeded) {
  const path = `/api/apps/${applicationId}/envs/${environments[0]?.id}/experiments`;
  const [first] = await call<{ id: string }[]>('GET', path, undefined, token);
  return { path: `${path}/${first?.id}`, token, isPaused: false };
}

async function pauseOrRestart(one: Awaited<ReturnType<typeof firstExperiment>>): Promise<void> {
  await call('POST', `${one.path}/${one.isPaused ? 'restart' : 'pause'}`, undefined, one.token);
  one.isPaused = !one.isPaused;
}

async function call<Body>(
  method: string,
  path: string,
  body?: object,
  token = company.token,
): Promise<Body> {
  const answer = await fetch(service.url + path, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`);
  return JSON.parse(text);
}

function ms(milliseconds: number): string {
  return `${milliseconds.toFixed(1)} ms`;
}

function seconds(milliseconds: number): string {
  return `${(milliseconds / 1_000).toFixed(1)} s`;
}
