/**
 * Measures what identity costs who uses none of it, beside the previous release, and what its own ways cost (IDN-80).
 * `node bench/identity.ts`; two minutes.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startPreviousRelease } from '@comporta/server/acceptance/previous-release';
import {
  type ServiceProcess,
  startServiceProcess,
} from '@comporta/server/acceptance/service-process';
import { openEmbeddedPostgres } from '@comporta/server/embedded-postgres/embedded-postgres';
import { hashSecret, newSecret } from '@comporta/server/platform/base/secrets';
import { openConnection } from '@comporta/server/platform/database/connection';
import { migrateDatabase } from '@comporta/server/platform/database/migrations';
import { hashPassword } from '@comporta/server/platform/identity/passwords';
import { millisecondsOf, print, quantile } from './service/numbers.ts';
import { seed } from './service/seed.ts';

const LOGINS = 120;
const PEOPLE = 20;
const WARM_UP = 20;
const CALLS = 1_500;
const PASSWORD = 'correct horse 1';
const CODE = 'ABCDEFGHIJKLMNOP';

let calls = 0;

const dataDir = await mkdtemp(join(tmpdir(), 'comporta-bench-'));
const postgres = await openEmbeddedPostgres({ dataDir });
await migrateDatabase(postgres.url);
const { client, close } = await openConnection(postgres.url);
const settings = { DATABASE_URL: postgres.url, DATA_DIR: dataDir, TRUST_PROXY: 'loopback' };
const node = await startServiceProcess(settings);
const previous = await startPreviousRelease(settings);

const company = await seed(postgres.url, { toggleCount: 100, environmentCount: 1 });
const { rows } = await client.query<{ id: string; account_id: string }>(
  `select users.id, users.account_id from users join sessions on user_id = users.id
   where token_hash = $1`,
  [hashSecret(company.token)],
);
const [{ id: userId = '', account_id: accountId = '' } = {}] = rows;
// Several, because one e-mail may be tried so often in an hour.
await client.query(
  `insert into users (id, account_id, name, email, admin, active, language, password_hash, saved_by)
   select gen_random_uuid(), $1, 'Bench', 'bench-' || n || '@example.com', false, true, 'en', $2, 'Bench'
   from generate_series(0, $3::int - 1) n`,
  [accountId, await hashPassword(PASSWORD), PEOPLE],
);

await compare(
  'a password login',
  LOGINS,
  () => logIn(node),
  () => logIn(previous),
);
await compare(
  'a call by session',
  CALLS,
  () => get(node, '/api/accounts/limits', company.token),
  () => get(previous, '/api/accounts/limits', company.token),
);
const [environment] = company.environments;
await compare(
  'an evaluation',
  CALLS,
  () => get(node, '/api/toggles?uid=1', environment?.key ?? ''),
  () => get(previous, '/api/toggles?uid=1', environment?.key ?? ''),
);
const [token, key] = [await insertToken(), await insertKey()];
await compare(
  'a call by personal token, by account key',
  CALLS,
  () => get(node, '/api/accounts/limits', token),
  () => get(node, '/api/accounts/limits', key),
);
await secondStep();

await previous.stop();
await node.stop();
await close();
await postgres.close();
await rm(dataDir, { recursive: true, force: true });

/** Both in turns, so that whatever else the machine does meets both. */
async function compare(
  what: string,
  times: number,
  ours: () => Promise<unknown>,
  theirs: () => Promise<unknown>,
): Promise<void> {
  const [a, b]: [number[], number[]] = [[], []];
  for (let turn = 0; turn < WARM_UP; turn++) await Promise.all([ours(), theirs()]);
  for (let turn = 0; turn < times; turn++) {
    a.push(await millisecondsOf(ours));
    b.push(await millisecondsOf(theirs));
  }
  print(`${what}: ${ms(a)}, the other ${ms(b)}: ${ratio(a, b)}`);
}

/** A recovery code answers, because a code of the app is good once in 30 seconds. */
async function secondStep(): Promise<void> {
  const passwords: number[] = [];
  const steps: number[] = [];
  for (let turn = 0; turn < LOGINS; turn++) {
    await client.query(
      `insert into second_factors (user_id, app_since, recovery_hashes)
       select id, now(), $1 from users where email = $2
       on conflict (user_id) do update set recovery_hashes = excluded.recovery_hashes`,
      [JSON.stringify([hashSecret(CODE)]), emailOf(turn)],
    );
    let challenge = '';
    passwords.push(
      await millisecondsOf(async () => {
        const { meta_data } = await post<{ meta_data: { challenge: string } }>(node, {
          grant_type: 'password',
          username: emailOf(turn),
          password: PASSWORD,
        });
        challenge = meta_data.challenge;
      }),
    );
    const answer = { grant_type: 'urn:comporta:second-step', challenge, recovery_code: CODE };
    steps.push(await millisecondsOf(() => post(node, answer)));
  }
  print(`a second step: ${ms(steps)}, its password ${ms(passwords)}: ${ratio(steps, passwords)}`);
}

function logIn(service: ServiceProcess): Promise<unknown> {
  return post(service, { grant_type: 'password', username: emailOf(calls), password: PASSWORD });
}

function emailOf(index: number): string {
  return `bench-${index % PEOPLE}@example.com`;
}

/** Each from another address, because one address may try only so often. */
async function post<Answer>(
  { url }: ServiceProcess,
  form: Readonly<Record<string, string>>,
): Promise<Answer> {
  calls += 1;
  const response = await fetch(`${url}/oauth/token`, {
    method: 'POST',
    headers: {
      authorization: `Basic ${btoa('console:console')}`,
      'x-forwarded-for': `10.0.${calls >> 8}.${calls & 255}`,
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
