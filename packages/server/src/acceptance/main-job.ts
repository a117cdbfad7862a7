import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { deleteApplication } from '@comporta/contract/applications/application-api';
import { setPassword } from '@comporta/contract/sessions/password-api';
import { createUser } from '@comporta/contract/users/user-api';
import { readConfig } from '../platform/config/config.ts';
import { type Client, openClient } from './client.ts';
import { logIn, PASSWORD, requestIdOf, signUp } from './company.ts';
import { checkAuditPages } from './main-job/audit-trail.ts';
import { deleteUnused, dismiss } from './main-job/clearing.ts';
import { checkEveryCustomer } from './main-job/evaluations.ts';
import * as lifecycle from './main-job/lifecycle.ts';
import type { Nodes } from './main-job/nodes.ts';
import { PLAN, usePlanUp } from './main-job/plan.ts';
import { checkRefusals } from './main-job/refusals.ts';
import { openShop } from './main-job/rules.ts';
import { furnishShop } from './main-job/shop.ts';
import { type ServiceProcess, startServiceProcess } from './service-process.ts';

interface MainJobOptions {
  /** Absent: one node with its embedded database. Given: two nodes on it. */
  readonly databaseUrl?: string | undefined;
  readonly report: (line: string) => void;
}

/**
 * Runs the main job of the product with real processes, from an empty folder, and checks every response.
 * Resolves with the delay of each change: milliseconds from its acknowledgement until the other node used it.
 */
export async function doMainJob({
  databaseUrl,
  report,
}: MainJobOptions): Promise<readonly number[]> {
  const dataDir = mkdtempSync(path.join(os.tmpdir(), 'comporta-main-job-'));
  await using stack = new AsyncDisposableStack();
  stack.defer(() => rmSync(dataDir, { recursive: true }));
  const start = async () => {
    const service = await startServiceProcess({
      DATA_DIR: dataDir,
      SIGNUP: 'open',
      PLANS: JSON.stringify({ ON_PREMISE: PLAN }),
      LOG_LEVEL: 'warn',
      ...(databaseUrl !== undefined && { DATABASE_URL: databaseUrl }),
    });
    stack.defer(() => service.kill());
    return service;
  };
  const step = async <Result>(name: string, work: () => Promise<Result>): Promise<Result> => {
    const since = performance.now();
    const result = await work();
    report(`${name}: ${Math.round(performance.now() - since)} ms`);
    return result;
  };

  const near = await step('start', start);
  const adminEmail = `ana-${randomUUID()}@example.com`;
  const admin = await step('sign up, password from the mail, log in', () =>
    signUp(near, adminEmail),
  );
  const usedRequestId = requestIdOf(await near.passwordLink(adminEmail));
  const far = databaseUrl === undefined ? near : await step('start another node', start);
  const furnished = await step('application, keys, properties, toggles, group', () =>
    furnishShop(admin),
  );
  const shop = await step('experiments', () => openShop(admin, furnished));

  const urls = [near.url, far.url];
  const delaysMs: number[] = [];
  const nodesOf = (key: string): Nodes => ({
    near: openClient(near.url, key),
    far: openClient(far.url, key),
    delaysMs,
  });
  const nodes = nodesOf(shop.production.key);
  for (const url of new Set(urls)) {
    await step('every customer, asked in three ways', () =>
      checkEveryCustomer(openClient(url, shop.production.key), shop),
    );
  }
  await step('edit an experiment', () => lifecycle.editRepeatedly(admin, nodes, shop));
  await step('edit a group', () => lifecycle.editTargetGroup(admin, nodes, shop));
  await step('pause and restart', () => lifecycle.pauseAndRestart(admin, nodes, shop));
  await step('clone', () => lifecycle.cloneToStaging(admin, nodesOf(shop.staging.key), shop));

  const visitor = openClient(near.url);
  const member = await step('invite a user', () => invite(admin, shop.appId, far.url));
  const situation = { visitor, admin, adminEmail, member, usedRequestId, shop };
  await step('refusals', () => checkRefusals(situation));
  const accountKey = await step('limits of the plan', () => usePlanUp(admin, shop));
  await step('audit pages', () => checkAuditPages(admin, shop.appId));

  const key = await step('replace a key', () => lifecycle.replaceKey(admin, urls, shop));
  await step('delete what nothing uses', () => deleteUnused(admin, nodesOf(key), shop));
  await step('delete a user and an account key', () =>
    dismiss(admin, member.id, member.client, openClient(far.url, accountKey)),
  );
  await step('SPEC-01: delete the application in use', async () => {
    await admin.call(deleteApplication, { params: { appId: shop.appId } });
    for (const url of urls) await lifecycle.awaitRefusal(openClient(url, key));
  });
  await step('stop', () => stopAll(new Set([near, far])));
  return delaysMs;
}

async function invite(admin: Client, appId: string, url: string) {
  const visitor = openClient(url);
  const email = `bea-${randomUUID()}@example.com`;
  const body = { name: 'Bea', email, apps: [appId] };
  const { id, passwordLink } = await admin.call(createUser, { body });
  await visitor.call(setPassword, {
    params: { requestId: requestIdOf(passwordLink ?? '') },
    body: { value: PASSWORD, confirmation: PASSWORD },
  });
  return { id, email, client: openClient(url, await logIn(visitor, email)) };
}

async function stopAll(services: ReadonlySet<ServiceProcess>): Promise<void> {
  for (const service of services) {
    const alarms = service.log().filter(({ level }) => level === 'error' || level === 'fatal');
    assert.deepEqual(alarms, []);
  }
  await Promise.all([...services].map((service) => service.stop()));
}

/** For example `median 4 ms, slowest 11 ms of 27`. */
export function summaryOf(delaysMs: readonly number[]): string {
  const sorted = delaysMs.map(Math.round).sort((one, other) => one - other);
  const median = sorted[Math.floor(sorted.length / 2)];
  return `median ${median} ms, slowest ${sorted.at(-1)} ms of ${sorted.length}`;
}

if (import.meta.main) {
  const report = (line: string) => process.stdout.write(`${line}\n`);
  const delaysMs = await doMainJob({ databaseUrl: readConfig().databaseUrl, report });
  report(`from acknowledged to answered by the other node: ${summaryOf(delaysMs)}`);
}
