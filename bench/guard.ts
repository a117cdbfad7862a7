/**
 * Measures how long harm lasts: from the event that decides that a ramp is harmed until all nodes return the former values
 * (SAF-94). Two nodes, many ramps of one environment. `node bench/guard.ts`; two minutes.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { startServiceProcess } from '@comporta/server/acceptance/service-process';
import { openEmbeddedPostgres } from '@comporta/server/embedded-postgres/embedded-postgres';
import { migrateDatabase } from '@comporta/server/platform/database/migrations';
import { print, quantile } from './service/numbers.ts';
import { seed } from './service/seed.ts';

const RAMPS = 20;
const USERS = 400;
const EVENTS_A_CALL = 500;
/** Deciding events come at any moment of a count. */
const SPREAD_MS = 30_000;

const dataDir = await mkdtemp(join(tmpdir(), 'comporta-bench-'));
const postgres = await openEmbeddedPostgres({ dataDir });
await migrateDatabase(postgres.url);
const company = await seed(postgres.url, { toggleCount: RAMPS, environmentCount: 1 });
const settings = { DATABASE_URL: postgres.url, DATA_DIR: dataDir };
const nodes = [await startServiceProcess(settings), await startServiceProcess(settings)];
const [node] = nodes;
const environment = company.environments[0] ?? { id: '', key: '' };
const application = `/api/apps/${company.applicationId}`;
const experiments = `${application}/envs/${environment.id}/experiments`;
const uids = Array.from({ length: USERS }, (_, index) => `user-${index}`);

const goal = await createMetric('purchase');
const ramps = await startRamps();
const given = await valuesOfUsers();
await exposeAll();
const seconds = await Promise.all(ramps.map(harm));
print(
  `from the deciding event to the former value on ${nodes.length} nodes, ${RAMPS} ramps: median ` +
    `${quantile(seconds, 0.5).toFixed(1)} s, p95 ${quantile(seconds, 0.95).toFixed(1)} s`,
);

for (const one of nodes) await one.stop();
await postgres.close();
await rm(dataDir, { recursive: true, force: true });

interface Ramp {
  readonly toggle: string;
  readonly value: string;
  readonly former: string;
  readonly eventKey: string;
}

/** Each at half of the users, with a guard on a metric of its own. */
async function startRamps(): Promise<readonly Ramp[]> {
  const toggles = await call<{ id: string; name: string; values: string[] }[]>(
    'GET',
    `${application}/toggles`,
  );
  const stored = await call<{ id: string; toggleId: string }[]>('GET', experiments);
  const started: Ramp[] = [];
  for (const [index, { id, toggleId }] of stored.entries()) {
    const toggle = toggles.find((one) => one.id === toggleId);
    const [former = '', value = ''] = toggle?.values ?? [];
    const eventKey = `errors-${index}`;
    const guardrail = await createMetric(eventKey);
    const everyone = { type: 'ALL_USERS', valueSpec: { type: 'EXACT_VALUE', exactValue: former } };
    const { rules } = await call<{ rules: { id: string }[] }>('PUT', `${experiments}/${id}`, {
      rules: [everyone],
    });
    await call('POST', `${application}/change-requests`, {
      title: `Ramp ${index}`,
      submit: true,
      start: 'ON_APPROVAL',
      source: {
        ramp: {
          experimentId: id,
          ruleId: rules[0]?.id,
          value,
          from: former,
          shares: [{ percent: 50, wait: 3600 }, { percent: 100 }],
        },
      },
      guard: {
        analysis: {
          goal: { metricId: goal },
          guardrails: [{ metricId: guardrail }],
          alpha: 0.01,
        },
        needs: 'NOT_HARMED',
        units: 100,
        onHarm: 'ROLL_BACK',
        watch: 0,
      },
    });
    started.push({ toggle: toggle?.name ?? '', value, former, eventKey });
  }
  // They are applied by the runners of the nodes.
  for (;;) {
    const { items } = await call<{ items: { state: string }[] }>(
      'GET',
      `${application}/change-requests?size=100`,
    );
    if (items.filter(({ state }) => state === 'RUNNING').length === RAMPS) return started;
    await pause(200);
  }
}

/** Sends what decides, and waits until both nodes have taken the value back. */
async function harm({ toggle, value, former, eventKey }: Ramp): Promise<number> {
  await pause(Math.random() * SPREAD_MS);
  const harmed = uids.filter((uid) => given.get(uid)?.[toggle] === value);
  const at = new Date().toISOString();
  const others = uids.filter((uid, index) => !harmed.includes(uid) && index % 6 === 0);
  await send(
    // Not all of them: of figures that never vary nobody can tell a difference.
    [...harmed.slice(20), ...others].map((uid) => ({
      type: 'track',
      id: `${uid} ${eventKey}`,
      key: eventKey,
      uid,
      at,
    })),
  );
  const since = performance.now();
  const uid = harmed[0] ?? '';
  while (
    (await Promise.all(nodes.map(({ url }) => valueOn(url, toggle, uid)))).some(
      (one) => one !== former,
    )
  ) {
    await pause(100);
  }
  return (performance.now() - since) / 1_000;
}

async function valuesOfUsers(): Promise<ReadonlyMap<string, Readonly<Record<string, string>>>> {
  const values = new Map<string, Readonly<Record<string, string>>>();
  for (const uid of uids) {
    const body = { uid };
    values.set(uid, await call('POST', '/api/toggles', body, environment.key));
  }
  return values;
}

async function exposeAll(): Promise<void> {
  const at = new Date().toISOString();
  for (const { toggle } of ramps) {
    await send(
      uids.map((uid) => ({ type: 'exposure', toggle, value: given.get(uid)?.[toggle], uid, at })),
    );
  }
}

async function send(events: readonly object[]): Promise<void> {
  if (events.length > EVENTS_A_CALL) throw new Error('too many events for one call');
  const { rejected } = await call<{ rejected: readonly object[] }>(
    'POST',
    '/api/events',
    { events },
    environment.key,
  );
  if (rejected.length > 0) throw new Error(JSON.stringify(rejected[0]));
}

async function valueOn(url: string, toggle: string, uid: string): Promise<string> {
  const response = await fetch(`${url}/api/toggles`, {
    method: 'POST',
    headers: { authorization: `Bearer ${environment.key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ uid }),
  });
  const values = (await response.json()) as Readonly<Record<string, string>>; // As the contract says.
  return values[toggle] ?? '';
}

async function createMetric(eventKey: string): Promise<string> {
  const { id } = await call<{ id: string }>('POST', `${application}/metrics`, {
    key: eventKey,
    name: eventKey,
    kind: 'CONVERSION',
    eventKey,
    better: eventKey === 'purchase' ? 'UP' : 'DOWN',
  });
  return id;
}

async function call<Answer>(
  method: string,
  path: string,
  body?: object,
  token = company.token,
): Promise<Answer> {
  const response = await fetch(`${node?.url}${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  });
  const answer = await response.text();
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${answer}`);
  return (answer === '' ? undefined : JSON.parse(answer)) as Answer; // As the contract says.
}
