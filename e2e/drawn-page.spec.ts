import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { OpenFeature } from '@openfeature/web-sdk';
import type { Page } from '@playwright/test';
import { build } from 'esbuild';
import { renderToString } from 'react-dom/server';
import { type Client, createClient } from '../packages/sdk/src/sdk.ts';
import type { Bootstrap } from '../packages/web/src/answer.ts';
import { ComportaWebProvider } from '../packages/web/src/openfeature.ts';
import type { PageData } from './drawn-page.ts';
import { drawn } from './drawn-shop.ts';
import { expect, test } from './fixtures.ts';
import { createTypedApplication, type TypedApplication } from './typed-application.ts';

const ANA = { targetingKey: 'ana', country: 'BR' };
let script: string;
let shop: Server;
let origin: string;
/** The shop server's SDK client, and the address and client key for its page; set by each test. */
let drawing: { readonly client: Client; readonly url: string; readonly key: string };

test.beforeAll(async () => {
  const { outputFiles } = await build({
    entryPoints: [fileURLToPath(new URL('drawn-page.ts', import.meta.url))],
    bundle: true,
    format: 'esm',
    write: false,
    define: { 'process.env.NODE_ENV': '"production"' },
  });
  script = outputFiles[0]?.text ?? '';
  shop = createServer((request, response) => {
    if (request.url === '/page.js') {
      response.setHeader('content-type', 'text/javascript').end(script);
      return;
    }
    response.setHeader('content-type', 'text/html; charset=utf-8').end(draw(request.url ?? ''));
  }).listen(0, '127.0.0.1');
  await once(shop, 'listening');
  const { port } = shop.address() as AddressInfo; // The server listens on TCP, so the address is no pipe name.
  origin = `http://localhost:${port}`;
});
test.afterAll(() => shop.close());

/** Renders the page for Ana with the values of the SDK. Each rendering has its own OpenFeature domain. */
function draw(address: string): string {
  const { client, url, key } = drawing;
  const { targetingKey: uid, ...properties } = ANA;
  const bootstrap = client.bulkFor({ uid, properties }) as Bootstrap | undefined; // The response is plain JSON.
  const domain = `${Math.random()}`;
  void OpenFeature.setProvider(domain, new ComportaWebProvider({ url, key, bootstrap }));
  const html = renderToString(drawn(domain));
  const provider = address.includes('ofrep') ? 'ofrep' : 'comporta';
  const data: PageData = { url, key, provider, context: ANA, bootstrap };
  const json = JSON.stringify(data).replaceAll('<', '\\u003c');
  return `<!doctype html><body><main>${html}</main><script type="application/json" id="data">${json}</script><script type="module" src="/page.js"></script>`;
}

async function prepare(service: string, application: TypedApplication): Promise<void> {
  const key = await application.clientKey(origin);
  const client = createClient({ url: service, key: application.key });
  await client.ready();
  drawing = { client, url: service, key };
}

/** Records the page's OFREP requests with their statuses, in order. */
function watch(page: Page) {
  const asked: string[] = [];
  page.on('response', (response) => {
    const { pathname, search } = new URL(response.url());
    if (!pathname.startsWith('/ofrep/') || response.request().method() === 'OPTIONS') return;
    asked.push(
      `${response.request().method()} ${response.status()} ${pathname}${search.slice(0, 16)}`,
    );
  });
  return asked;
}

async function paintedBeforeAsked(page: Page): Promise<boolean> {
  return page.evaluate(() => {
    const [paint] = performance.getEntriesByName('first-contentful-paint');
    const asked = performance
      .getEntriesByType('resource')
      .filter(({ name }) => name.includes('/ofrep/'));
    return paint !== undefined && asked.every(({ startTime }) => startTime > paint.startTime);
  });
}

/** When the page requested, received and showed the new values, in ms of this machine's clock. */
function nextChange(page: Page) {
  return page.evaluate(async () => {
    const shown = await new Promise<number>((resolve) => {
      const told = () => resolve(performance.timeOrigin + performance.now());
      const place = document.querySelector('[data-testid="new-checkout"]') ?? document;
      new MutationObserver(told).observe(place, { characterData: true, subtree: true });
    });
    const at = (ms = Number.NaN) => performance.timeOrigin + ms;
    const asked = performance
      .getEntriesByType('resource')
      .filter(({ name }) => name.includes('/evaluate/flags'))
      .map(({ startTime, duration }) => ({ start: startTime, end: startTime + duration }))
      .at(-1);
    return { asked: at(asked?.start), answered: at(asked?.end), shown };
  });
}

test('SDK-09 RES-28 RES-29: a server-rendered page is right at its first paint; then one request, answered 304, says where changes are streamed; exposures and events of its user are counted', async ({
  page,
  service,
  company,
}) => {
  const application = await createTypedApplication(company);
  const measured = await application.measureHalf('bought');
  await prepare(service.url, application);
  expect(draw('/')).toContain('<p data-testid="new-checkout">true</p>');
  const asked = watch(page);
  await page.goto(origin);
  await expect(page.getByTestId('new-checkout')).toHaveText('true');
  await expect(page.getByTestId('theme')).toHaveText('light');
  await expect.poll(() => asked).toHaveLength(2);
  expect(asked).toEqual(
    ['POST 304 /ofrep/v1/evaluate/flags', 'GET 200 /ofrep/v1/events?ticket='].map((line) =>
      expect.stringContaining(line),
    ),
  );
  expect(await paintedBeforeAsked(page)).toBe(true);

  const change = nextChange(page);
  await application.release('disabled');
  const saved = Date.now();
  const times = await change;
  await expect(page.getByTestId('new-checkout')).toHaveText('false');
  const after = (at: number) => `${Math.round(at - saved)} ms`;
  process.stdout.write(
    `after a save was acknowledged a page asked in ${after(times.asked)}, was answered in ${after(times.answered)}, showed the change in ${after(times.shown)}\n`,
  );

  // Queued events are sent by a request that outlives the page.
  await page.getByRole('button', { name: 'Buy' }).click();
  await page.goto('about:blank');
  await expect.poll(measured.counted, { timeout: 30_000 }).toEqual({ users: 1, positive: 1 });
  await drawing.client.close();
});

test('SDK-09: the page keeps its values offline, and receives changes again when it is online', async ({
  page,
  context,
  service,
  company,
}) => {
  const application = await createTypedApplication(company);
  await prepare(service.url, application);
  await page.goto(origin);
  await expect(page.getByTestId('new-checkout')).toHaveText('true');
  // The values, and which of them were counted today.
  const stored = () => page.evaluate(() => Object.keys(localStorage).length);
  await application.release('disabled');
  await expect(page.getByTestId('new-checkout')).toHaveText('false');
  expect(await stored()).toBe(2);

  await context.setOffline(true);
  await application.release('enabled');
  await expect(page.getByTestId('new-checkout')).toHaveText('false');
  await context.setOffline(false);
  await expect(page.getByTestId('new-checkout')).toHaveText('true');
  await drawing.client.close();
});

test('SDK-09: the same page with the unmodified OFREP web provider and a client key', async ({
  page,
  service,
  company,
}) => {
  const application = await createTypedApplication(company);
  await prepare(service.url, application);
  await page.goto(`${origin}/?ofrep`);
  await expect(page.getByTestId('new-checkout')).toHaveText('true');
  await application.release('disabled');
  await expect(page.getByTestId('new-checkout')).toHaveText('false');
  await drawing.client.close();
});
