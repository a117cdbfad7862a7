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

/** Logs in, as far as the service having begun with it: it asks for the body. Answers what ends it, with the status. */
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
  call.on('error', () => {}); // Where the service ends first.
  call.flushHeaders();
  await once(call, 'continue');
  return async () => {
    call.end(body);
    const [response] = await once(call, 'response');
    response.resume();
    return response.statusCode;
  };
}

describe('the process', () => {
  it('says where to go next in one line, all else is JSON; SIGTERM ends it with 0', async () => {
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

  it('with no DATABASE_URL keeps its data in DATA_DIR, and finds it again', async () => {
    const folder = mkdtempSync(path.join(os.tmpdir(), 'comporta-main-'));
    // Of Ctrl-C, then of a terminal that is closed.
    for (const signal of ['SIGINT', 'SIGHUP'] as const) {
      const service = await spawnService({ DATA_DIR: folder });
      await service.ready;
      service.process.kill(signal);
      expect(await service.ended).toMatchObject({ stderr: '', code: 0 });
    }
    rmSync(folder, { recursive: true });
  });

  it('a node of several answers on after SIGTERM, not ready; a second signal ends it at once', async () => {
    const service = await spawnService({ DATABASE_URL: database.url });
    await service.ready;
    await beginLogIn(service); // Which it would wait for.
    service.process.kill('SIGTERM');
    await expect.poll(async () => (await fetch(`${service.url}/readyz`)).status).toBe(503);
    expect((await fetch(`${service.url}/livez`)).status).toBe(200);
    // Those that come at once are one with the first: npm passes on what the terminal already sent.
    const again = setInterval(() => service.process.kill('SIGTERM'), 100);
    const { code } = await service.ended;
    clearInterval(again);
    expect(code).toBe(1);
  });

  it.each(['SIGINT', 'SIGTERM'] as const)(
    'OPS-07: %s that comes twice at once, as from a terminal through npm, is one',
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

  it('what was begun is finished', async () => {
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

  it('ends while a client keeps its connection open', async () => {
    const service = await spawnService({ DATABASE_URL: database.url });
    await service.ready;
    await fetch(`${service.url}/livez`, { keepalive: true });
    service.process.kill('SIGTERM');
    expect(await service.ended).toMatchObject({ code: 0 });
  });

  it.each([
    ['a wrong setting', () => ({ PORT: 'http' }), 'PORT is wrong: it must be a whole number'],
    [
      'a folder that is a file',
      () => ({ DATA_DIR: import.meta.filename }),
      'Comporta did not start: ',
    ],
    [
      'a database that refuses us',
      () => ({ DATABASE_URL: nameDatabase(database.url, 'no-such-database') }),
      'Comporta did not start: the database no-such-database at ',
    ],
  ])('%s ends it with one line and 1', async (_name, settings, beginning) => {
    const { stdout, stderr, code } = await (await spawnService(settings())).ended;
    expect({ stdout, code }).toEqual({ stdout: '', code: 1 });
    expect(stderr.startsWith(beginning)).toBe(true);
    expect(stderr.trim().split('\n')).toHaveLength(1);
  });

  it('a taken port ends it with one line and 1', async () => {
    const port = await findFreePort();
    const other = createServer().listen(port, '127.0.0.1');
    const service = await spawnService({ DATABASE_URL: database.url, PORT: `${port}` });
    expect(await service.ended).toMatchObject({
      stderr: `Comporta did not start: port ${port} of 127.0.0.1 is taken. Stop the other program or set PORT.\n`,
      code: 1,
    });
    other.close();
  });
});
