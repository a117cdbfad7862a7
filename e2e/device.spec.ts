import { expectAccessible } from './accessibility.ts';
import { expect, test } from './fixtures.ts';

test('IDN-55: a program is connected by typing its code, and allowed', async ({
  adminPage: page,
  company,
}) => {
  const client = `Basic ${Buffer.from('console:console').toString('base64')}`;
  const begun = await page.request.post('/oauth/device', {
    headers: { authorization: client },
    form: { program: 'comporta', host: 'build-7' },
  });
  const { user_code: code } = (await begun.json()) as { user_code: string };
  await page.goto('/device');
  await page.getByLabel('Code').fill('BCDF');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Unknown or expired code!')).toBeVisible();
  await page.getByLabel('Code').fill(code.toLowerCase());
  await page.keyboard.press('Enter');
  await expect(page.getByText('“comporta” on build-7')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Yes, allow' }).click();
  await expect(page.getByText('Allowed.')).toBeVisible();
  expect(await company.call('GET', '/api/users/me/tokens')).toEqual([]);
});
