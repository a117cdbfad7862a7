import type { Page } from '@playwright/test';
import { expectAccessible } from './accessibility.ts';
import { PASSWORD } from './company.ts';
import { expect, test } from './fixtures.ts';
import { expectError, nextCall, recordCalls } from './requests.ts';

const FIELD = 'Enter your password to continue';
const EU = 'https://eu.toggles.example.com';

async function generate(page: Page): Promise<string> {
  await page.getByLabel(FIELD).fill(PASSWORD);
  await page.getByRole('button', { name: 'Generate key' }).click();
  const key = page
    .getByRole('main')
    .getByText(/^cpt_env_[\w-]+$/)
    .first();
  await expect(key).toBeVisible();
  return (await key.textContent()) ?? '';
}

test('KEY-01 KEY-02 KEY-03 KEY-04 KEY-05 KEY-07 KEY-08: a new key needs the password, is shown with the address of the region, and revokes the previous one', async ({
  adminPage: page,
  company,
  service,
}) => {
  const { id, environments } = await company.createApplication('Checkout', ['prod']);
  const envId = environments[0]?.id;
  const newToken = `/api/apps/${id}/env/${envId}/new-token`;
  const former = await company.call<string>('POST', newToken, { password: PASSWORD });
  const calls = recordCalls(page, 'POST /api/apps/*/env/*/new-token');
  await page.goto(`/applications/${id}/env/${envId}/reset`);

  await test.step('KEY-01 KEY-02 KEY-03 KEY-04: it takes the password', async () => {
    await expect(page.getByLabel(FIELD)).toHaveAttribute('type', 'password');
    await expect(page.getByText(/cpt_env_\w/)).toHaveCount(0);
    const warning = page.getByRole('status').filter({ hasText: /invalidates the previous one/ });
    await expect(warning).toContainText('Checkout / prod');
    await expect(warning).toContainText(
      'This service saw no use of the current key. Uses at edge nodes are not seen here.',
    );
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Generate key' }).click();
    await expectError(page, 'Password is mandatory.', FIELD);
    expect(calls).toHaveLength(0);

    await page.getByLabel(FIELD).fill('wrong1');
    const call = nextCall(page, 'POST /api/apps/*/env/*/new-token');
    await page.getByRole('button', { name: 'Generate key' }).click();
    expect((await call).postDataJSON()).toEqual({ password: 'wrong1' });
    expect(new URL((await call).url()).pathname).toBe(newToken);
    await expectError(page, 'Wrong password!', FIELD);
    await page.reload();
  });

  const key = await generate(page);
  await test.step('KEY-05 KEY-08: it is shown with the address of the region, and copied exactly', async () => {
    await expect(page.getByText(`${EU}/api/toggles?uid=user-1`)).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Copy', exact: true }).click();
    await expect(page.getByRole('status').filter({ hasText: 'Copied' })).toHaveCount(1);
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(key);
  });

  const statusWith = async (token: string) =>
    (await fetch(`${service.url}/api/toggles`, { headers: { authorization: `Bearer ${token}` } }))
      .status;
  await test.step('KEY-07: it ends the one before', async () => {
    expect(await statusWith(former)).toBe(401);
    expect(await statusWith(key)).toBe(200);
    await page.getByRole('checkbox', { name: 'I have stored the key' }).check();
    await page.getByRole('button', { name: 'Done' }).click();
    await expect(page).toHaveURL(`/applications/${id}/config`);
    await page.getByRole('link', { name: 'Generate new key: prod' }).click();
    const next = await generate(page);
    expect(await statusWith(key)).toBe(401);
    expect(await statusWith(next)).toBe(200);
  });
});

test('KEY-06 KEY-09: after its page is left, the key is kept nowhere; leaving it uncopied asks first', async ({
  adminPage: page,
  company,
}) => {
  const { id, environments } = await company.createApplication('Checkout', ['prod']);
  const path = `/applications/${id}/env/${environments[0]?.id}/reset`;
  const isAnywhere = (key: string) =>
    page.evaluate(
      (text) =>
        document.documentElement.outerHTML.includes(text) ||
        JSON.stringify([{ ...localStorage }, { ...sessionStorage }, history.state]).includes(text),
      key,
    );
  await page.goto(path);
  const key = await generate(page);
  expect(await isAnywhere(key)).toBe(true);
  await page.getByRole('link', { name: 'Dashboard' }).click();
  const dialog = page.getByRole('alertdialog');
  await expect(dialog).toContainText('it cannot be shown again');
  await dialog.getByRole('button', { name: 'Stay' }).click();
  await expect(page.getByText(key).first()).toBeVisible();
  await page.getByRole('link', { name: 'Dashboard' }).click();
  await dialog.getByRole('button', { name: 'Leave without the key' }).click();
  await expect(page).toHaveURL('/dashboard');
  // The address changes before the screen does, so this waits for the screen.
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible();
  expect(await isAnywhere(key)).toBe(false);
  await page.goBack();
  await expect(page.getByLabel(FIELD)).toBeVisible();
  expect(await isAnywhere(key)).toBe(false);

  const other = await generate(page);
  page.on('dialog', (prompt) => void prompt.accept());
  await page.reload();
  await expect(page.getByLabel(FIELD)).toBeVisible();
  expect(await isAnywhere(other)).toBe(false);
});

test('SDK-05: the client key is on the same page, can be shown again, and lists the origins that may use it', async ({
  adminPage: page,
  company,
  service,
}) => {
  const { id, environments } = await company.createApplication('Checkout', ['prod']);
  await page.goto(`/applications/${id}/env/${environments[0]?.id}/reset`);
  const card = page.getByRole('region', { name: 'Client key' });
  await expect(page.getByRole('region', { name: 'Environment key' })).toContainText('Secret');
  await expect(card).toContainText('Public');
  await card.getByRole('button', { name: 'Generate client key' }).click();
  await card.getByLabel('Enter your password for the client key').fill(PASSWORD);
  await card.getByRole('button', { name: 'Generate client key' }).click();
  const shown = card.getByText(/^cpt_web_[\w-]+$/);
  await expect(card.getByText('Any origin')).toBeVisible();
  await expectAccessible(page);
  const key = (await shown.textContent()) ?? '';

  const origins = card.getByLabel('Allowed origins');
  await origins.fill('https://www.example.com\nexample');
  await card.getByRole('button', { name: 'Save origins' }).click();
  await expect(card).toContainText('Line 2 is not an origin');
  await origins.fill('https://www.example.com');
  await card.getByRole('button', { name: 'Save origins' }).click();
  await expect(card.getByText('Any origin')).toHaveCount(0);
  await page.reload();
  await expect(shown).toHaveText(key);
  await expect(origins).toHaveValue('https://www.example.com');
  await origins.fill('https://www.example.com\nhttps://app.example.com');
  await page.getByRole('link', { name: 'Settings', exact: true }).click();
  const question = page.getByRole('alertdialog', { name: 'Unsaved changes' });
  await question.getByRole('button', { name: 'Keep editing' }).click();
  await expect(origins).toHaveValue(/app\.example\.com$/);
  const statusOf = async (origin: string) =>
    (
      await fetch(`${service.url}/ofrep/v1/evaluate/flags`, {
        method: 'POST',
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json', origin },
        body: '{"context":{}}',
      })
    ).status;
  expect(await statusOf('https://www.example.com')).toBe(200);
  expect(await statusOf('https://evil.example.com')).toBe(403);
});
