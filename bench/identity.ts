/**
 * Measures what identity costs who uses none of it, beside the previous release, and what its own ways cost (IDN-80): medians of
 * times, and the CPU time of the services, which other programs hardly disturb. `node bench/identity.ts`; two minutes. After
 * `npm run package` both releases are measured as they are installed.
 */
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startPreviousRelease } from '@comporta/server/acceptance/previous-release';
import {
  type ServiceProcess,
  startServiceProcess,
} from '@comporta/server/acceptance/service-process';
import { openEmbeddedPostgres } from '@comporta/server/embedded-postgres/embedded-postgres';
import { encryptionKeysOf } from '@comporta/server/identity/encryption-keys';
import { hashPassword } from '@comporta/server/identity/passwords';
import { createSealing } from '@comporta/server/identity/sealing';
import { hashSecret, newSecret } from '@comporta/server/platform/base/secrets';
import { openConnection } from '@comporta/server/platform/database/connection';
import { migrateDatabase } from '@comporta/server/platform/database/migrations';
import { codeOf } from '@comporta/server/testing/identity/second-factor';
import { millisecondsOf, print, quantile } from './service/numbers.ts';
import { cpuSecondsOf } from './service/process-figures.ts';
import { seed } from './service/seed.ts';

const LOGINS = 120;
const PEOPLE = 120;
const WARM_UP = 20;
const CALLS = 1_500;
const PASSWORD = 'correct horse 1';
const CODE = 'ABCDEFGHIJKLMNOP';
const APP = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP';

let logins = 0;

const dataDir = await mkdtemp(join(tmpdir(), 'comporta-bench-'));
const postgres = await openEmbeddedPostgres({ dataDir });
await migrateDatabase(postgres.url);
const { client, close } = await openConnection(postgres.url);
const settings = { DATABASE_URL: postgres.url, DATA_DIR: dataDir, TRUST_PROXY: 'loopback' };
const encryptionKey = randomBytes(32).toString('base64url');
const node = await startServiceProcess({ ...settings, ENCRYPTION_KEY: encryptionKey });
const previous = await startPreviousRelease(settings);

const company = await seed(postgres.url, { toggleCount: 100, environmentCount: 1 });
const { rows } = await client.query<{ id: string; account_id: string }>(
  `select users.id, users.account_id from users join sessions on user_id = users.id
   where token_hash = $1`,
  [hashSecret(company.token)],
);
const [{ id: userId = '', account_id: accountId = '' } = {}] = rows;
// Many, because an e-mail may be tried ten times a minute from an address.
await client.query(
  `insert into users (id, account_id, name, email, admin, active, language, password_hash, saved_by)
   select gen_random_uuid(), $1, 'Bench', 'bench-' || n || '@example.com', false, true, 'en', $2, 'Bench'
   from generate_series(0, $3::int - 1) n`,
  [accountId, await hashPassword(PASSWORD), PEOPLE],
);

const call = (secret: string) => (service: ServiceProcess) =>
  get(service, '/api/accounts/limits', secret);
const evaluate = (service: ServiceProcess) =>
  get(service, '/api/toggles?uid=1', company.environments[0]?.key ?? '');
const ofSession = call(company.token);
const [ofToken, ofKey] = [call(await insertToken()), call(await insertKey())];
await compare('a password login', LOGINS, [node, logIn], [previous, logIn]);
await compare('a call by session', CALLS, [node, ofSession], [previous, ofSession]);
await compare('an evaluation', CALLS, [node, evaluate], [previous, evaluate]);
await compare('a call by personal token, by account key', CALLS, [node, ofToken], [node, ofKey]);
await saveFactors();
await secondStep('a code of an app', () => ({ code: codeOf(APP) }));
await secondStep('a recovery code', () => ({ recovery_code: CODE }));

await previous.stop();
await node.stop();
await close();
await postgres.close();
await rm(dataDir, { recursive: true, force: true });

type Asked = readonly [ServiceProcess, (service: ServiceProcess) => Promise<unknown>];

/** Both in turns, so that whatever else the machine does meets both; CPU time then one after the other. */
async function compare(what: string, times: number, ours: Asked, theirs: Asked): Promise<void> {
  const [a, b]: [number[], number[]] = [[], []];
  const ask = ([service, work]: Asked) => work(service);
  for (let turn = 0; turn < WARM_UP; turn++) await Promise.all([ask(ours), ask(theirs)]);
  for (let turn = 0; turn < times; turn++) {
    a.push(await millisecondsOf(() => ask(ours)));
    b.push(await millisecondsOf(() => ask(theirs)));
  }
  const cpu = [await cpuMsOf(ours, times), await cpuMsOf(theirs, times)];
  print(
    `${what}: ${ms(a)}, the other ${ms(b)}: ${ratio(a, b)}; CPU of the service ${cpu.join(', ')}`,
  );
}

async function cpuMsOf([service, work]: Asked, times: number): Promise<string> {
  const process = { pid: service.processId };
  const since = await cpuSecondsOf(process);
  for (let turn = 0; turn < times; turn++) await work(service);
  return `${((((await cpuSecondsOf(process)) - since) / times) * 1000).toFixed(2)} ms`;
}

/** All have an app with the same secret, sealed for each. */
async function saveFactors(): Promise<void> {
  const keys = { encryptionKeys: [encryptionKey], databaseUrl: postgres.url, dataDir };
  const sealing = createSealing(encryptionKeysOf(keys));
  const people = await client.query<{ id: string }>(
    `select id from users where email like 'bench-%@example.com'`,
  );
  for (const { id } of people.rows) {
    await client.query(
      'insert into second_factors (user_id, app_since, sealed_app_secret) values ($1, now(), $2)',
      [id, await sealing.seal('app secret', id, APP)],
    );
  }
}

type Form = Readonly<Record<string, string>>;

/** All first parts, then all second ones, so that the CPU time of each is known. A code works once, so it is given back. */
async function secondStep(what: string, answer: () => Form): Promise<void> {
  const [firsts, steps]: [number[], number[]] = [[], []];
  const challenges: string[] = [];
  await client.query('update second_factors set last_step = null, recovery_hashes = $1', [
    JSON.stringify([hashSecret(CODE)]),
  ]);
  let turn = 0;
  const first = async (service: ServiceProcess) => {
    const person = turn++;
    const since = performance.now();
    const { meta_data } = await post<{ meta_data: { challenge: string } }>(
      service,
      person,
      passwordOf(person),
    );
    firsts.push(performance.now() - since);
    challenges[person] = meta_data.challenge;
  };
  const firstCpu = await cpuMsOf([node, first], PEOPLE);
  turn = 0;
  const step = async (service: ServiceProcess) => {
    const person = turn++;
    const challenge = challenges[person] ?? '';
    const form = { grant_type: 'urn:comporta:second-step', challenge, ...answer() };
    steps.push(await millisecondsOf(() => post(service, person, form)));
  };
  const stepCpu = await cpuMsOf([node, step], PEOPLE);
  print(
    `a second step by ${what}: ${ms(steps)}, its password ${ms(firsts)}: ${ratio(steps, firsts)}; ` +
      `CPU of the service ${stepCpu}, ${firstCpu}`,
  );
}

function logIn(service: ServiceProcess): Promise<unknown> {
  logins += 1;
  return post(service, logins, passwordOf(logins));
}

function passwordOf(person: number): Form {
  const username = `bench-${person % PEOPLE}@example.com`;
  return { grant_type: 'password', username, password: PASSWORD };
}

/** Everybody from an address of their own, from which they came in before: another one would be told by mail. */
async function post<Answer>({ url }: ServiceProcess, person: number, form: Form): Promise<Answer> {
  const response = await fetch(`${url}/oauth/token`, {
    method: 'POST',
    headers: {
      authorization: `Basic ${btoa('console:console')}`,
      'x-forwarded-for': `10.0.0.${person % PEOPLE}`,
    },
    body: new URLSearchParams(form),
  });
  const answer = (await response.json()) as { error_code?: string }; // As every answer of the service.
  const isRight = response.ok || answer.error_code === 'SECOND_FACTOR_REQUIRED';
  if (!isRight) throw new Error(`${form.grant_type}: ${JSON.stringify(answer)}`);
  return answer as Answer; // The caller knows the contract.
}

async function get({ url }: ServiceProcess, path: string, secret: string): Promise<void> {
  const response = await fetch(`${url}${path}`, { headers: { authorization: `Bearer ${secret}` } });
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
  await response.arrayBuffer();
}

async function insertToken(): Promise<string> {
  const secret = `cpt_pat_${newSecret()}`;
  await client.query(
    `insert into tokens (id, token_hash, mask, name, account_id, user_id, created_by, scopes)
     values (gen_random_uuid(), $1, '', 'bench', $2, $3, 'bench', '["read"]')`,
    [hashSecret(secret), accountId, userId],
  );
  return secret;
}

async function insertKey(): Promise<string> {
  const secret = `cpt_acc_${newSecret()}`;
  await client.query(
    `insert into account_keys (id, account_id, key_hash, mask, created_by)
     values (gen_random_uuid(), $1, $2, '', 'bench')`,
    [accountId, hashSecret(secret)],
  );
  return secret;
}

function ms(times: readonly number[]): string {
  return `${quantile(times, 0.5).toFixed(2)} ms`;
}

function ratio(times: readonly number[], others: readonly number[]): string {
  return `${(quantile(times, 0.5) / quantile(others, 0.5)).toFixed(2)} ×`;
}
