import { expectAccessible } from './accessibility.ts';
import { PASSWORD } from './company.ts';
import { expect, test } from './fixtures.ts';
import { nextCall } from './requests.ts';

test('IDN-42 IDN-40 IDN-46: the browser of a sign-in is remembered, and the sign-in is listed', async ({
  company,
  adminPage,
  visitorPage: page,
}) => {
  const bia = await company.addUser({ name: 'Bia Lima' });
  await page.goto('/login');
  const remembered = nextCall(page, 'PUT /oauth/browser');
  await page.getByLabel('E-mail').fill(bia.email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Log in' }).click();
  await remembered;
  await expect(page).toHaveURL('/dashboard');
  const cookies = await page.context().cookies();
  expect(cookies.map(({ name, path, httpOnly }) => ({ name, path, httpOnly }))).toEqual([
    { name: 'cpt_device', path: '/oauth', httpOnly: true },
  ]);

  await test.step('IDN-40: the profile says from where', async () => {
    await page.goto('/profile');
    const sessions = page.getByRole('region', { name: 'Where you are logged in' });
    await expect(sessions.getByText(/^Chrome, Linux · .+ · Password$/)).toHaveCount(1);
    const own = page.getByRole('list', { name: 'Your latest sign-ins' });
    await expect(own.getByRole('listitem').first()).toContainText('Logged in');
    await expectAccessible(page);
  });

  await test.step('IDN-46: administrators see those of the company', async () => {
    await adminPage.goto('/account/sign-in/sign-ins');
    const list = adminPage.getByRole('list', { name: 'Sign-ins' });
    await expect(list.getByRole('listitem').first()).toContainText('Bia Lima · Logged in');
    await expectAccessible(adminPage);
    const file = adminPage.waitForEvent('download');
    await adminPage.getByRole('button', { name: 'Download CSV' }).click();
    expect((await file).suggestedFilename()).toBe('sign-ins.csv');
    await adminPage.route('**/api/sign-ins.csv', (route) =>
      route.fulfill({ contentType: 'text/csv', body: 'at,user\r\n'.repeat(10_001) }),
    );
    await adminPage.getByRole('button', { name: 'Download CSV' }).click();
    await expect(adminPage.getByText('newest 10,000 rows and no older ones')).toBeVisible();
  });

  await test.step('IDN-40: and log out everybody else', async () => {
    await adminPage.getByRole('button', { name: 'Log out everybody else…' }).click();
    await adminPage.getByRole('button', { name: 'Log out everybody else', exact: true }).click();
    await expect(adminPage.getByText('Everybody else was logged out.')).toBeVisible();
    await page.goto('/dashboard');
    await expect(page).toHaveURL('/login');
  });
});
