import type { IdList } from '@comporta/contract/id-lists/id-list';
import { eq, sql as raw } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { idListParts, idLists } from '../tables/id-lists.ts';
import {
  createApplication,
  createCompany,
  type TestApplication,
  type TestUser,
} from '../testing/builders.ts';
import { onLoneConnection } from '../testing/connections/on-lone-connection.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';
import { lockContent } from './part-repository.ts';

let server: TestServer;
let admin: TestUser;
let application: TestApplication;
let path: string;
let number = 0;

beforeAll(async () => {
  server = await startTestServer();
  admin = await createCompany(server);
  application = await createApplication(server, admin.accountId);
  path = `/api/apps/${application.id}`;
});
afterAll(() => server.close());

function call<Body>(method: string, place: string, body?: object) {
  return server.call<Body>(method, `${path}/${place}`, {
    token: admin.token,
    ...(body && { body }),
  });
}

async function createList(): Promise<string> {
  const { body } = await call<IdList>('POST', 'id-lists', { name: `List ${++number}` });
  return body.id;
}

async function upload(id: string, file: string): Promise<number> {
  const response = await server.http.inject({
    method: 'PUT',
    url: `${path}/id-lists/${id}/content`,
    headers: { authorization: `Bearer ${admin.token}`, 'content-type': 'text/plain' },
    payload: file,
  });
  return response.statusCode;
}

const property = () => ({ key: `key-${++number}`, type: 'STRING' });
const idsFrom = (first: number, count: number) =>
  Array.from({ length: count }, (_, place) => `user-${first + place}`);

it('LIF-45: while ids of a list wait for others, everything else of the application is saved', async () => {
  const id = await createList();
  const other = await createList();
  let held: Promise<readonly number[]> = Promise.resolve([]);
  await onLoneConnection(server.database.url, async (sql) => {
    await lockContent(sql, id);
    const ids = call('POST', `id-lists/${id}/ids`, { add: ['bob'] });
    held = Promise.all([upload(id, 'ana'), ids.then(({ status }) => status)]);
    await expect.poll(countWaiting).toBe(2);
    expect((await call('POST', 'properties', property())).status).toBe(201);
    expect((await call('PUT', `id-lists/${id}`, { name: 'Renamed' })).status).toBe(200);
    expect((await call('POST', `id-lists/${other}/ids`, { add: ['eva'] })).status).toBe(200);
  });
  expect(await held).toEqual([200, 200]);
});

/** The calls that wait for a list. */
async function countWaiting(): Promise<number> {
  const { rows } = await server.database.sql.execute(raw`
    select from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock' and wait_event = 'advisory'`);
  return rows.length;
}

it('LIF-45: uploads, changes of ids and ordinary saves at once never wait for each other in a circle', async () => {
  const lists = [await createList(), await createList()];
  const statuses: number[] = [];
  await Promise.all(
    Array.from({ length: 6 }, async (_, worker) => {
      for (let round = 0; round < 5; round++) {
        const id = lists[(worker + round) % lists.length] ?? '';
        const answers = await Promise.all([
          upload(id, idsFrom(10 * round, 200).join('\n')),
          call('POST', `id-lists/${id}/ids`, { add: idsFrom(worker, 50), remove: ['user-3'] }),
          call('PUT', `id-lists/${id}`, { name: `List ${++number}` }),
          call('POST', 'properties', property()),
        ]);
        statuses.push(...answers.map((one) => (typeof one === 'number' ? one : one.status)));
      }
    }),
  );
  expect([...new Set(statuses)].sort()).toEqual([200, 201]);
  for (const id of lists) {
    const [list] = await server.database.sql
      .select({ count: idLists.count })
      .from(idLists)
      .where(eq(idLists.id, id));
    const [sum] = await server.database.sql
      .select({ count: raw<number>`sum(length(${idListParts.ids}) / 8)::integer` })
      .from(idListParts)
      .where(eq(idListParts.listId, id));
    expect(sum).toEqual(list);
  }
});
