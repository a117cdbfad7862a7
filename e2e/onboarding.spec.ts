import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import type { Locator } from '@playwright/test';
import { expectAccessible } from './accessibility.ts';
import { PASSWORD } from './company.ts';
import { expect, test } from './fixtures.ts';

const MOST_CLICKS = 9;
/** The folder for the pictures of docs/first-value.md, which are taken only when it is set. */
const PICTURES = process.env.FIRST_VALUE_PICTURES;

test('CON-11 ONB-01 ONB-02 ONB-03 CDW-54 CDW-55: from sign-up to the first value that a rule served in nine clicks', async ({
  page,
  service,
}) => {
  page.setDefaultTimeout(10_000);
  const email = `ana.${randomUUID()}@example.com`;
  const textbox = (name: string) => page.getByRole('textbox', { name, exact: true });
  const card = page.locator('section').filter({ hasText: 'Your first toggle in two minutes' });
  const nextStep = page.getByText(/^Next step, /);
  const progress = async (text: string) => {
    await page.getByRole('link', { name: 'Dashboard' }).click();
    await expect(card.getByRole('status').first()).toHaveText(text);
    await page.goBack();
  };
  // Counts the clicks of the journey only, not those of additional checks.
  let clicks = 0;
  const click = async (target: Locator) => {
    clicks += 1;
    await target.click();
  };
  const picture = async (name: string) => {
    if (PICTURES !== undefined) await page.screenshot({ path: join(PICTURES, `${name}.png`) });
  };
  const started = Date.now();

  await page.goto('/signup');
  await textbox('Your name').fill('Ana Souza');
  await textbox('Your e-mail').fill(email);
  await textbox('Company').fill('Acme');
  await click(page.getByRole('checkbox'));
  await picture('1-sign-up');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Check your e-mail');
  clicks += 1; // Counts the link in the e-mail.
  await page.goto(new URL(await service.passwordLink(email)).pathname);
  await textbox('Password').fill(PASSWORD);
  await textbox('Password confirmation').fill(PASSWORD);
  await page.keyboard.press('Enter');
  await textbox('E-mail').fill(email);
  await textbox('Password').fill(PASSWORD);
  await page.keyboard.press('Enter');

  await expect(card.getByRole('status').first()).toHaveText('0 of 6 done');
  await expect(card.getByRole('listitem')).toHaveText([
    /Create an application/,
    /Create a toggle/,
    /Generate a key/,
    /Connect your app/,
    /Roll it out to somebody/,
    /See a rule serve a value/,
  ]);
  await expectAccessible(page);
  await click(card.getByRole('link', { name: 'Create an application' }));
  await textbox('Name').fill('Checkout');
  await click(page.getByRole('button', { name: 'Add Production' }));
  await picture('2-application');
  await page.keyboard.press('Control+s');
  await expect(page).toHaveURL(/\/toggles\/new$/);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('New toggle');
  await textbox('Name').fill('new-checkout');
  await picture('3-toggle');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/toggles$/);

  await expect(nextStep).toHaveText('Next step, 3 of 6:');
  await click(page.getByRole('main').getByRole('link', { name: 'Generate a key' }));
  await expect(page.getByText('Generate the key of this environment, and copy it.')).toBeVisible();
  await expect(page.getByText(/invalidates the previous one/)).toHaveCount(0);
  await textbox('Enter your password to continue').fill(PASSWORD);
  await page.keyboard.press('Enter');
  const shown = page
    .getByRole('main')
    .getByText(/^cpt_env_[\w-]+$/)
    .first();
  await expect(shown).toBeVisible();
  const key = (await shown.textContent()) ?? '';
  await click(page.getByRole('button', { name: 'Copy', exact: true }).first());
  await picture('4-key');
  await expectSnippets(page.getByRole('main'), key);
  await expect(page.getByText('Waiting for the first request…')).toBeVisible();
  expect(await values()).toEqual({ 'new-checkout': 'disabled' });
  await expect(page.getByText('Connected', { exact: true })).toBeVisible({ timeout: 5_000 });
  await expect(nextStep).toHaveText('Next step, 5 of 6:');
  await click(page.getByRole('main').getByRole('link', { name: 'Roll it out to somebody' }));
  await progress('4 of 6 done');

  // So far the toggle returned its default value; no rule has decided.
  await expect(nextStep).toHaveText('Next step, 5 of 6:');
  await click(page.getByRole('button', { name: 'Roll out… new-checkout in Production' }));
  const dialog = page.getByRole('dialog');
  await picture('5-turn-on');
  await click(dialog.getByRole('button', { name: 'Roll out', exact: true }));
  await expect(nextStep).toHaveText('Next step, 6 of 6:');
  expect(await values()).toEqual({ 'new-checkout': 'enabled' });
  await expect(page.getByText('Done: a rule has served its first value.')).toBeVisible();
  await picture('6-first-value');
  test.info().annotations.push({
    type: 'first value',
    description: `${clicks} clicks, ${Math.round((Date.now() - started) / 1000)} s`,
  });
  expect(clicks).toBeLessThanOrEqual(MOST_CLICKS);

  // A user who returns does not see the steps again; the form for a new key says how the previous key was used.
  await page.goto('/dashboard');
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible();
  await expect(page.getByText('Changes in production, last 7 days')).toBeVisible();
  await expect(card).toHaveCount(0);
  await page.getByRole('button', { name: 'Checkout' }).click();
  await page.getByRole('link', { name: 'Settings', exact: true }).click();
  await page.getByRole('link', { name: /Generate new key/ }).click();
  await expect(
    page.getByText(/invalidates the previous one: apps that use it stop receiving values/),
  ).toBeVisible();
  await expect(
    page.getByText(/invalidates the previous one: running apps keep their last values/),
  ).toBeVisible();
  await expect(page.getByText(/The current key was last used/)).toBeVisible();

  async function values(): Promise<unknown> {
    const response = await fetch(`${service.url}/api/toggles?uid=user-1`, {
      headers: { authorization: `Bearer ${key}` },
    });
    return response.json();
  }

  async function expectSnippets(place: Locator, keyText: string) {
    for (const language of ['Node', 'Python', 'Go', 'Java', 'JavaScript', 'curl']) {
      await place.getByRole('tab', { name: language, exact: true }).first().click();
      const code = place.getByRole('region', { name: `Example in ${language}` });
      await expect(code).toContainText('https://eu.toggles.example.com');
      await expect(code).toContainText(keyText);
      if (language !== 'curl') await expect(code).toContainText('new-checkout');
      await place.getByRole('button', { name: `Copy Example in ${language}` }).click();
      const copied = await page.evaluate(() => navigator.clipboard.readText());
      expect(copied).toContain(keyText);
    }
  }
});
