import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { AuditPage } from '@comporta/contract/audit-logs/audit-log';
import { eq, inArray } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { applications } from '../tables/applications.ts';
import { eventKeys, metricEvents } from '../tables/events.ts';
import { createApplication, createCompany } from '../testing/builders.ts';
import { type MeasuredShop, openMeasuredShop } from '../testing/measured-shop.ts';
import { spawnCommand } from '../testing/spawned-service.ts';
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';

const DAY_MS = 24 * 60 * 60_000;
const ago = (days: number) => new Date(Date.now() - days * DAY_MS).toISOString();

let database: TestDatabase;
let server: TestServer;
let shop: MeasuredShop;
let folder: string;

beforeAll(async () => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'comporta-events-'));
  database = await createTestDatabase();
  server = await startTestServer({ DATABASE_URL: database.url });
});
afterAll(async () => {
  await server.close();
  await database.drop();
  rmSync(folder, { recursive: true });
});
beforeEach(async () => {
  shop = await openMeasuredShop(server);
});

async function comporta(...args: readonly string[]) {
  const command = await spawnCommand(['events', ...args], { DATABASE_URL: database.url });
  const { code, stdout, stderr } = await command.ended;
  return { code, said: `${stdout}${stderr}`.trimEnd().split('\n') };
}

function importFile(name: string, lines: readonly string[], ...more: readonly string[]) {
  const file = path.join(folder, name);
  writeFileSync(file, lines.join('\n'));
  return comporta('import', file, '--app', shop.application.id, '--env', 'Production', ...more);
}

const ofShop = () => eq(metricEvents.environmentId, shop.environmentId);
const storedEvents = () => server.database.sql.$count(metricEvents, ofShop());

describe('RES-33: comporta events import', () => {
  it('imports events from a CSV file once, however often it is imported', async () => {
    const lines = [
      '\ufeffuid,key,at,value,id',
      `ana,purchase,${ago(20)},,`,
      `"bob, the second",purchase,${ago(1)},12.5,`,
      `carla,purchase,${ago(1)},3,my-own-id`,
    ];
    expect(await importFile('events.csv', lines, '--dry-run')).toEqual({
      code: 0,
      said: [
        '3 rows: 3 would be imported unless they are duplicates, 0 refused; nothing was changed.',
      ],
    });
    expect(await storedEvents()).toBe(0);
    expect(await server.database.sql.$count(eventKeys)).toBe(0);
    expect(await importFile('events.csv', lines)).toEqual({
      code: 0,
      said: ['3 rows: 3 imported, 0 duplicates, 0 refused.'],
    });
    expect(await importFile('events.csv', lines)).toEqual({
      code: 0,
      said: ['3 rows: 0 imported, 3 duplicates, 0 refused.'],
    });
    const rows = await server.database.sql.select().from(metricEvents).where(ofShop());
    expect(rows.map(({ value }) => value).sort()).toEqual([12.5, 3, null].sort());
    expect(rows.every(({ trusted }) => trusted)).toBe(true);
  });

  it('counts invalid rows by code and names the first 20 lines; the other rows are imported', async () => {
    const lines = [
      'uid,key,at,value,id',
      `ana,purchase,${ago(1)},,`,
      `ana,purchase,${ago(40)},,`,
      `ana,purchase,${ago(1)},many,`,
      `,purchase,${ago(1)},,`,
      `ana,no key,${ago(1)},,`,
      'ana,purchase,yesterday,,',
      `ana,purchase,${ago(2)}`,
      `ana,purchase,${ago(1)},1,2,3`,
      ...Array.from({ length: 25 }, (_, index) => `ana,purchase,${ago(50 + index)},,`),
    ];
    const tooOld = Array.from({ length: 19 }, (_, index) => index + 10).join(', ');
    for (const verdict of [
      '33 rows: 2 would be imported unless they are duplicates, 31 refused; nothing was changed.',
      '33 rows: 2 imported, 0 duplicates, 31 refused.',
    ]) {
      const more = verdict.endsWith('changed.') ? ['--dry-run'] : [];
      const { code, said } = await importFile('wrong.csv', lines, ...more);
      expect(code).toBe(0);
      expect(said).toEqual([
        `TOO_OLD 26: lines 3, ${tooOld}, …`,
        'INVALID_VALUE 1: line 4',
        'INVALID_UID 1: line 5',
        'INVALID_KEY 1: line 6',
        'INVALID_ITEM 2: lines 7, 9',
        verdict,
      ]);
    }
    expect(await storedEvents()).toBe(2);
  });

  it('imports exposures and events from NDJSON; the service counts them', async () => {
    await shop.start();
    const toggle = shop.experiment.toggleName;
    const at = new Date().toISOString();
    const value = await shop.givenTo('ana');
    const other = value === 'enabled' ? 'disabled' : 'enabled';
    const { code, said } = await importFile('mixed.ndjson', [
      JSON.stringify({ uid: 'ana', toggle, value, at }),
      JSON.stringify({ uid: 'ana', toggle, value: other, at }),
      JSON.stringify({ uid: 'ana', toggle: 'nobody-knows', value, at }),
      '',
      '{"uid": "ana", ',
      JSON.stringify({ uid: 'ana', key: 'purchase', at: new Date(Date.now() + 1).toISOString() }),
    ]);
    expect({ code, said }).toEqual({
      code: 0,
      said: [
        'WRONG_ASSIGNMENT 1: line 2',
        'UNKNOWN_TOGGLE 1: line 3',
        'INVALID_ITEM 1: line 5',
        '5 rows: 2 imported, 0 duplicates, 3 refused.',
      ],
    });
    await shop.count();
    const [goal] = (await shop.results()).metrics;
    expect(goal?.values.find((one) => one.value === value)).toMatchObject({
      users: 1,
      positive: 1,
    });
  });

  it('names the line with an unclosed quote, and the missing columns', async () => {
    const open = [
      'uid,key,at',
      `ana,purchase,${ago(1)}`,
      '"bob,purchase,x',
      `c,purchase,${ago(1)}`,
    ];
    const { code, said } = await importFile('open.csv', open);
    expect({ code, said }).toEqual({
      code: 1,
      said: [expect.stringMatching(/cannot be read: Quote Not Closed/)],
    });
    expect(await importFile('columns.csv', ['user,event', 'ana,purchase'])).toMatchObject({
      code: 2,
      said: [expect.stringMatching(/^the first line must name the columns: uid,key,at/)],
    });
    expect(await importFile('events.txt', [])).toMatchObject({ code: 2 });
  });

  it('asks for an id when several companies have an application of that name', async () => {
    const another = await createCompany(server);
    const twin = await createApplication(server, another.accountId);
    await server.database.sql
      .update(applications)
      .set({ name: 'Twin' })
      .where(inArray(applications.id, [twin.id, shop.application.id]));
    const asked = ['--env', 'Production', '--uid', 'ana'];
    const { code, said } = await comporta('erase', '--app', 'Twin', ...asked);
    expect(code).toBe(2);
    expect(said[0]).toContain(twin.id);
    expect(await comporta('erase', '--app', 'No such', ...asked)).toMatchObject({
      code: 1,
      said: ['no application No such has an environment Production'],
    });
    expect(await comporta('import', '--app', 'Shop')).toMatchObject({ code: 2 });
  });
});

describe('RES-33: comporta events erase', () => {
  it('deletes what is known about a user, and records that a user was erased, without the uid', async () => {
    await shop.track(['ana', 'bob']);
    const asked = ['--app', shop.application.id, '--env', 'Production', '--uid', 'ana'];
    expect(await comporta('erase', ...asked)).toEqual({ code: 0, said: ['1 record erased.'] });
    expect(await comporta('erase', ...asked)).toEqual({ code: 0, said: ['0 records erased.'] });
    expect(await storedEvents()).toBe(1);
    const { body } = await server.call<AuditPage>(
      'GET',
      `/api/audit-logs?entity=${shop.environmentId}`,
      { token: shop.admin.token },
    );
    expect(JSON.stringify(body.items[0])).toContain('Production');
    expect(JSON.stringify(body)).not.toContain('"ana"');
  });
});
