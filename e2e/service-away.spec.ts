import { expect, test } from './fixtures.ts';
import { openLine } from './line-that-breaks.ts';
import { logIn } from './logged-in.ts';

test('CNS-04 CDW-79: a screen that was never opened waits for the service: shell and heading stay, it says so, and opens by itself', async ({
  page,
  company,
  service,
}) => {
  const { id } = await company.createApplication('Checkout', ['Production']);
  await company.call('POST', `/api/apps/${id}/properties`, { key: 'country', type: 'STRING' });
  await using line = await openLine(service.url);
  await logIn(page, company.admin, line.url);
  await page.goto(`${line.url}/applications/${id}/toggles`);
  const heading = page.getByRole('heading', { level: 1 });
  await expect(heading).toHaveText('Toggles');
  const sidebar = page.getByRole('complementary');
  const bar = page.getByRole('status').filter({ hasText: 'The server cannot be reached' });

  for (const [name, shown] of [
    ['Properties', page.getByRole('link', { name: 'country' })],
    ['Users', page.getByRole('link', { name: 'Ana Souza' })],
  ] as const) {
    const before = await heading.textContent();
    const link = sidebar.getByRole('link', { name });
    await expect(link).toBeVisible();
    await line.cut();
    await link.click();
    await expect(bar).toContainText(
      'The screen that you asked for opens when the connection is back.',
    );
    await expect(heading).toHaveText(before ?? '');
    await expect(sidebar).toBeVisible();
    await line.mend();
    await bar.getByRole('button', { name: 'Try now' }).click();
    await expect(heading).toHaveText(name);
    await expect(shown.first()).toBeVisible();
    await expect(bar).toHaveCount(0);
  }
});
