import { expectAccessible } from './accessibility.ts';
import { PASSWORD } from './company.ts';
import { expect, test } from './fixtures.ts';
import { expectError, letCallsThrough, nextCall, recordCalls, refuseCalls } from './requests.ts';

test.use({ plan: 'FEW_USERS' });

interface Listed {
  readonly id: string;
  readonly name: string;
  readonly email: string;
}

test('USL-01 USL-02 USL-03 USL-04 USL-05 USL-06 USL-07 USL-08: users are listed with their roles and states, invited again, and deleted', async ({
  adminPage: page,
  company,
}) => {
  await company.addUser({ name: 'Bia' });
  const invited = await company.call('POST', '/api/users', {
    name: 'Caio',
    email: `caio.${Date.now()}@example.com`,
    admin: true,
  });
  const row = (name: string) => page.getByRole('row').filter({ hasText: name });

  await test.step('USL-01 USL-02: each is what the service says', async () => {
    const listed = nextCall(page, 'GET /api/users');
    await page.goto('/users');
    await listed;
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
    const create = page.getByRole('link', { name: 'new user' });
    await expect(create).toHaveAttribute('href', '/users/new');
    await expectAccessible(page);
  });

  await test.step('USL-03: who did not come is invited again', async () => {
    const again = nextCall(page, 'POST /api/users/reset-password');
    await row('Caio').getByRole('button', { name: 'Actions for Caio' }).click();
    await page.getByRole('menuitem', { name: 'Send invitation again' }).click();
    expect((await again).postDataJSON()).toEqual({ email: invited.email });
  });

  const question = page.getByRole('alertdialog');
  const remove = async () => {
    await page.getByRole('button', { name: 'Delete Bia' }).click();
    await question.getByRole('button', { name: 'Delete user' }).click();
  };
  await test.step('USL-07 USL-08: why a user could not be deleted is said', async () => {
    const own = { status: 409, error_code: 'SELF_DELETION_FORBIDDEN' };
    for (const [refusal, text] of [
      [own, 'You cannot delete your own account!'],
      [{ status: 500 }, 'An unexpected error occurred. Please try again.'],
    ] as const) {
      await refuseCalls(page, 'DELETE /api/users/*', refusal);
      await remove();
      const refused = page.getByRole('alertdialog', { name: 'error' });
      await expect(refused).toContainText(text);
      await page.keyboard.press('Enter');
      await expect(refused).toBeHidden();
      await letCallsThrough(page);
    }
  });

  await test.step('USL-04 USL-05 USL-06: others can be deleted, oneself cannot', async () => {
    const deletions = recordCalls(page, 'DELETE /api/users/*');
    await expect(row(company.admin.email).getByRole('button')).toHaveCount(0);
    await page.getByRole('button', { name: 'Delete Bia' }).click();
    await expect(question).toContainText('Bia');
    await question.getByRole('button', { name: 'Cancel' }).click();
    expect(deletions).toHaveLength(0);
    await remove();
    await page.getByRole('dialog', { name: 'success' }).getByRole('button', { name: 'OK' }).click();
    await expect(page.getByRole('button', { name: 'Delete Bia' })).toHaveCount(0);
    expect(deletions).toHaveLength(1);
  });
});

test.describe('many users', () => {
  test.use({ plan: 'ON_PREMISE' });

  test('CDW-53 CON-19: 13 users are in view, and selected users are invited again at once', async ({
    adminPage: page,
    company,
  }) => {
    const people = Array.from(
      { length: 14 },
      (_, index) => `Person ${String(index + 1).padStart(2, '0')}`,
    );
    const ids: unknown[] = [];
    for (const [index, name] of people.entries()) {
      const email = `${index}.${Date.now()}@example.com`;
      const { id } = await company.call('POST', '/api/users', { name, email });
      ids.push(id);
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
    // Somebody else deletes one of them in the meantime.
    await company.call('DELETE', `/api/users/${ids[0]}`);
    await page.getByRole('button', { name: 'Send invitation again (3)' }).click();
    await expect(page.getByRole('status').filter({ hasText: /^2 new links/ })).toBeVisible();
    await expect(
      page.getByRole('status').filter({ hasText: 'No invitation was sent to Person 01. User not' }),
    ).toBeVisible();
    expect(calls).toHaveLength(3);
    await expect(page.getByLabel(`Select ${people[1]}`)).not.toBeChecked();
  });
});

test('USE-01 USE-03 USE-04 USE-09 USE-10 USE-11: a new user has a name and an e-mail of their own, where there is room', async ({
  adminPage: page,
  company,
}) => {
  const loads = recordCalls(page, 'GET /api/users/*');
  const save = page.getByRole('button', { name: 'Save', exact: true });
  const name = page.getByLabel('Name');
  const email = page.getByLabel('E-mail');
  await page.goto('/users/new');

  await test.step('USE-01 USE-03 USE-04 USE-09: what is missing, wrong or taken is told', async () => {
    await expect(name).toHaveValue('');
    await save.click();
    await expectError(page, 'Name cannot be empty nor blank!', 'Name');
    await expectError(page, 'E-mail cannot be empty nor blank!', 'E-mail');
    await name.fill('  Ana  ');
    await email.fill('ana@');
    await save.click();
    await expectError(page, 'Invalid e-mail!', 'E-mail');
    await email.fill(company.admin.email.toUpperCase());
    await save.click();
    await expectError(page, 'E-mail already in use!', 'E-mail');
  });

  await test.step('USE-11: the link of a service that sends no e-mail is handed over here, once', async () => {
    const free = `ana.${Date.now()}@example.com`;
    await email.fill(free);
    const call = nextCall(page, 'POST /api/users');
    await save.click();
    const body = (await call).postDataJSON();
    expect(body).toMatchObject({ name: 'Ana', email: free, admin: false, apps: [] });
    await expect(page).toHaveURL('/users');
    expect(loads).toHaveLength(0);
    await expect(page.getByText(/\/password\/[\w-]+$/)).toBeVisible();
    await page.getByRole('button', { name: 'I have handed it over' }).click();
    await expect(page.getByText(/\/password\/[\w-]+$/)).toHaveCount(0);
  });

  await test.step('USE-10: a full account is refused', async () => {
    await company.invite();
    await page.getByRole('link', { name: 'new user' }).click();
    await name.fill('Davi');
    await email.fill(`davi.${Date.now()}@example.com`);
    await save.click();
    await expectError(page, "You have reached your account's max users limit.");
  });
});

test('USE-02 USE-05 USE-06 USE-07 USE-08 CON-30 LAY-04: the name and grants of a user can be changed, but not one’s own administrator right', async ({
  adminPage: page,
  company,
}) => {
  const names = ['Billing', 'Checkout', 'Search'];
  const apps = await Promise.all(names.map((name) => company.createApplication(name, ['prod'])));
  const bia = await company.addUser({ name: 'Bia', apps: [apps[1]?.id ?? ''] });
  const save = page.getByRole('button', { name: 'Save', exact: true });
  const name = page.getByLabel('Name', { exact: true });
  const administrator = page.getByRole('switch', { name: 'Administrator' });
  const menu = page.getByRole('complementary').getByRole('button', { name: /User menu/ });
  await page.goto('/users');

  await test.step('USE-02 USE-05 USE-06 USE-07: grants are switched on and off', async () => {
    await page.getByRole('link', { name: 'Bia' }).click();
    await expect(name).toHaveValue('Bia');
    await expect(page.getByLabel('E-mail')).toHaveValue(bia.email);
    await expect(page.getByLabel('E-mail')).not.toBeEditable();
    const grants = page.getByRole('group', { name: 'Applications this user can access' });
    await expect(grants.getByRole('switch')).toHaveCount(3);
    await expect(grants.getByRole('switch', { name: 'Checkout' })).toBeChecked();
    await expectAccessible(page);
    await administrator.check({ force: true });
    await expect(grants).toHaveCount(0);
    await administrator.uncheck({ force: true });
    await grants.getByRole('switch', { name: 'Search' }).check({ force: true });
    const call = nextCall(page, 'PUT /api/users/*');
    await save.click();
    const { apps: granted } = (await call).postDataJSON();
    expect([...granted].sort()).toEqual([apps[1]?.id, apps[2]?.id].sort());
    await expect(page).toHaveURL('/users');
  });

  await test.step('USE-08: nobody changes their own administrator right', async () => {
    await page.getByRole('link', { name: 'Ana Souza' }).click();
    await expect(administrator).toBeDisabled();
    await expect(administrator).toBeChecked();
  });

  await test.step('CON-30 LAY-04: people who change their own name read the new one at once', async () => {
    await name.fill('Ana Lima');
    await save.click();
    await expect(menu).toContainText('Ana Lima');
    await expect(page).toHaveURL('/users');
    await page.reload();
    await expect(menu).toContainText('Ana Lima');
    await page.getByRole('link', { name: 'Bia', exact: true }).click();
    await name.fill('Bia Reis');
    await save.click();
    await expect(page.getByRole('link', { name: 'Bia Reis' })).toBeVisible();
    await expect(menu).toContainText('Ana Lima');
  });
});

test('SPEC-10 SEC-16: everybody changes their own name and language, sees where they are logged in, and logs out elsewhere', async ({
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
  await page.goto('/dashboard');
  await page.getByRole('button', { name: 'User menu' }).click();
  await page.getByRole('menuitem', { name: 'Your profile' }).click();
  await expect(page).toHaveURL('/profile');
  await expect(page.getByLabel('E-mail')).not.toBeEditable();
  const sessions = page.getByRole('region', { name: 'Where you are logged in' });
  await expect(sessions.getByRole('listitem')).toHaveCount(2);
  await expectAccessible(page);

  await test.step('SEC-16: a login elsewhere is ended', async () => {
    await expect(sessions.getByText('This browser')).toHaveCount(1);
    await sessions.getByRole('button', { name: 'Log out everywhere else' }).click();
    await expect(page.getByText('Logged out there.')).toBeVisible();
    await expect(sessions.getByRole('listitem')).toHaveCount(1);
    const headers = { authorization: `Bearer ${token}` };
    expect((await page.request.get('/api/apps', { headers })).status()).toBe(401);
  });

  await test.step('SPEC-10: the name and the language are one’s own to change', async () => {
    const name = page.getByLabel('Name', { exact: true });
    const save = page.getByRole('button', { name: 'Save', exact: true });
    await name.fill(' ');
    await save.click();
    await expectError(page, 'Name cannot be empty nor blank!', 'Name');
    await name.fill('Beatriz');
    await save.click();
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
});
