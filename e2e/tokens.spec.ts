import { expectAccessible } from './accessibility.ts';
import { moveTo, press, type as typeIn } from './by-keyboard.ts';
import { expect, test } from './fixtures.ts';

test('IDN-50: a token is made, shown once, used, and ended on the profile', async ({
  adminPage: page,
  company,
}) => {
  const application = await company.call<{ id: string }>('POST', '/api/apps', {
    name: 'Storefront',
    environments: [{ name: 'Production' }, { name: 'Test' }],
  });
  await page.goto('/profile');
  const section = page.getByRole('region', { name: 'Personal tokens' });
  await section.getByRole('button', { name: 'New token' }).click();
  await section.getByLabel('Name').fill('ci-deploy');
  await section.getByLabel('Change toggles, groups, experiments').check();
  await section.getByLabel('All applications').uncheck();
  await section.getByLabel('Storefront').check();
  await expectAccessible(page);
  await section.getByRole('button', { name: 'Make token' }).click();
  const shown = section.getByText(/^cpt_pat_[\w-]+$/);
  const key = await shown.innerText();
  await section.getByRole('button', { name: /Copy/ }).click();
  await section.getByLabel('I have stored').check();
  await section.getByRole('button', { name: 'Done' }).click();
  await expect(section).toContainText('Read; Change toggles, groups, experiments · 1 application');

  const answer = await page.request.get('/api/apps', {
    headers: { authorization: `Bearer ${key}` },
  });
  expect((await answer.json()) as object[]).toMatchObject([{ id: application.id }]);

  await section.getByRole('button', { name: 'Delete ci-deploy' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'End token' }).click();
  await page.getByRole('dialog', { name: 'success' }).getByRole('button', { name: 'OK' }).click();
  await expect(section).toContainText('You have no tokens.');
});

test('IDN-52: a service key is made beside account keys, and is in their list', async ({
  adminPage: page,
}) => {
  await page.goto('/account/keys/new');
  await page.getByRole('radio', { name: 'Service key' }).check();
  await page.getByRole('button', { name: 'Make service key' }).click();
  await expect(page.getByText('Name is mandatory.')).toBeVisible();
  await page.getByLabel('Name').fill('edge');
  await page.getByLabel('Ends').selectOption('never');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Make service key' }).click();
  await expect(page.getByText(/^cpt_svc_[\w-]+$/)).toBeVisible();
  await page.getByLabel('I have stored').check();
  await page.getByRole('button', { name: 'Done' }).click();
  await expect(page).toHaveURL('/account/keys');
  await expect(page.getByRole('table')).toContainText('Service key “edge”');
  await expect(page.getByRole('table')).toContainText('has no end');
});

test('IDN-53: an administrator finds the token of a colleague from their page, and ends it', async ({
  adminPage: page,
  company,
}) => {
  const bia = await company.addUser({ name: 'Bia Lima' });
  await company.callAs(bia)('POST', '/api/users/me/tokens', {
    name: 'ci-deploy',
    scopes: ['read'],
  });
  await company.call('POST', '/api/users/me/tokens', { name: 'own', scopes: ['read'] });
  const users = await company.call<{ id: string; name: string }[]>('GET', '/api/users');
  await page.goto(`/users/${users.find(({ name }) => name === 'Bia Lima')?.id}`);
  await page.getByRole('link', { name: 'Personal tokens' }).click();
  const rows = page
    .getByRole('table', { name: 'Personal tokens' })
    .locator('tbody')
    .getByRole('row');
  await expect(rows).toHaveCount(1);
  await expect(rows).toContainText('Bia Lima');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Delete ci-deploy' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'End token' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'OK' }).click();
  await expect(rows.filter({ hasText: 'ci-deploy' })).toHaveCount(0);
  expect(await company.callAs(bia)('GET', '/api/users/me/tokens')).toEqual([]);
  const notices = await company.callAs(bia)<{ text: string }[]>('GET', '/api/users/me/notices');
  expect(notices[0]?.text).toContain("Ana Souza ended your personal token 'ci-deploy' at Acme.");
});

test('IDN-65: the tokens of all users are found and ended by keyboard alone', async ({
  adminPage: page,
  company,
}) => {
  const bia = await company.addUser({ name: 'Bia Lima' });
  for (const name of ['ci-deploy', 'nightly-report']) {
    await company.callAs(bia)('POST', '/api/users/me/tokens', { name, scopes: ['read'] });
  }
  await page.goto('/account/sign-in');
  await press(page, page.getByRole('link', { name: 'Tokens', exact: true }));
  const rows = page
    .getByRole('table', { name: 'Personal tokens' })
    .locator('tbody')
    .getByRole('row');
  await expect(rows).toHaveCount(2);
  const search = page.getByRole('searchbox');
  await typeIn(page, search, 'nightly');
  await expect(rows).toHaveCount(1);
  await press(page, page.getByRole('button', { name: 'Delete nightly-report' }));
  const question = page.getByRole('alertdialog');
  await press(page, question.getByRole('button', { name: 'End token' }));
  await expect(page.getByRole('dialog').getByRole('button', { name: 'OK' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.locator('body')).not.toBeFocused();
  await moveTo(page, search);
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.press('Delete');
  await expect(rows).toHaveCount(1);

  const endAll = page.getByRole('button', { name: 'End all of them…' });
  await press(page, endAll);
  await page.keyboard.press('Escape');
  await expect(endAll).toBeFocused();
  await page.keyboard.press('Enter');
  await press(page, question.getByRole('button', { name: 'End all' }));
  await expect(page.getByText('Nobody has a personal token.')).toBeVisible();
  expect(await company.callAs(bia)('GET', '/api/users/me/tokens')).toEqual([]);
});
