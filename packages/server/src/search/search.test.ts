import type { SearchResult } from '@comporta/contract/search/search-api';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  createApplication,
  createCompany,
  createExperiment,
  createIdList,
  createProperty,
  createTargetGroup,
  createToggle,
  createUser,
  type TestApplication,
  type TestUser,
} from '../testing/builders.ts';
import { createFurnishedCompany } from '../testing/furnished-company.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';

let server: TestServer;
let admin: TestUser;
let bia: TestUser;
let granted: TestApplication;
let others: TestApplication;

beforeAll(async () => {
  server = await startTestServer();
  admin = await createCompany(server);
  granted = await createApplication(server, admin.accountId, ['Produção', 'Test']);
  others = await createApplication(server, admin.accountId, ['Produção']);
  const apps = [granted.id];
  bia = await createUser(server, admin.accountId, { name: 'Bia Gonçalves', apps });
  for (const application of [granted, others]) {
    const toggle = await createToggle(server, application.id, { name: 'checkout.rollout-112' });
    await createExperiment(server, application, toggle, [
      { type: 'ALL_USERS', valueSpec: { type: 'EXACT_VALUE', exactValue: 'enabled' } },
    ]);
    await createProperty(server, application.id, { key: 'checkout.step', type: 'STRING' });
    await createTargetGroup(server, application.id, { name: 'Ação no checkout', uids: '1' });
    await createIdList(server, application.id, 'Álbum beta');
  }
});
afterAll(() => server.close());

async function find(q: string, { token }: { token: string } = bia, limit?: number) {
  const query = new URLSearchParams({ q, ...(limit && { limit: String(limit) }) });
  const answer = await server.call<SearchResult[]>('GET', `/api/search?${query}`, { token });
  expect(answer.status).toBe(200);
  return answer.body;
}

const said = ({ type, name }: SearchResult) => `${type} ${name}`;

describe('the search', () => {
  it('CDW-21, CDW-26: finds every word in any order, without case and accents', async () => {
    expect(await find('ROLLOUT checkout')).toEqual([
      { type: 'toggle', id: expect.any(String), appId: granted.id, name: 'checkout.rollout-112' },
      {
        type: 'experiment',
        id: expect.any(String),
        appId: granted.id,
        envId: granted.environmentIds[0],
        name: 'checkout.rollout-112',
      },
    ]);
    expect((await find('acao')).map(said)).toEqual(['targetGroup Ação no checkout']);
    expect((await find('AÇÃO check')).map(said)).toEqual(['targetGroup Ação no checkout']);
    expect((await find('album')).map(said)).toEqual(['idList Álbum beta']);
    expect((await find('producao')).map(said)).toEqual(['environment Produção']);
    expect((await find(granted.id)).map(said)).toEqual([`application Checkout ${granted.id}`]);
    expect(await find(' ')).toEqual([]);
    expect(await find('100%_\\')).toEqual([]);
    expect(await find('rollout\u{10ffff}')).toEqual([]);
  });

  it('CDW-28: finds nothing without a grant, and users only for administrators', async () => {
    for (const q of ['checkout', 'rollout', 'step', 'acao', 'album', 'producao', others.id]) {
      for (const result of await find(q)) expect(result.appId).toBe(granted.id);
    }
    expect(await find('goncalves')).toEqual([]);
    expect(await find(bia.email)).toEqual([]);
    const person = [{ type: 'user', id: bia.id, name: 'Bia Gonçalves' }];
    expect(await find('goncalves', admin)).toEqual(person);
    expect(await find(bia.email, admin)).toEqual(person);
    const apps = new Set((await find('checkout', admin)).map(({ appId }) => appId));
    expect(apps).toEqual(new Set([granted.id, others.id]));

    const stranger = await createFurnishedCompany(server);
    for (const token of [stranger.adminToken, stranger.memberToken, stranger.accountKey]) {
      for (const q of ['rollout', 'album', 'goncalves', granted.id]) {
        expect(await find(q, { token })).toEqual([]);
      }
    }
    const ofKey = await find('a', { token: stranger.accountKey });
    expect(ofKey.filter(({ type }) => type === 'user')).toEqual([]);
    expect(ofKey).not.toEqual([]);
  });

  it('returns at most as many results as requested; no type displaces another', async () => {
    const { token, accountId } = await createCompany(server);
    const application = await createApplication(server, accountId, ['one-env']);
    for (let count = 10; count < 40; count++) {
      await createToggle(server, application.id, { name: `a-one-${count}` });
    }
    await createToggle(server, application.id, { name: 'one-first' });
    await createProperty(server, application.id, { key: 'one', type: 'STRING' });
    const all = await find('one', { token });
    expect(all).toHaveLength(20);
    expect(all.map(({ type }) => type)).toEqual([
      'environment',
      ...Array(18).fill('toggle'),
      'property',
    ]);
    expect(all[1]?.name).toBe('one-first');
    expect(await find('one', { token }, 2)).toHaveLength(2);
    for (const query of ['limit=0', 'limit=x', `q=${'x'.repeat(101)}`]) {
      const refused = await server.call('GET', `/api/search?${query}`, { token });
      expect(refused).toMatchObject({ status: 400, body: { error_code: 'INVALID_QUERY' } });
    }
  });
});
