import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startServiceProcess } from '@comporta/server/acceptance/service-process';
import { requireOfrepAnswer } from '@comporta/server/testing/ofrep-schema';
import { findFreePort } from '@comporta/server/testing/spawned-service';
import type { Page } from '@playwright/test';
import { build } from 'esbuild';
import { createCompany } from './company.ts';
import { expect, test } from './fixtures.ts';
import { createTypedApplication } from './typed-application.ts';

let pages: Server;
let origin: string;

test.beforeAll(async () => {
  const { outputFiles } = await build({
    entryPoints: [fileURLToPath(new URL('openfeature-page.ts', import.meta.url))],
    bundle: true,
    write: false,
    define: { 'process.env.NODE_ENV': '"production"' },
  });
  const html = `<!doctype html><body><script>${outputFiles[0]?.text.replaceAll('</script', '<\\/script')}</script>`;
  pages = createServer((_request, response) =>
    response.setHeader('content-type', 'text/html; charset=utf-8').end(html),
  ).listen(0, '127.0.0.1');
  await once(pages, 'listening');
  const { port } = pages.address() as AddressInfo; // The server listens on TCP, so the address is no pipe name.
  origin = `http://localhost:${port}`;
});
test.afterAll(() => pages.close());

/** OFREP's responses to the page, in order: status and path with query. Each is validated against the protocol. */
function watchAnswers(page: Page): { readonly seen: string[]; check(): Promise<void> } {
  const seen: string[] = [];
  const checks: Promise<void>[] = [];
  page.on('response', (response) => {
    const { pathname, search } = new URL(response.url());
    if (!pathname.startsWith('/ofrep/') || response.request().method() !== 'POST') return;
    seen.push(`${response.status()} ${pathname}${search}`);
    checks.push(
      (async () => {
        const headers = await response.allHeaders();
        const body = response.status() === 304 ? undefined : await response.json();
        requireOfrepAnswer(pathname, { status: response.status(), headers, body });
      })(),
    );
  });
  return {
    seen,
    async check() {
      await Promise.all(checks);
    },
  };
}

async function openShop(page: Page, service: string, key: string): Promise<void> {
  await page.goto(`${origin}/?${new URLSearchParams({ service, key })}`);
}

async function expectToggles(page: Page, expected: Readonly<Record<string, unknown>>) {
  for (const [name, details] of Object.entries(expected)) {
    await expect(page.getByTestId(name)).toHaveText(JSON.stringify(details));
  }
}

test('a page with OpenFeature for React, of another origin: types, reasons, codes, another user', async ({
  page,
  service,
  company,
}) => {
  const { key } = await createTypedApplication(company);
  const answers = watchAnswers(page);
  await openShop(page, service.url, key);
  await expectToggles(page, {
    'new-checkout': [true, 'TARGETING_MATCH'],
    theme: ['light', 'STATIC'],
    'page-size': [25.5, 'STATIC'],
    limits: [{ max: 5 }, 'STATIC'],
    half: [true, 'SPLIT'],
    paused: [false, 'DISABLED'],
    nothing: ['none', 'FLAG_NOT_FOUND'],
  });
  await page.getByRole('button', { name: 'Bob' }).click();
  await expectToggles(page, { 'new-checkout': [false, 'DEFAULT'] });
  await page.getByRole('button', { name: 'Log out' }).click();
  await expectToggles(page, { half: [false, 'TARGETING_KEY_MISSING'], theme: ['light', 'STATIC'] });
  await answers.check();
  expect(answers.seen.length).toBeGreaterThanOrEqual(3);
});

test('a page with OpenFeature: a change shows by itself; unchanged values are answered 304', async ({
  page,
  service,
  company,
}) => {
  const application = await createTypedApplication(company);
  const answers = watchAnswers(page);
  await openShop(page, service.url, application.key);
  await expectToggles(page, { 'new-checkout': [true, 'TARGETING_MATCH'] });
  await application.release('disabled');
  await expectToggles(page, { 'new-checkout': [false, 'STATIC'] });
  await application.release('enabled');
  await expectToggles(page, { 'new-checkout': [true, 'STATIC'] });
  expect(answers.seen.at(-1)).toMatch(/^200 .*\?flagConfigEtag=revision-\d+$/);

  // A body of a response cannot be read after its page was left.
  await answers.check();
  await page.reload();
  await expectToggles(page, { 'new-checkout': [true, 'CACHED'] });
  await expect.poll(() => answers.seen.at(-1)).toMatch(/^304 /);
  await application.release('disabled');
  await expectToggles(page, { 'new-checkout': [false, 'STATIC'] });
  await answers.check();
});

test('a page with OpenFeature: after its key was replaced it keeps its last values, and a new visitor gets a fatal error', async ({
  page,
  browser,
  service,
  company,
}) => {
  const application = await createTypedApplication(company);
  await openShop(page, service.url, application.key);
  await expectToggles(page, { 'new-checkout': [true, 'TARGETING_MATCH'] });
  const closed = page.waitForResponse(
    (response) => response.url().includes('/ofrep/v1/') && response.status() === 401,
  );
  const key = await application.newKey();
  await closed;
  await application.release('disabled');
  await expectToggles(page, { 'new-checkout': [true, 'TARGETING_MATCH'] });

  const visitor = await browser.newPage();
  await openShop(visitor, service.url, application.key);
  await expect(visitor.getByTestId('events')).toContainText('PROVIDER_ERROR');
  await expectToggles(visitor, { 'new-checkout': [false, 'PROVIDER_FATAL'] });
  await openShop(visitor, service.url, key);
  await expectToggles(visitor, { 'new-checkout': [false, 'STATIC'], theme: ['light', 'STATIC'] });
  await visitor.close();
});

test('a page with OpenFeature: keeps its values while the service is unavailable and receives changes when it is back', async ({
  page,
}) => {
  const dataDir = await mkdtemp(join(tmpdir(), 'comporta-e2e-'));
  const settings = {
    DATA_DIR: dataDir,
    PORT: `${await findFreePort()}`,
    TRUST_PROXY: '127.0.0.1',
  };
  const before = await startServiceProcess(settings);
  const company = await createCompany(before);
  const application = await createTypedApplication(company);
  await openShop(page, before.url, application.key);
  await expectToggles(page, { 'new-checkout': [true, 'TARGETING_MATCH'] });

  await before.kill();
  await expect(page.getByTestId('events')).toContainText('PROVIDER_STALE');
  await expectToggles(page, { 'new-checkout': [true, 'TARGETING_MATCH'] });
  const after = await startServiceProcess(settings);
  await application.release('disabled');
  await expect(page.getByTestId('new-checkout')).toHaveText('[false,"STATIC"]', {
    timeout: 20_000,
  });
  await after.stop();
  await rm(dataDir, { recursive: true });
});
