import type { EvaluationContext } from '@openfeature/core';
import { FlagdCore } from '@openfeature/flagd-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createApplication, createCompany, createEnvironmentKey } from '../testing/builders.ts';
import {
  EVALUATORS,
  generatedFlag,
  generatedUser,
  randomFrom,
} from '../testing/flagd/generated-flags.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';
import { importFlagd } from './import-flagd.ts';

const FLAGS = 50;
const USERS = 10;
const NO_LOG = { error() {}, warn() {}, info() {}, debug() {} };

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

it('LIF-70: a file of flags is served as flagd-core answers, and imported again without changes', async () => {
  const { token, accountId } = await createCompany(server);
  const { id, environmentIds } = await createApplication(server, accountId);
  const key = await createEnvironmentKey(server, environmentIds[0] ?? '');
  const random = randomFrom(3);
  const flags = Object.fromEntries(
    Array.from({ length: FLAGS }, (_, place) => [`flag-${place}`, generatedFlag(random)]),
  );
  const file = { flags, $evaluators: EVALUATORS };
  const { document, remarks } = importFlagd(file, {
    ...{ application: 'Shop', environment: 'Production' },
    promises: ['types-are-strict'],
  });

  const path = `/api/apps/${id}/import`;
  const dryRun = await server.call('POST', `${path}?dryRun=true`, { token, body: document });
  expect(dryRun).toMatchObject({ status: 200, body: { dryRun: true } });
  expect(await server.call('POST', path, { token, body: document })).toMatchObject({ status: 200 });
  const again = await server.call('POST', path, { token, body: document });
  expect(again).toMatchObject({ status: 200, body: { changes: [] } });

  const core = new FlagdCore(undefined, NO_LOG);
  core.setConfigurations(JSON.stringify(file));
  const paused = new Set(remarks.map(({ feature }) => feature));
  let compared = 0;
  for (const user of Array.from({ length: USERS }, () => generatedUser(random, true))) {
    const { body } = await server.call<{
      flags: readonly { readonly key: string; readonly value: unknown }[];
    }>('POST', '/ofrep/v1/evaluate/flags', { token: key, body: { context: user } });
    for (const { key: name, value } of body.flags) {
      if (paused.has(name)) continue;
      const theirs = core.getFlag(name)?.evaluate(user as EvaluationContext);
      expect([name, user, value]).toEqual([name, user, theirs?.value]);
      compared++;
    }
  }
  expect(compared).toBeGreaterThan(0.8 * FLAGS * USERS);
});
