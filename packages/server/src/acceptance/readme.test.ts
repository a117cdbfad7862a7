import { execFile } from 'node:child_process';
import { createWriteStream, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type SpawnedService, spawnService } from '../testing/spawned-service.ts';
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts';

const README = new URL('../../../../README.md', import.meta.url);

let database: TestDatabase;
let service: SpawnedService;
let folder: string;

// For each try, because the tour begins with an empty service.
beforeEach(async () => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'comporta-readme-'));
  database = await createTestDatabase();
  service = await spawnService({ DATABASE_URL: database.url, DATA_DIR: folder });
  service.process.stdout?.pipe(createWriteStream(path.join(folder, 'comporta.log')));
  await service.ready;
});
afterEach(async () => {
  service.process.kill();
  await service.ended;
  await database.drop();
  rmSync(folder, { recursive: true });
});

it('the tour of the README works as written, up to its last response', async () => {
  const [, tour = ''] = readFileSync(README, 'utf8').split('<!-- A test runs');
  const blocks = [...tour.matchAll(/```sh\n([\s\S]*?)```/g)].map(([, block = '']) => block);
  const script = blocks.join('\n').replaceAll('http://localhost:8080', service.url);

  const { stdout } = await promisify(execFile)('bash', ['-euo', 'pipefail', '-c', script], {
    cwd: folder,
    env: { ...process.env, PATH: `${path.dirname(process.execPath)}:${process.env.PATH}` },
  });
  const promised = [...script.matchAll(/^# (\{.*\})$/gm)].map(([, answer]) => answer);
  expect(promised).toHaveLength(2);
  for (const answer of promised) expect(stdout).toContain(answer);
  expect(stdout).toMatch(
    /"key":"new-checkout","reason":"TARGETING_MATCH","value":true,"variant":"enabled"/,
  );
});
