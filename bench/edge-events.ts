/**
 * Measures an edge node whose service is frozen while it gets 10,000 events and is killed 50 times: how long answers take,
 * and what the service counts afterwards, in two processes with one PostgreSQL. Then the same users evaluate a flag over
 * OFREP at the edge node and at the service (SCL-92). `node bench/edge-events.ts [kills]`; three to six minutes.
 */
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { type ServiceProcess, startEdgeProcess } from '@comporta/server/acceptance/service-process';
import { openEmbeddedPostgres } from '@comporta/server/embedded-postgres/embedded-postgres';
import { openDatabase } from '@comporta/server/platform/database/database';
import { migrateDatabase } from '@comporta/server/platform/database/migrations';
import { spawnService } from '@comporta/server/testing/spawned-service';
import { sql as raw } from 'drizzle-orm';
import { callingAs, type MeasuredPlace, measure } from './events/place.ts';
import { print, quantile } from './service/numbers.ts';
import { seed } from './service/seed.ts';

const KILLS = Number(process.argv[2] ?? 50);
const EVENTS = 10_000;
const EVENTS_A_CALL = 20;
const SENDERS = 4;
const USERS = 1_000;
const AGAIN_MS = 20;

const dataDir = await mkdtemp(join(tmpdir(), 'comporta-bench-'));
const postgres = await openEmbeddedPostgres({ dataDir });
await migrateDatabase(postgres.url);
const seeded = await seed(postgres.url, { toggleCount: 500, environmentCount: 3 });
const database = openDatabase(postgres.url, () => {});
const service = await spawnService({ DATABASE_URL: postgres.url, DATA_DIR: dataDir });
await service.ready;
const call = callingAs(seeded.token, service);
const places: MeasuredPlace[] = [];
for (const environment of [0, 1, 2]) {
  places.push(await measure(call, seeded, { environment, flag: 250, metrics: 1 }));
}
const [frozen, atEdge, atService] = places;
if (!frozen || !atEdge || !atService) throw new Error('there are three environments');
const keys = [frozen.key, atEdge.key].join();

async function startEdge(): Promise<ServiceProcess> {
  const settings = { DATA_DIR: join(dataDir, 'below'), COMPORTA_URL: service.url };
  const started = await startEdgeProcess({ ...settings, COMPORTA_KEY: keys });
  while ((await fetch(`${started.url}/readyz`)).status !== 200) await pause(10);
  return started;
}

let edge = await startEdge();
await whileFrozen(frozen);
await exposures(atEdge, atService);
await edge.stop();
service.process.kill('SIGTERM');
await service.ended;
await database.close();
await postgres.close();
await rm(dataDir, { recursive: true, force: true });

async function whileFrozen({ key, environmentId }: MeasuredPlace): Promise<void> {
  const sentAt = new Map<string, number>();
  const answersMs: number[] = [];
  /** The first answer of each process, which has to find out that the service is frozen. */
  const firstMs: number[] = [];
  let isFirst = true;
  let left = EVENTS;

  async function send(body: string): Promise<boolean> {
    const wasFirst = isFirst;
    const since = performance.now();
    try {
      const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
      const answer = await fetch(`${edge.url}/api/events`, { method: 'POST', headers, body });
      await answer.text();
      if (answer.status !== 200) return false;
      (wasFirst ? firstMs : answersMs).push(performance.now() - since);
      isFirst = false;
      return true;
    } catch {
      return false;
    }
  }

  async function sendAll(): Promise<void> {
    while (left > 0) {
      left -= EVENTS_A_CALL;
      const at = new Date();
      const events = Array.from({ length: EVENTS_A_CALL }, () => {
        const id = randomUUID();
        sentAt.set(id, at.getTime());
        return { type: 'track', id, key: 'purchase', uid: `user-${id}`, at: at.toISOString() };
      });
      const body = () => JSON.stringify({ sentAt: new Date().toISOString(), events });
      while (!(await send(body()))) await pause(AGAIN_MS);
    }
  }

  service.process.kill('SIGSTOP');
  const since = performance.now();
  const sending = Promise.all(Array.from({ length: SENDERS }, sendAll));
  for (let kill = 1; kill <= KILLS; kill += 1) {
    const until = EVENTS * (1 - kill / (KILLS + 1));
    while (left > until) await pause(1);
    await edge.kill();
    isFirst = true;
    edge = await startEdge();
  }
  await sending;
  const seconds = (performance.now() - since) / 1_000;
  service.process.kill('SIGCONT');
  const rows = await storedEvents(environmentId);
  const moved = rows.map(({ id, at }) => Math.abs(at - (sentAt.get(id) ?? 0)));
  print(
    `service frozen for ${seconds.toFixed()} s, ${EVENTS} events, ${KILLS} × kill -9 of the edge node`,
  );
  print(`  first answers of a process: at most ${Math.max(...firstMs).toFixed()} ms (2,500)`);
  const [p50, p99] = [0.5, 0.99].map((share) => quantile(answersMs, share).toFixed(1));
  print(
    `  then: p50 ${p50} ms, p99 ${p99} ms (50), at most ${Math.max(...answersMs).toFixed()} ms`,
  );
  print(
    `  acknowledged ${sentAt.size}, stored ${rows.length}, of them different ${new Set(rows.map(({ id }) => id)).size}`,
  );
  print(`  times moved by at most ${Math.max(...moved)} ms (1,000)`);
}

/** The events of an environment, once no more arrive. */
async function storedEvents(environmentId: string) {
  for (let before = -1; ; ) {
    const { rows } = await database.sql.execute<{ id: string; at: string }>(raw`
      select event_id as id, at from metric_events where environment_id = ${environmentId}`);
    if (rows.length === before && rows.length >= EVENTS) {
      return rows.map(({ id, at }) => ({ id, at: new Date(at).getTime() }));
    }
    before = rows.length;
    await pause(2_000);
  }
}

async function exposures(below: MeasuredPlace, above: MeasuredPlace): Promise<void> {
  for (const [{ key, toggle }, url] of [
    [below, edge.url],
    [above, service.url],
  ] as const) {
    const path = `${url}/ofrep/v1/evaluate/flags/${toggle}`;
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
    for (let user = 0; user < USERS; user += 1) {
      const body = JSON.stringify({ context: { targetingKey: `user-${user}` } });
      await (await fetch(path, { method: 'POST', headers, body })).text();
    }
  }
  await edge.stop();
  await pause(2_000);
  edge = await startEdge();
  const counts: string[] = [];
  for (const { phaseId } of [below, above]) {
    const { rows } = await database.sql.execute<{ count: string }>(raw`
      select count(*) from exposures where phase_id = ${phaseId}`);
    counts.push(rows[0]?.count ?? '');
  }
  print(
    `${USERS} users over OFREP: ${counts[0]} exposures at the edge node, ${counts[1]} at the service`,
  );
}
