import { REGEX_MAX_INSTRUCTIONS } from '@comporta/contract/conditions/regex-limit';
import { compileRegex } from '@comporta/engine/operators/regex';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type SpawnedService, spawnService } from '../testing/spawned-service.ts';
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts';
import { LARGEST, METHODS, pathsOf, requestsTo } from './bombs/anonymous-requests.ts';
import { ANONYMOUS_BOMBS } from './bombs/bombs.ts';
import { type Granted, grantedBombs, PATTERNS } from './bombs/granted-bombs.ts';
import { seedPatterns } from './bombs/seed-patterns.ts';
import { throwRequest } from './bombs/throw-request.ts';
import { cpuMsOf, memoryOf, watchLivez } from './bombs/watched-process.ts';

/** How much the network between two processes of one machine buffers before the receiver reads anything. */
const NETWORK_HOLDS_BYTES = 16 * 1024 * 1024;

/** The part of the body that is sent where the head alone is enough to refuse the request. */
const FIRST_BYTES = 1024;

let database: TestDatabase;
let service: SpawnedService;
let granted: Granted;

beforeAll(async () => {
  database = await createTestDatabase();
  granted = await seedPatterns(database.url);
  service = await spawnService({ DATABASE_URL: database.url });
  await service.ready;
});
afterAll(async () => {
  service.process.kill('SIGTERM');
  await service.ended;
  await database.drop();
});

/** Figures depend on the machine: they are printed, and `node bench/bombs.ts` has all of them. */
async function figuresOf(what: string, work: () => Promise<void>): Promise<void> {
  const processId = service.process.pid ?? 0;
  const livez = watchLivez(service.url);
  const before = cpuMsOf(processId);
  await work();
  const cpuMs = cpuMsOf(processId) - before;
  const { mostMb } = await memoryOf(processId);
  const silenceMs = livez.longestSilenceMs();
  livez.close();
  process.stdout.write(
    `${what}: ${cpuMs.toFixed(0)} ms CPU, at most ${mostMb.toFixed(0)} MB, /livez silent for ${silenceMs.toFixed(0)} ms\n`,
  );
}

describe('SEC-01, SEC-02: a bomb of an anonymous client', () => {
  it.each(ANONYMOUS_BOMBS)(
    '$id: $what is refused with $status, and a large body is not read',
    async (bomb) => {
      await figuresOf(bomb.what, async () => {
        const { status, sentBytes } = await throwRequest(service.url, bomb.thrown);
        expect(status).toBe(bomb.status);
        expect(sentBytes).toBeLessThan(NETWORK_HOLDS_BYTES);
      });
    },
  );
});

describe('any request of an anonymous client', () => {
  it('SEC-01: of 64 MiB, to any path, with any method and type, is answered before its body is read', async () => {
    const paths = await pathsOf(service.url);
    expect(paths.length).toBeGreaterThan(60);
    await figuresOf(`64 MiB to ${paths.length} paths`, async () => {
      for (const path of paths) {
        for (const method of METHODS) {
          for (const thrown of requestsTo(method, path, LARGEST)) {
            const body = thrown.body && { ...thrown.body, sendsAtMost: FIRST_BYTES };
            const { status } = await throwRequest(service.url, {
              ...thrown,
              ...(body && { body }),
            });
            const what = `${method} ${path} ${thrown.headers?.['content-type'] ?? ''}`;
            expect(status, what).toBeGreaterThanOrEqual(200);
            // Pages are 503 where the console was not built.
            expect(status, what).not.toBe(500);
          }
        }
      }
    });
  });
});

describe('a bomb of an authenticated client', () => {
  it('SEC-03: the most expensive application has as many patterns as the limit allows', () => {
    const sizes = PATTERNS.map((pattern) => compileRegex(pattern)?.size ?? Number.NaN);
    const sum = sizes.reduce((one, other) => one + other, 0);
    expect(sum).toBeLessThanOrEqual(REGEX_MAX_INSTRUCTIONS);
    expect(sum).toBeGreaterThan(REGEX_MAX_INSTRUCTIONS - 1_000);
  });

  it('SEC-01, SEC-03: gets a response, refused or not', async () => {
    for (const { what, thrown, statuses } of grantedBombs(granted)) {
      await figuresOf(what, async () => {
        expect(statuses, what).toContain((await throwRequest(service.url, thrown)).status);
      });
    }
  });
});
