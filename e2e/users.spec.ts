import { expectAccessible } from './accessibility.ts';
import { PASSWORD } from './company.ts';
import { expect, test } from './fixtures.ts';
import { expectError, nextCall, recordCalls, refuseCalls } from './requests.ts';

test.use({ plan: 'FEW_USERS' });

interface Listed {
  readonly id: string;
  readonly name: string;
  readonly email: string;
}

test('USL-01 USL-02 USL-03: users are listed with what they are', async ({
  adminPage: page,
  company,
}) => {
  await company.addUser({ name: 'Bia' });
  const invited = await company.call('POST', '/api/users', {
    name: 'Caio',
    email: `caio.${Date.now()}@example.com`,
    admin: true,
  });
  const listed = nextCall(page, 'GET /api/users');
  await page.goto('/users');
  await listed;
  const row = (name: string) => page.getByRole('row').filter({ hasText: name });
  await expect(row('Ana Souza')).toContainText(company.admin.email);
  await expect(row('Ana Souza')).toContainText('Active');
  await expect(row('Ana Souza')).toContainText('Admin');
  await expect(row('Bia')).toContainText('Active');
  await expect(row('Bia').getByRole('cell', { name: 'User', exact: true })).toBeVisible();
  await expect(row('Bia').getByRole('button', { name: 'Delete Bia' })).toBeVisible();
  await expect(row('Caio')).toContainText('Inactive');
  await expect(row('Caio')).toContainText('Invited');
  const users = await company.call<Listed[]>('GET', '/api/users');
  expect(users).toHaveLength(3);
  for (const { id, name } of users) {
    const link = row(name).getByRole('link', { name, exact: true });
    await expect(link).toHaveAttribute('href', `/users/${id}`);
  }
  await expect(page.getByRole('link', { name: 'new user' })).toHaveAttribute('href', '/users/new');
  await expectAccessible(page);

  const again = nextCall(page, 'POST /api/users/reset-password');
  await row('Caio').getByRole('button', { name: 'Actions for Caio' }).click();
  await page.getByRole('menuitem', { name: 'Send invitation again' }).click();
  expect((await again).postDataJSON()).toEqual({ email: invited.email });
});

test.describe('many users', () => {
  test.use({ plan: 'ON_PREMISE' });

  test('CDW-53 CON-19: 13 users are in sight, and all who were invited are invited again at once', async ({
    adminPage: page,
    company,
  }) => {
    const people = Array.from(
      { length: 14 },
      (_, index) => `Person ${String(index + 1).padStart(2, '0')}`,
    );
    for (const [index, name] of people.entries()) {
      const email = `${index}.${Date.now()}@example.com`;
      await company.call('POST', '/api/users', { name, email });
    }
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.goto('/users');
    const rows = page.getByRole('row').filter({ has: page.getByRole('cell') });
    await expect(rows).toHaveCount(15);
    const heights = await rows.evaluateAll((all) => all.map((row) => row.getBoundingClientRect()));
    expect(Math.max(...heights.map(({ height }) => height))).toBeLessThanOrEqual(44);
    expect(heights.filter(({ bottom }) => bottom <= 800).length).toBeGreaterThanOrEqual(13);

    const calls = recordCalls(page, 'POST /api/users/reset-password');
    for (const name of people.slice(0, 3)) await page.getByLabel(`Select ${name}`).check();
    await page.getByRole('button', { name: 'Send invitation again (3)' }).click();
    await expect(page.getByRole('status').filter({ hasText: /^3 new links/ })).toBeVisible();
    expect(calls).toHaveLength(3);
    await expect(page.getByLabel(`Select ${people[0]}`)).not.toBeChecked();
  });
});

test('USL-04 USL-05 USL-06: others can be deleted, oneself cannot', async ({
  adminPage: page,
  company,
}) => {
  await company.addUser({ name: 'Bia' });
  const deletions = recordCalls(page, 'DELETE /api/users/*');
  await page.goto('/users');
  const own = page.getByRole('row').filter({ hasText: company.admin.email });
  await expect(own).toBeVisible();
  await expect(own.getByRole('button')).toHaveCount(0);
  await page.getByRole('button', { name: 'Delete Bia' }).click();
  const question = page.getByRole('alertdialog');
  await expect(question).toContainText('Bia');
  await question.getByRole('button', { name: 'Cancel' }).click();
  expect(deletions).toHaveLength(0);
  await page.getByRole('button', { name: 'Delete Bia' }).click();
  await question.getByRole('button', { name: 'Delete user' }).click();
  await page.getByRole('dialog', { name: 'success' }).getByRole('button', { name: 'OK' }).click();
  await expect(page.getByRole('button', { name: 'Delete Bia' })).toHaveCount(0);
  expect(deletions).toHaveLength(1);
});

test('USL-07 USL-08: why a user could not be deleted is said', async ({
  adminPage: page,
  company,
}) => {
  await company.addUser({ name: 'Bia' });
  for (const [refusal, text] of [
    [{ status: 409, error_code: 'SELF_DELETION_FORBIDDEN' }, 'You cannot delete your own account!'],
    [{ status: 500 }, 'An unexpected error occurred. Please try again.'],
  ] as const) {
    await refuseCalls(page, 'DELETE /api/users/*', refusal);
    await page.goto('/users');
    await page.getByRole('button', { name: 'Delete Bia' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete user' }).click();
    await expect(page.getByRole('alertdialog', { name: 'error' })).toContainText(text);
  }
});

test('USE-01 USE-03 USE-04 USE-11: a new user has a name and an e-mail', async ({
  adminPage: page,
}) => {
  const loads = recordCalls(page, 'GET /api/users/*');
  await page.goto('/users/new');
  const save = page.getByRole('button', { name: 'Save', exact: true });
  await expect(page.getByLabel('Name')).toHaveValue('');
  await save.click();
  await expectError(page, 'Name cannot be empty nor blank!', 'Name');
  await expectError(page, 'E-mail cannot be empty nor blank!', 'E-mail');
  await page.getByLabel('Name').fill('  Ana  ');
  await page.getByLabel('E-mail').fill('ana@');
  await save.click();
  await expectError(page, 'Invalid e-mail!', 'E-mail');
  const email = `ana.${Date.now()}@example.com`;
  await page.getByLabel('E-mail').fill(email);
  const call = nextCall(page, 'POST /api/users');
  await save.click();
  expect((await call).postDataJSON()).toMatchObject({ name: 'Ana', email, admin: false, apps: [] });
  await expect(page).toHaveURL('/users');
  expect(loads).toHaveLength(0);
  // This service sends no e-mail: the link is handed over here, once.
  await expect(page.getByText(/\/password\/[\w-]+$/)).toBeVisible();
  await page.getByRole('button', { name: 'I have handed it over' }).click();
  await expect(page.getByText(/\/password\/[\w-]+$/)).toHaveCount(0);
});

test('USE-02 USE-05 USE-06 USE-07: grants are switched on and off', async ({
  adminPage: page,
  company,
}) => {
  const names = ['Billing', 'Checkout', 'Search'];
  const apps = await Promise.all(names.map((name) => company.createApplication(name, ['prod'])));
  const bia = await company.addUser({ name: 'Bia', apps: [apps[1]?.id ?? ''] });
  await page.goto('/users');
  await page.getByRole('link', { name: 'Bia' }).click();
  await expect(page.getByLabel('Name')).toHaveValue('Bia');
  await expect(page.getByLabel('E-mail')).toHaveValue(bia.email);
  await expect(page.getByLabel('E-mail')).not.toBeEditable();
  const grants = page.getByRole('group', { name: 'Applications this user can access' });
  await expect(grants.getByRole('switch')).toHaveCount(3);
  await expect(grants.getByRole('switch', { name: 'Checkout' })).toBeChecked();
  await expectAccessible(page);
  await page.getByRole('switch', { name: 'Administrator' }).check({ force: true });
  await expect(grants).toHaveCount(0);
  await page.getByRole('switch', { name: 'Administrator' }).uncheck({ force: true });
  await grants.getByRole('switch', { name: 'Search' }).check({ force: true });
  const call = nextCall(page, 'PUT /api/users/*');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  const { apps: granted } = (await call).postDataJSON();
  expect([...granted].sort()).toEqual([apps[1]?.id, apps[2]?.id].sort());
  await expect(page).toHaveURL('/users');
});

test('USE-08: nobody changes their own administrator right', async ({ adminPage: page }) => {
  await page.goto('/users');
  await page.getByRole('link', { name: 'Ana Souza' }).click();
  await expect(page.getByRole('switch', { name: 'Administrator' })).toBeDisabled();
  await expect(page.getByRole('switch', { name: 'Administrator' })).toBeChecked();
});

test('USE-09 USE-10: an e-mail that is taken and a full account are refused', async ({
  adminPage: page,
  company,
}) => {
  await page.goto('/users/new');
  await page.getByLabel('Name').fill('Bia');
  await page.getByLabel('E-mail').fill(company.admin.email.toUpperCase());
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expectError(page, 'E-mail already in use!', 'E-mail');
  await company.addUser({ name: 'Caio' });
  await company.addUser({ name: 'Davi' });
  await page.getByLabel('E-mail').fill(`bia.${Date.now()}@example.com`);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expectError(page, "You have reached your account's max users limit.");
});

test('CON-30 LAY-04: people who change their own name read the new one at once', async ({
  adminPage: page,
  company,
}) => {
  const users = await company.call<Listed[]>('GET', '/api/users');
  const own = users.find(({ email }) => email === company.admin.email);
  const bia = await company.addUser({ name: 'Bia' });
  const menu = page.getByRole('complementary').getByRole('button', { name: /User menu/ });
  await page.goto(`/users/${own?.id}`);
  await page.getByLabel('Name', { exact: true }).fill('Ana Lima');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(menu).toContainText('Ana Lima');
  await expect(page).toHaveURL('/users');
  await page.reload();
  await expect(menu).toContainText('Ana Lima');

  await page.getByRole('link', { name: bia.name, exact: true }).click();
  await page.getByLabel('Name', { exact: true }).fill('Bia Reis');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByRole('link', { name: 'Bia Reis' })).toBeVisible();
  await expect(menu).toContainText('Ana Lima');
});

test('SPEC-10: everybody changes their own name and language', async ({ company, openAs }) => {
  const page = await openAs(await company.addUser({ name: 'Bia' }));
  await page.goto('/dashboard');
  await page.getByRole('button', { name: 'User menu' }).click();
  await page.getByRole('menuitem', { name: 'Your profile' }).click();
  await expect(page).toHaveURL('/profile');
  await expect(page.getByLabel('E-mail')).not.toBeEditable();
  await expectAccessible(page);

  const name = page.getByLabel('Name', { exact: true });
  await name.fill(' ');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expectError(page, 'Name cannot be empty nor blank!', 'Name');
  await name.fill('Beatriz');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Your profile was saved.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'User menu' })).toContainText('Beatriz');
  const users = await company.call<Listed[]>('GET', '/api/users');
  expect(users.map((user) => user.name)).toContain('Beatriz');

  const told = nextCall(page, 'POST /api/users/me/lang/pt');
  await page.getByLabel('Language').selectOption('Português');
  await told;
  await expect(page.getByRole('heading', { level: 1, name: 'Seu perfil' })).toBeVisible();
  await expect(page.getByLabel('Nome', { exact: true })).toHaveValue('Beatriz');
});

test('SEC-16: everybody sees where they are logged in, and logs out elsewhere', async ({
  company,
  openAs,
}) => {
  const bia = await company.addUser({ name: 'Bia' });
  const page = await openAs(bia);
  const elsewhere = await page.request.post('/oauth/token', {
    headers: { authorization: `Basic ${Buffer.from('console:console').toString('base64')}` },
    form: { grant_type: 'password', username: bia.email, password: PASSWORD },
  });
  const { access_token: token } = await elsewhere.json();
  await page.goto('/profile');
  const sessions = page.getByRole('region', { name: 'Where you are logged in' });
  await expect(sessions.getByRole('listitem')).toHaveCount(2);
  await expect(sessions.getByText('This browser')).toHaveCount(1);
  await expectAccessible(page);
  await sessions.getByRole('button', { name: 'Log out everywhere else' }).click();
  await expect(page.getByText('Logged out there.')).toBeVisible();
  await expect(sessions.getByRole('listitem')).toHaveCount(1);
  const refused = await page.request.get('/api/apps', {
    headers: { authorization: `Bearer ${token}` },
  });
  expect(refused.status()).toBe(401);
});
