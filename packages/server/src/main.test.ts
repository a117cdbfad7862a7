import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { request } from 'node:http';
import { createServer } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findFreePort, type SpawnedService, spawnService } from './testing/spawned-service.ts';
import { nameDatabase } from './testing/test-cluster.ts';
import { createTestDatabase, type TestDatabase } from './testing/test-database.ts';

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

function saying({ process }: SpawnedService, words: string): Promise<void> {
  return new Promise((resolve) => {
    process.stdout?.on('data', (chunk) => {
      if (String(chunk).includes(words)) resolve();
    });
  });
}

/** Begins a login until the service asks for its body. Returns a function that finishes it and returns the status. */
async function beginLogIn({ url }: SpawnedService): Promise<() => Promise<number | undefined>> {
  const body = String(
    new URLSearchParams({ grant_type: 'password', username: 'ana', password: 'x' }),
  );
  const call = request(`${url}/oauth/token`, {
    method: 'POST',
    headers: {
      authorization: 'Basic Y29uc29sZTpjb25zb2xl',
      'content-type': 'application/x-www-form-urlencoded',
      'content-length': body.length,
      expect: '100-continue',
    },
  });
  call.on('error', () => {}); // The service may end first.
  call.flushHeaders();
  await once(call, 'continue');
  return async () => {
    call.end(body);
    const [response] = await once(call, 'response');
    response.resume();
    return response.statusCode;
  };
}

/** At the same time, because each waits: a node hands over for two seconds before it ends. */
describe.concurrent('the process', () => {
  it('prints one line with the URL to open, all other output is JSON; it exits with 0 on SIGTERM', async () => {
    const service = await spawnService({ DATABASE_URL: database.url });
    await service.ready;
    const health = await fetch(`${service.url}/readyz`);
    expect(health.status).toBe(200);
    service.process.kill('SIGTERM');
    const { stdout, stderr, code } = await service.ended;
    const isJson = (line: string) => line.startsWith('{');
    expect(
      stdout
        .trim()
        .split('\n')
        .filter((line) => !isJson(line)),
    ).toEqual([
      expect.stringMatching(/^Comporta is ready\. Create the first account at http:.+\/signup$/),
    ]);
    expect(stderr).toBe('');
    expect(code).toBe(0);
  });

  it('without DATABASE_URL stores its data in DATA_DIR, and reads it at the next start', async () => {
    const folder = mkdtempSync(path.join(os.tmpdir(), 'comporta-main-'));
    // The signals of Ctrl-C and of closing the terminal.
    for (const signal of ['SIGINT', 'SIGHUP'] as const) {
      const service = await spawnService({ DATA_DIR: folder });
      await service.ready;
      service.process.kill(signal);
      expect(await service.ended).toMatchObject({ stderr: '', code: 0 });
    }
    rmSync(folder, { recursive: true });
  });

  it('finishes requests in progress', async () => {
    const folder = mkdtempSync(path.join(os.tmpdir(), 'comporta-main-'));
    const service = await spawnService({ DATA_DIR: folder });
    await service.ready;
    const begun = [await beginLogIn(service), await beginLogIn(service)];
    service.process.kill('SIGTERM');
    await saying(service, '"stopping"');
    for (const finish of begun) expect(await finish()).toBe(400);
    expect(await service.ended).toMatchObject({ stderr: '', code: 0 });
    rmSync(folder, { recursive: true });
  });

  it('ends even when a client keeps its connection open', async () => {
    const service = await spawnService({ DATABASE_URL: database.url });
    await service.ready;
    await fetch(`${service.url}/livez`, { keepalive: true });
    service.process.kill('SIGTERM');
    expect(await service.ended).toMatchObject({ code: 0 });
  });

  it.each([
    ['a wrong setting', () => ({ PORT: 'http' }), 'PORT is wrong: it must be a whole number', 78],
    [
      'a folder that is a file',
      () => ({ DATA_DIR: import.meta.filename }),
      'Comporta did not start: ',
      1,
    ],
    [
      'a database that does not exist',
      () => ({ DATABASE_URL: nameDatabase(database.url, 'no-such-database') }),
      'Comporta did not start: the database no-such-database at ',
      1,
    ],
  ])('%s ends it with one line', async (_name, settings, beginning, exitCode) => {
    const { stdout, stderr, code } = await (await spawnService(settings())).ended;
    expect({ stdout, code }).toEqual({ stdout: '', code: exitCode });
    expect(stderr.startsWith(beginning)).toBe(true);
    expect(stderr.trim().split('\n')).toHaveLength(1);
  });

  it('a port in use ends it with one line and exit code 1', async () => {
    const port = await findFreePort();
    const other = createServer().listen(port, '127.0.0.1');
    const service = await spawnService({ DATABASE_URL: database.url, PORT: `${port}` });
    expect(await service.ended).toMatchObject({
      stderr: `Comporta did not start: port ${port} of 127.0.0.1 is in use. Stop the other program or set PORT.\n`,
      code: 1,
    });
    other.close();
  });
});

/** One after the other, because they depend on how far apart signals are. */
describe('the process, told to stop', () => {
  it('one of several nodes still responds after SIGTERM, but is not ready; a second signal ends it at once', async () => {
    const service = await spawnService({ DATABASE_URL: database.url });
    await service.ready;
    await beginLogIn(service); // The service would wait for this request.
    service.process.kill('SIGTERM');
    await expect.poll(async () => (await fetch(`${service.url}/readyz`)).status).toBe(503);
    expect((await fetch(`${service.url}/livez`)).status).toBe(200);
    // Signals right after the first count as one with it, because npm forwards what the terminal already sent.
    const again = setInterval(() => service.process.kill('SIGTERM'), 100);
    const { code } = await service.ended;
    clearInterval(again);
    expect(code).toBe(1);
  });

  it.each(['SIGINT', 'SIGTERM'] as const)(
    'OPS-07: %s sent twice at once, as from a terminal through npm, counts as one',
    async (signal) => {
      const service = await spawnService({ DATABASE_URL: database.url });
      await service.ready;
      service.process.kill(signal);
      await saying(service, '"stopping"');
      service.process.kill(signal);
      const { stdout, code } = await service.ended;
      expect(code).toBe(0);
      expect(stdout).toContain('"stopped"');
    },
  );
});
