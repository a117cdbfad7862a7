import type { Application } from '@comporta/contract/applications/application';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createProperty, PASSWORD } from '../../testing/builders.ts';
import { addressOf, openEdgeBeside } from '../../testing/edge/edge-beside.ts';
import { openUpstreamGate } from '../../testing/edge/upstream-gate.ts';
import { type MeasuredShop, openMeasuredShop, users } from '../../testing/measured-shop.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer();
  await server.http.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(async () => {
  server.http.server.closeAllConnections();
  await server.close();
});

interface Asked {
  readonly at: string;
  readonly key: string;
  readonly uid: string;
  readonly country: string;
}

async function evaluate({ experiment }: MeasuredShop, { at, key, uid, country }: Asked) {
  const context = { targetingKey: uid, country, secret: 'not a segment' };
  await ask(at, `/${experiment.toggleName}`, { key, context });
}

async function ask(at: string, path: string, { key, context }: { key: string; context: object }) {
  const answer = await fetch(`${at}/ofrep/v1/evaluate/flags${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ context }),
  });
  expect(answer.status).toBe(200);
  return JSON.parse(await answer.text());
}

/** Whoever asks, and from where, each user of the page or of a server once and again. */
async function evaluateAll(shop: MeasuredShop, at: string): Promise<void> {
  for (const [index, uid] of users(60).entries()) {
    const key = index < 20 ? shop.clientKey : shop.environmentKey;
    const asked = { at, key, uid, country: index < 40 ? 'BR' : 'PT' };
    await evaluate(shop, asked);
    await evaluate(shop, asked);
  }
}

async function openShop() {
  const shop = await openMeasuredShop(server);
  const country = await createProperty(server, shop.application.id, {
    key: 'country',
    type: 'STRING',
  });
  await shop.start({ segments: [country] });
  return { shop, country };
}

/** What the results say of where the exposures came from. */
async function counted({ shop, country }: Awaited<ReturnType<typeof openShop>>) {
  await shop.count();
  const { values, health, segment } = await shop.results(`?segment=${country}`);
  const levels = segment?.levels.map(({ name, users: ofLevel }) => [name, ofLevel]);
  const pages = health.find(({ code }) => code === 'PAGE_EXPOSURES')?.params;
  return { users: sumOf(values), levels, pages };
}

function sumOf(values: readonly { readonly users: number }[]): number {
  return values.reduce((sum, one) => sum + one.users, 0);
}

it('SCL-34: exposures of single OFREP evaluations at an edge are those at the service, with trust and segments', async () => {
  const atService = await openShop();
  const atEdge = await openShop();
  await using edge = await openEdgeBeside({ upstream: server, keys: [atEdge.shop.environmentKey] });
  await evaluateAll(atService.shop, addressOf(server));
  await evaluateAll(atEdge.shop, edge.url);
  await edge.stop();
  const expected = {
    users: 60,
    levels: [
      ['BR', 40],
      ['PT', 20],
    ],
    pages: { count: 20, share: 20 / 60 },
  };
  await expect.poll(() => counted(atService)).toEqual(expected);
  await expect.poll(() => counted(atEdge)).toEqual(expected);
});

it('SCL-34, RES-25: bulk answers of an edge expose where the environment says so, and nowhere else', async () => {
  const { shop } = await openShop();
  const { shop: other } = await openShop();
  const path = `/api/apps/${shop.application.id}`;
  const { token } = shop.admin;
  const { body } = await server.call<Application>('GET', path, { token });
  const environments = body.environments.map((one) => ({ ...one, countBulkAsExposure: true }));
  const saved = await server.call('PUT', path, { token, body: { ...body, environments } });
  expect(saved.status).toBe(200);
  const keys = [shop.environmentKey, other.environmentKey];
  await using edge = await openEdgeBeside({ upstream: server, keys });
  for (const key of keys) {
    for (const uid of users(7)) await ask(edge.url, '', { key, context: { targetingKey: uid } });
  }
  await evaluate(other, { at: edge.url, key: other.clientKey, uid: 'ana', country: 'BR' });
  await edge.stop();
  const usersOf = async (one: MeasuredShop) => {
    await one.count();
    return sumOf((await one.results()).values);
  };
  await expect.poll(() => usersOf(shop)).toBe(7);
  await expect.poll(() => usersOf(other)).toBe(1);
});

it('SCL-34: exposures with a key that was replaced meanwhile are refused, and those with other keys are not', async () => {
  const { shop } = await openShop();
  await using edge = await openEdgeBeside({ upstream: server, keys: [shop.environmentKey] });
  await evaluate(shop, { at: edge.url, key: shop.environmentKey, uid: 'ana', country: 'BR' });
  await evaluate(shop, { at: edge.url, key: shop.clientKey, uid: 'bea', country: 'BR' });
  const path = `/api/apps/${shop.application.id}/env/${shop.environmentId}/client-key`;
  const body = { password: PASSWORD };
  const replaced = await server.call('POST', path, { token: shop.admin.token, body });
  expect(replaced.status).toBe(200);
  await edge.stop();
  await expect
    .poll(async () => {
      await shop.count();
      return sumOf((await shop.results()).values);
    })
    .toBe(1);
});

it('SCL-34: an analysis whose only traffic comes through an edge reaches a verdict, also when the service was away', async () => {
  const { shop } = await openShop();
  await using gate = await openUpstreamGate(addressOf(server));
  await using edge = await openEdgeBeside({ upstream: gate.url, keys: [shop.environmentKey] });
  gate.mode = 'CUT';
  const buyers: string[] = [];
  const path = `/${shop.experiment.toggleName}`;
  // Counted for each value: a tenth of all users are sometimes, by chance, fewer than 25 with the other value (TOO_EARLY).
  const asked = { enabled: 0, others: 0 };
  for (const uid of users(600)) {
    const context = { targetingKey: uid };
    const { variant } = await ask(edge.url, path, { key: shop.environmentKey, context });
    const buys = variant === 'enabled' ? asked.enabled++ % 10 < 6 : asked.others++ % 10 < 1;
    if (buys) buyers.push(uid);
  }
  const at = new Date(Date.now() + 1_000).toISOString();
  const events = buyers.map((uid) => ({ type: 'track', id: uid, key: 'purchase', uid, at }));
  const sent = await fetch(`${edge.url}/api/events`, {
    method: 'POST',
    headers: { authorization: `Bearer ${shop.environmentKey}`, 'content-type': 'application/json' },
    body: JSON.stringify({ events }),
  });
  expect(await sent.json()).toEqual({ accepted: buyers.length, duplicates: 0, rejected: [] });
  gate.mode = 'PASS';
  await edge.stop();
  await expect
    .poll(async () => {
      await shop.count();
      const { verdict, values } = await shop.results();
      return { code: verdict.code, users: sumOf(values) };
    })
    .toEqual({ code: 'WINNER_SIGNAL', users: 600 });
});
