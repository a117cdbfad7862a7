import type { AuditPage } from '@comporta/contract/audit-logs/audit-log';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type MeasuredShop, openMeasuredShop } from '../testing/measured-shop.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';

let server: TestServer;
let shop: MeasuredShop;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  shop = await openMeasuredShop(server);
});

const api = <Body = never>(method: string, path: string, body?: object) =>
  server.call<Body>(method, path, { token: shop.admin.token, ...(body && { body }) });
const application = () => `/api/apps/${shop.application.id}`;

/** The newest entries, newest first: what was changed, and the items of their texts. */
async function newest(count: number, path = '/api/audit-logs') {
  const { body } = await api<AuditPage>('GET', `${path}?size=${count}`);
  return body.items.map(({ action, entity, items }) => ({ action, type: entity.type, items }));
}
const edited = (type: string, ...items: string[]) => ({ action: 'EDITED', type, items });

describe('all users are assigned anew', () => {
  const drawn = edited('experiment', 'all users were assigned anew');

  it('HOS-08, FAIR-60: is in the log when the experiment is saved so, without the salt', async () => {
    await shop.saveRules(shop.experiment.rules, { rerandomise: true });
    expect(await newest(1)).toEqual([drawn]);
  });

  it('HOS-08, FAIR-60: is in the log of the experiment when its analysis asks for it', async () => {
    const { id } = await shop.start();
    const { status } = await shop.call('POST', `/analyses/${id}/phases`, { rerandomise: true });
    expect(status).toBe(200);
    expect(await newest(2)).toContainEqual(drawn);
    const { body } = await shop.call<{ version: number }>('GET', '');
    expect(body.version).toBe(2);
  });
});

it('HOS-14, FAIR-60: an export and a look at the secret of the webhook are in the log; neither changes what is served', async () => {
  const revisions = () => server.database.sql.execute('select revision from environments');
  const before = (await revisions()).rows;
  await api('GET', `${application()}/export`);
  await api('GET', `${application()}/notifications/secret`);
  expect(await newest(2, `${application()}/audit-logs`)).toEqual([
    edited('application', 'read the secret of the webhook'),
    edited('application', 'exported the application'),
  ]);
  expect((await revisions()).rows).toEqual(before);
});

it('HOS-14, FAIR-60: shared views are in the log, others are not', async () => {
  const views = `${application()}/views`;
  const own = { name: 'Mine', query: 'tag=x', shared: false };
  const { body } = await api<{ id: string }>('POST', views, own);
  expect(await newest(1)).not.toContainEqual(
    expect.objectContaining({ type: 'application', action: 'EDITED' }),
  );
  await api('PUT', `${views}/${body.id}`, { ...own, shared: true });
  await api('PUT', `${views}/${body.id}`, { ...own, shared: true, query: 'tag=y' });
  await api('DELETE', `${views}/${body.id}`);
  expect(await newest(3)).toEqual([
    edited('application', 'shared view removed: “Mine (tag=y)”'),
    edited('application', 'shared view: “Mine (tag=x)” → “Mine (tag=y)”'),
    edited('application', 'shared view added: “Mine (tag=x)”'),
  ]);
});
