import { readFile } from 'node:fs/promises';
import { expectAccessible } from './accessibility.ts';
import { expect, test } from './fixtures.ts';
import { furnishApplication } from './furnished-application.ts';

test('CNS-01 CNS-02 COV-09 CDW-66 CDW-67: what changed in Production is on the card, whatever changed elsewhere, and behind "See all" are the same rows', async ({
  adminPage: page,
  company,
}) => {
  const { id, targetGroupId, production } = await furnishApplication(company);
  const group = `/api/apps/${id}/target-groups/${targetGroupId}`;
  const saved = await company.call<{ conditions: object[] }>('GET', group);
  await company.call('PUT', group, { ...saved, policy: 'OR' });
  const elsewhere = await company.createApplication('Search', ['Development']);
  const toggles = `/api/apps/${elsewhere.id}/toggles`;
  const toggle = await company.call('POST', toggles, {
    name: 'synonyms',
    values: ['a', 'b'],
    defaultValue: 'a',
  });
  for (let count = 1; count <= 25; count += 1) {
    await company.call('PUT', `${toggles}/${toggle.id}`, { ...toggle, description: `${count}` });
  }

  await page.goto('/dashboard');
  const card = page
    .locator('section')
    .filter({ has: page.getByRole('heading', { name: 'Changes in production' }) });
  const rows = card.getByRole('listitem');
  await expect(rows.first()).toContainText('edited target group “Paying customers”');
  await expect(rows.first()).toContainText('Application “Checkout”, touches “Production”');
  const headlines = (of: typeof rows) => of.getByRole('link').allTextContents();
  const shown = await headlines(rows);
  expect(shown.length).toBeGreaterThan(2);
  await card.getByRole('link', { name: 'See all' }).click();
  await expect(page).toHaveURL(/\/audit-logs\?production=true&from=\d{4}-\d\d-\d\d$/);
  const environment = page.getByLabel('Environment');
  await expect(environment).toHaveValue('production');
  await expect(environment.locator('option').nth(1)).toHaveText('Production-like');
  const entries = page
    .getByRole('main')
    .getByRole('listitem')
    .filter({ has: page.locator('time') });
  await expect(entries.first()).toContainText('edited target group “Paying customers”');
  expect((await headlines(entries)).slice(0, shown.length)).toEqual(shown);
  await expect(page.getByText('synonyms')).toHaveCount(0);
  await expectAccessible(page);

  await page.keyboard.press('/');
  await expect(page.getByLabel('Search', { exact: true })).toBeFocused();
  await page.keyboard.type('paying');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/&q=paying$/);
  await expect(entries).toHaveCount(1);
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download CSV' }).click(),
  ]);
  const lines = (await readFile(await download.path(), 'utf8')).trim().split('\r\n');
  expect(lines).toHaveLength(2);
  expect(lines[1]).toContain('Paying customers');

  await page.goto(`/applications/${id}/audit-logs`);
  await environment.selectOption({ label: 'Production' });
  await expect(page).toHaveURL(new RegExp(`\\?envId=${production}$`));
  await expect(entries.first()).toContainText('edited target group “Paying customers”');
  await environment.selectOption({ label: 'Development' });
  await expect(page.getByText('Nothing matches these filters.')).toBeVisible();
});
