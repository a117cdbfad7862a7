import { expect, test } from './fixtures.ts';

test('CON-15: every style sheet is asked for once, and the browser warns of nothing', async ({
  adminPage: page,
}) => {
  const warnings: string[] = [];
  page.on('console', (message) => {
    if (['warning', 'error'].includes(message.type())) warnings.push(message.text());
  });
  const styles: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.endsWith('.css')) styles.push(pathname);
  });
  await page.goto('/dashboard');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.waitForLoadState('networkidle');
  expect(styles.length).toBeGreaterThan(0);
  expect(styles).toEqual([...new Set(styles)]);
  expect(warnings).toEqual([]);
});

test('CON-16: without JavaScript the page says what it needs', async ({ browser, service }) => {
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
});
