import { bytesOf, bytesSince } from './budget-measures.ts';
import { expect, test } from './fixtures.ts';
import { layoutShift } from './layout-shift.ts';
import { goToProfile } from './logged-in.ts';
import { MOST_KILOBYTES } from './most-kilobytes.ts';
import { transferredKilobytes } from './transferred-bytes.ts';

test('CON-15 CDW-38 SPEC-14 PERF-02 PERF-04: every file is requested once, routes load few bytes, nothing moves, and the browser logs no warning', async ({
  adminPage: page,
  company,
}) => {
  const cache = await page.context().newCDPSession(page);
  const { id, environments } = await company.createApplication('Checkout', ['Production']);
  const warnings: string[] = [];
  page.on('console', (message) => {
    if (['warning', 'error'].includes(message.type())) warnings.push(message.text());
  });
  const files: string[] = [];
  const asked: string[] = [];
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url());
    if (pathname.startsWith('/assets/')) files.push(pathname);
    if (pathname.startsWith('/api/')) asked.push(pathname + search);
  });
  const environment = `/applications/${id}/environments/${environments[0]?.id}`;
  for (const [path, kilobytes] of [
    ['/dashboard', MOST_KILOBYTES.dashboard],
    [`/applications/${id}/toggles`, MOST_KILOBYTES.toggles],
    [`${environment}/experiments/new`, MOST_KILOBYTES.experiment],
  ] as const) {
    // Ends the preloading of the previous page, so that it is not recorded for this one.
    await page.goto('about:blank');
    await cache.send('Network.clearBrowserCache');
    files.length = 0;
    asked.length = 0;
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await page.waitForLoadState('networkidle');
    expect(files.some((file) => file.endsWith('.css'))).toBe(true);
    expect(files).toEqual([...new Set(files)]);
    expect(asked).toEqual([...new Set(asked)]);
    if (path === '/dashboard') {
      // An application may have thousands of toggles, and the dashboard does not need them.
      expect(asked).not.toContain(`/api/apps/${id}/toggles`);
    }
    const { script } = await transferredKilobytes(page);
    expect(script).toBeGreaterThan(MOST_KILOBYTES.login);
    expect(script).toBeLessThanOrEqual(kilobytes);
    expect(await layoutShift(page)).toBeLessThanOrEqual(0.05);
  }
  expect(warnings).toEqual([]);
});

test('IDN-81: the profile loads in few bytes how its owner logs in', async ({
  adminPage: page,
}) => {
  await bytesOf(page, '/users');
  const { script } = await bytesSince(page, () => goToProfile(page));
  expect(script / 1024).toBeGreaterThan(5);
  expect(script / 1024).toBeLessThanOrEqual(MOST_KILOBYTES.profile);
});

test('PERF-01 IDN-81: the login loads few bytes', async ({ page }) => {
  await page.goto('/login', { waitUntil: 'networkidle' });
  const { script } = await transferredKilobytes(page);
  expect(script).toBeGreaterThan(100);
  expect(script).toBeLessThanOrEqual(MOST_KILOBYTES.login);
});

test('CDW-37: there is one small font, with its licence beside it, and nothing moves when it is loaded late', async ({
  adminPage: page,
  service,
}) => {
  const { promise: isDrawn, resolve: comes } = Promise.withResolvers<void>();
  const sizes: number[] = [];
  await page.route('**/*.woff2', async (route) => {
    await isDrawn;
    const response = await route.fetch();
    sizes.push((await response.body()).length);
    await route.fulfill({ response });
  });
  await page.goto('/dashboard', { waitUntil: 'commit' });
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
  const font = '500 14px "Inter Variable"';
  expect(await page.evaluate((name) => document.fonts.check(name), font)).toBe(false);
  comes();
  await expect.poll(() => page.evaluate((name) => document.fonts.check(name), font)).toBe(true);
  expect(await layoutShift(page)).toBeLessThanOrEqual(0.05);
  expect(sizes).toHaveLength(1);
  expect(sizes[0]).toBeLessThanOrEqual(30 * 1024);
  const licence = await fetch(`${service.url}/assets/inter-license.txt`);
  expect(await licence.text()).toContain('SIL OPEN FONT LICENSE');
});

test('CON-16 CDW-39: without JavaScript the page says what it needs', async ({
  browser,
  service,
}) => {
  const context = await browser.newContext({ baseURL: service.url, javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto('/login');
  const said = page.locator('noscript p');
  await expect(said).toHaveText([
    /^Comporta needs JavaScript\./,
    /^O Comporta precisa de JavaScript\./,
  ]);
  for (const [index, language] of ['en', 'pt-BR'].entries()) {
    await expect(said.nth(index)).toBeVisible();
    await expect(said.nth(index)).toHaveAttribute('lang', language);
  }
  await context.close();
  for (const method of ['GET', 'HEAD']) {
    const answer = await fetch(`${service.url}/login`, { method, headers: { accept: '*/*' } });
    expect(answer.status).toBe(200);
  }
});
