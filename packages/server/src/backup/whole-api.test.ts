import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { getDevice } from '@comporta/contract/identity/device-api';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { sessions } from '../tables/accounts.ts';
import { createApplication, createCompany } from '../testing/builders.ts';
import { createFurnishedCompany } from '../testing/furnished-company.ts';
import { createMeasuredCompany } from '../testing/measured-company.ts';
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';
import { type Ask, answersOfAll } from '../testing/whole-api.ts';
import { restoreBackup } from './restore-backup.ts';
import { writeBackup } from './write-backup.ts';

/** The largest page of the audit log. */
const PAGE = 100;
const RESULTS = 'GET /api/apps/:appId/envs/:envId/experiments/:id/results';

let folder: string;
/** No backup has the key, which is set up elsewhere again. */
const SETTINGS = { ENCRYPTION_KEY: randomBytes(32).toString('base64url') };

let server: TestServer;
let elsewhere: TestDatabase;

beforeAll(async () => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'comporta-whole-'));
  server = await startTestServer(SETTINGS);
  elsewhere = await createTestDatabase();
});
afterAll(async () => {
  await server.close();
  await elsewhere.drop();
  rmSync(folder, { recursive: true });
});

function askOf({ http }: TestServer): Ask {
  return async ({ method, path: url, bearer, body }) => {
    const answer = await http.inject({
      method,
      url,
      headers: { authorization: `Bearer ${bearer}` },
      ...(body && { payload: body }),
    });
    return { status: answer.statusCode, text: answer.payload };
  };
}

it('OPS-14: a busy service is backed up; restored elsewhere, every GET and every evaluation has the same response', async () => {
  const furnished = await createFurnishedCompany(server);
  for (const [type, id] of [
    ['application', furnished.ids.appId],
    ['toggle', furnished.ids['toggles/']],
  ]) {
    const at = `/api/users/me/favourites/${type}/${id}`;
    expect(await server.call('PUT', at, { token: furnished.adminToken })).toMatchObject({
      status: 204,
    });
  }
  const measured = await createMeasuredCompany(server, furnished);
  // Counting stores the verdict a moment after the figures.
  const summaries = `/api/apps/${measured.ids.appId}/analyses`;
  await expect
    .poll(async () => {
      const { body } = await server.call<object[]>('GET', summaries, {
        token: measured.adminToken,
      });
      return body;
    })
    .toMatchObject([{ verdict: expect.anything() }]);

  // What a node has noted of those who asked is stored when it is read; a backup has what is stored.
  const clients = `/api/apps/${measured.ids.appId}/envs/${measured.ids.envId}/clients`;
  await server.call('GET', clients, { token: measured.adminToken });

  const busy = await createCompany(server);
  const { id: appId } = await createApplication(server, busy.accountId);
  const toggles = `/api/apps/${appId}/toggles`;
  const saved: string[] = [];
  let isBackedUp = false;
  async function saveOn(): Promise<void> {
    while (!isBackedUp && saved.length < PAGE) {
      const name = `toggle-${saved.length}`;
      const body = { name, values: ['a', 'b'], defaultValue: 'a' };
      expect((await server.call('POST', toggles, { token: busy.token, body })).status).toBe(201);
      saved.push(name);
    }
  }
  const saving = saveOn();
  await expect.poll(() => saved.length).toBeGreaterThan(2);
  const before = [...saved];
  const file = path.join(folder, 'busy.backup');
  await writeBackup(server.database.url, file);
  isBackedUp = true;
  await saving;

  await restoreBackup(elsewhere.url, file);
  const other = await startTestServer({ ...SETTINGS, DATABASE_URL: elsewhere.url });
  try {
    // IDN-70: the backup has no sessions, and what was begun opens nothing elsewhere.
    expect(await other.database.sql.$count(sessions)).toBe(0);
    await other.database.sql
      .insert(sessions)
      .values(await server.database.sql.select().from(sessions));
    const answers = await answersOfAll(askOf(server), furnished);
    expect(await answersOfAll(askOf(other), furnished)).toEqual(answers);
    const ofResults = await answersOfAll(askOf(server), measured);
    expect(await answersOfAll(askOf(other), measured)).toEqual(ofResults);
    for (const [route, answer] of Object.entries(answers)) {
      // What programs have begun is in no backup.
      if (route === `GET ${getDevice.path}`) continue;
      // Equal refusals would prove nothing.
      const good = [answer, ofResults[route]].filter((one) => one?.startsWith('200 '));
      expect(good, `${route}: ${answer}`).not.toEqual([]);
    }
    expect(ofResults[RESULTS]).toMatch(/"users":[1-9]/);

    // Of the concurrent writes the backup has the state of one moment: each toggle with its audit entry.
    const call = <Body>(at: string) => other.call<Body>('GET', at, { token: busy.token });
    const restored = (await call<{ name: string }[]>(toggles)).body.map(({ name }) => name);
    expect(restored).toEqual(expect.arrayContaining(before));
    const log = `/api/apps/${appId}/audit-logs?entity=toggle&size=${PAGE}`;
    const { items } = (await call<{ items: object[] }>(log)).body;
    expect(items).toHaveLength(restored.length);
  } finally {
    await other.close();
  }
});
