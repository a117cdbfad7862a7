import { expectAccessible } from './accessibility.ts';
import { PASSWORD } from './company.ts';
import { expect, test } from './fixtures.ts';

test('ONB-01 ONB-02 ONB-03: a new account is led to its first toggle, step by step', async ({
  adminPage: page,
  company,
  service,
}) => {
  const { urls } = await company.call<{ urls: { readonly eu: string } }>(
    'GET',
    '/api/accounts/api-config',
  );
  await page.goto('/dashboard');
  const card = page.locator('section').filter({ hasText: 'Your first toggle in two minutes' });
  await expect(card.getByRole('status').first()).toHaveText('0 of 5 done');
  await expect(card.getByRole('listitem')).toHaveText([
    /Create an application/,
    /Create a toggle/,
    /Generate a key/,
    /Connect your app/,
    /See the first request/,
  ]);
  await expectAccessible(page);

  await card.getByRole('link', { name: 'Create an application' }).click();
  await page.getByLabel('Name', { exact: true }).fill('Checkout');
  await page.getByRole('button', { name: 'Add Production' }).click();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page).toHaveURL(/\/toggles\/new$/);
  await page.getByLabel('Name', { exact: true }).fill('new-checkout');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page).toHaveURL(/\/toggles$/);
  await page.getByRole('link', { name: 'Dashboard' }).click();
  await expect(card.getByRole('status').first()).toHaveText('2 of 5 done');

  await card.getByRole('link', { name: 'Generate a key' }).click();
  await page.getByLabel('Enter your password to continue').fill(PASSWORD);
  await page.keyboard.press('Enter');
  const shown = page
    .getByRole('main')
    .getByText(/^cpt_env_[\w-]+$/)
    .first();
  await expect(shown).toBeVisible();
  const key = (await shown.textContent()) ?? '';
  await expectSnippets(page.getByRole('main'), key);
  await page.getByRole('checkbox', { name: 'I have stored the key' }).check();
  await page.getByRole('link', { name: 'Dashboard' }).click();
  await expect(card.getByRole('status').first()).toHaveText('3 of 5 done');
  await expectSnippets(card, 'YOUR_ENVIRONMENT_KEY');
  await expect(card).toContainText('Waiting for the first request…');
  await expectAccessible(page);

  await fetch(`${service.url}/api/toggles?uid=user-1`, {
    headers: { authorization: `Bearer ${key}` },
  });
  await expect(card.getByText('Connected', { exact: true })).toBeVisible({ timeout: 5_000 });
  await expect(card.getByRole('status').first()).toHaveText('5 of 5 done');

  async function expectSnippets(place: typeof card, keyText: string) {
    for (const language of ['JavaScript', 'Python', 'Go', 'Java', 'curl']) {
      await place.getByRole('tab', { name: language, exact: true }).click();
      const code = place.getByRole('region', { name: `Example in ${language}` });
      await expect(code).toContainText(urls.eu);
      await expect(code).toContainText(keyText);
      if (language !== 'curl') await expect(code).toContainText('new-checkout');
      await place.getByRole('button', { name: `Copy Example in ${language}` }).click();
      const copied = await page.evaluate(() => navigator.clipboard.readText());
      expect(copied).toContain(keyText);
    }
  }
});
