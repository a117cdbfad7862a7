/**
 * Compares the service with a running unleash-server: the same 500 flags, the same users, the same
 * database server and the same load, one after the other. Unleash is installed from npm into a
 * temporary folder. `node bench/unleash.ts`; four minutes.
 */
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openEmbeddedPostgres } from '@comporta/server/embedded-postgres/embedded-postgres';
import { migrateDatabase } from '@comporta/server/platform/database/migrations';
import { spawnService } from '@comporta/server/testing/spawned-service';
import { execute, nameDatabase } from '@comporta/server/testing/test-cluster';
import { FLAGS, MIXED_USERS, USERS, type User } from './engine/work.ts';
import type { Question } from './service/load.ts';
import { print } from './service/numbers.ts';
import { race } from './service/race.ts';
import { seed } from './service/seed.ts';
import { startBareServer } from './service/start-bare-server.ts';
import { installUnleash, startUnleash, UNLEASH_VERSION } from './service/unleash-server.ts';

const OFREP = '/ofrep/v1/evaluate/flags';
const FRONTEND = '/api/frontend';
const OUR_SNAPSHOT = '/api/sdk/snapshot';
const THEIR_SNAPSHOT = '/api/client/features';

const folder = await mkdtemp(join(tmpdir(), 'comporta-bench-'));
await chmod(folder, 0o711);
try {
  await installUnleash(folder).then(compare, (error: Error) => {
    const [reason = error.message] = /npm error .*/.exec(error.message) ?? [];
    print(`unleash-server ${UNLEASH_VERSION} cannot be installed, nothing is compared: ${reason}`);
  });
} finally {
  await rm(folder, { recursive: true, force: true });
}

async function compare(): Promise<void> {
  await using opened = new AsyncDisposableStack();
  const dataDir = join(folder, 'data');
  const postgres = await openEmbeddedPostgres({ dataDir, listenOn: 'loopback' });
  opened.defer(() => postgres.close());
  await migrateDatabase(postgres.url);
  await execute(postgres.url, 'create database unleash');
  const { environments } = await seed(postgres.url, { toggleCount: 500, environmentCount: 1 });
  const ours = await spawnService({ DATABASE_URL: postgres.url, DATA_DIR: dataDir });
  opened.defer(async () => {
    ours.process.kill('SIGTERM');
    await ours.ended;
  });
  await ours.ready;
  const theirs = await startUnleash(folder, nameDatabase(postgres.url, 'unleash'));
  opened.defer(() => theirs.stop());

  const ourKey = { authorization: `Bearer ${environments[0]?.key}` };
  const asFrontend = { authorization: theirs.frontendToken };
  const asSdk = { authorization: theirs.sdkToken, 'accept-encoding': 'gzip' };
  const ourSdk = { ...ourKey, 'accept-encoding': 'gzip' };
  await requireSameDecisions({ ours: ours.url, theirs: theirs.url }, ourKey, asFrontend);
  print(`Comporta against unleash-server ${UNLEASH_VERSION}, 500 flags`);

  const users = USERS.slice(0, 64);
  const json = { ...ourKey, 'content-type': 'application/json' };
  const [body = ''] = users.map(ofrepBodyOf);
  const answerTo = async (path: string) => {
    const answer = await fetch(ours.url + path, { method: 'POST', headers: json, body });
    return answer.text();
  };
  // The rate of bare node:http with the same bytes shows how much of the limit a service on top of it uses.
  const templates = {
    one: await answerTo(`${OFREP}/${FLAGS[0]?.name}`),
    all: await answerTo(OFREP),
  };
  const byHand = await startBareServer('evaluate', templates, body);
  opened.defer(() => void byHand.process.kill());
  const constant = await startBareServer('constant', templates, body);
  opened.defer(() => void constant.process.kill());
  const question = {
    method: 'POST',
    headers: json,
    requests: users.map((user) => ({ path: OFREP, body: ofrepBodyOf(user) })),
    status: 200,
  } as const;
  await race('all flags evaluated for a user', [
    { name: 'Comporta', target: ours, question },
    { name: 'bare node:http, decided by hand', target: byHand, question },
    { name: 'bare node:http, one constant body', target: constant, question },
    {
      name: 'Unleash',
      target: theirs,
      question: {
        method: 'GET',
        headers: asFrontend,
        requests: users.map((user) => ({ path: frontendPathOf(user) })),
        status: 200,
      },
    },
  ]);
  const [ourSnapshot, theirSnapshot] = [[{ path: OUR_SNAPSHOT }], [{ path: THEIR_SNAPSHOT }]];
  const sdk = { method: 'GET', status: 200 } as const;
  const both = (asked: { readonly ours: Question; readonly theirs: Question }) => [
    { name: 'Comporta', target: ours, question: asked.ours },
    { name: 'Unleash', target: theirs, question: asked.theirs },
  ];
  await race(
    'what an SDK evaluates, compressed',
    both({
      ours: { ...sdk, requests: ourSnapshot, headers: ourSdk },
      theirs: { ...sdk, requests: theirSnapshot, headers: asSdk },
    }),
  );
  const ourTag = await tagOf(ours.url + OUR_SNAPSHOT, ourSdk);
  const theirTag = await tagOf(theirs.url + THEIR_SNAPSHOT, asSdk);
  const unchanged = { method: 'GET', status: 304 } as const;
  await race(
    'the same, answered 304',
    both({
      ours: {
        ...unchanged,
        requests: ourSnapshot,
        headers: { ...ourSdk, 'if-none-match': ourTag },
      },
      theirs: {
        ...unchanged,
        requests: theirSnapshot,
        headers: { ...asSdk, 'if-none-match': theirTag },
      },
    }),
  );
}

/** Throws unless Unleash enables every flag that a rule decides here. The outcome of a split may differ. */
async function requireSameDecisions(
  { ours, theirs }: { readonly ours: string; readonly theirs: string },
  ourKey: Record<string, string>,
  theirKey: Record<string, string>,
): Promise<void> {
  for (const user of MIXED_USERS.slice(0, 16)) {
    const headers = { ...ourKey, 'content-type': 'application/json' };
    const answer = await fetch(ours + OFREP, { method: 'POST', headers, body: ofrepBodyOf(user) });
    const { flags } = (await answer.json()) as { flags: { key: string; variant: string }[] };
    const path = frontendPathOf(user);
    const theirAnswer = await fetch(theirs + path, { headers: theirKey });
    const { toggles } = (await theirAnswer.json()) as { toggles: { name: string }[] };
    const enabled = new Set(toggles.map(({ name }) => name));
    const missed = flags.filter(
      ({ key, variant }) => !/^o(n|ff)$/.test(variant) && !enabled.has(key),
    );
    if (flags.length !== FLAGS.length || missed.length > 0) {
      throw new Error(`${user.uid}: ${flags.length} flags, ${missed.length} decided otherwise`);
    }
  }
}

function ofrepBodyOf({ uid, ...properties }: User): string {
  return JSON.stringify({ context: { targetingKey: uid, ...properties } });
}

function frontendPathOf({ uid, ...properties }: User): string {
  const query = new URLSearchParams({ userId: uid });
  for (const [name, value] of Object.entries(properties))
    query.set(`properties[${name}]`, `${value}`);
  return `${FRONTEND}?${query}`;
}

async function tagOf(url: string, headers: Record<string, string>): Promise<string> {
  const response = await fetch(url, { headers });
  await response.text();
  return response.headers.get('etag') ?? '';
}
