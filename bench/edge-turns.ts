/**
 * Measures how an edge node delays its clients while it loads a snapshot of 10,000 toggles: the longest turn of its
 * event loop and the longest wait for its /livez, five times, each after a save. `node bench/edge-turns.ts`; a minute.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openEmbeddedPostgres } from '@comporta/server/embedded-postgres/embedded-postgres';
import { migrateDatabase } from '@comporta/server/platform/database/migrations';
import { spawnCommand, spawnService } from '@comporta/server/testing/spawned-service';
import { standBy } from './service/bystander.ts';
import { watchingTurns } from './service/longest-turn.ts';
import { print } from './service/numbers.ts';
import { cpuSecondsOf } from './service/process-figures.ts';
import { seed } from './service/seed.ts';

const SIZE = { toggleCount: Number(process.argv[2] ?? 10_000), environmentCount: 1 };
const ROUNDS = 5;

const dataDir = await mkdtemp(join(tmpdir(), 'comporta-bench-'));
const postgres = await openEmbeddedPostgres({ dataDir });
await migrateDatabase(postgres.url);
const { token, applicationId, environments } = await seed(postgres.url, SIZE);
const [{ key } = { key: '' }] = environments;
const service = await spawnService({ DATABASE_URL: postgres.url, DATA_DIR: dataDir });
await service.ready;
const turns = join(dataDir, 'turns');
const edge = await spawnCommand(['edge'], {
  COMPORTA_URL: service.url,
  COMPORTA_KEY: key,
  DATA_DIR: join(dataDir, 'edge'),
  ...watchingTurns(turns),
});

async function hasToggle(name: string): Promise<boolean> {
  const answer = await fetch(`${edge.url}/ofrep/v1/evaluate/flags/${name}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ context: { targetingKey: 'ana' } }),
  });
  await answer.arrayBuffer();
  return answer.ok;
}

async function save(name: string): Promise<void> {
  const answer = await fetch(`${service.url}/api/apps/${applicationId}/toggles`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ name, values: ['a', 'b'], defaultValue: 'a' }),
  });
  if (!answer.ok) throw new Error(await answer.text());
  while (!(await hasToggle(name)));
}

await edge.ready;
while (!(await hasToggle('flag-0')));
for (let round = 1; round <= ROUNDS; round++) {
  const before = await cpuSecondsOf(edge.process);
  const watched = { service: edge, turns, save: async () => 200 };
  const noticed = await standBy(watched, () => save(`saved-${round}`));
  const cpuMs = ((await cpuSecondsOf(edge.process)) - before) * 1_000;
  print(
    `a turn ${noticed.turnMs.toFixed(0)} ms, /livez ${noticed.silenceMs.toFixed(0)} ms, ${cpuMs.toFixed(0)} ms of CPU altogether, ${noticed.megabytes.toFixed(0)} MB`,
  );
}

for (const { process, ended } of [edge, service]) {
  process.kill('SIGTERM');
  await ended;
}
await postgres.close();
await rm(dataDir, { recursive: true, force: true });
