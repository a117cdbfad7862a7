import { expect, test } from './fixtures.ts';

interface Listed {
  readonly id: string;
  readonly email: string;
}

test('ROL-01 ROL-02 ROL-03: a user who is not an administrator sees only granted applications', async ({
  company,
  openAs,
}) => {
  const granted = await company.createApplication('Checkout', ['Production']);
  const other = await company.createApplication('Secret project', ['Production']);
  const page = await openAs(await company.addUser({ name: 'Bia', apps: [granted.id] }));
  const listed = page.waitForResponse('**/api/apps');
  await page.goto('/dashboard');
  expect(await (await listed).json()).toEqual([expect.objectContaining({ id: granted.id })]);
  const applications = page.getByRole('complementary').locator('[aria-expanded][aria-controls]');
  await expect(applications.filter({ hasText: 'Checkout' })).toBeVisible();
  await expect(page.getByText('Secret project')).toHaveCount(0);

  const refused = page.waitForResponse(`**/api/apps/${other.id}/properties`);
  await page.goto(`/applications/${other.id}/properties`);
  expect((await refused).status()).toBe(403);
  expect(await (await refused).text()).not.toContain('Secret project');
  await expect(page).toHaveURL('/forbidden');

  for (const path of ['/users', '/users/some-id', '/account/keys', '/audit-logs']) {
    const answer = page.waitForResponse((response) => response.status() === 403);
    await page.goto(path);
    await answer;
    await expect(page).toHaveURL('/forbidden');
  }
});

test('CON-17 ROL-03 CDW-58: a user who is not an administrator is shown no form that could only fail', async ({
  company,
  openAs,
}) => {
  const page = await openAs(await company.addUser({ name: 'Bia' }));
  await page.addInitScript(() => {
    const look = () => {
      if (document.querySelector('main form')) sessionStorage.setItem('saw-a-form', location.href);
    };
    new MutationObserver(look).observe(document, { childList: true, subtree: true });
  });
  for (const path of ['/users/new', '/account/keys/new', '/applications/new']) {
    await page.goto(path);
    await expect(page).toHaveURL('/forbidden');
    await expect(page.getByRole('alert')).toHaveText('You cannot access this resource!');
    await expect(page.getByRole('main').getByRole('listitem')).toHaveText(['Ana Souza']);
  }
  expect(await page.evaluate(() => sessionStorage.getItem('saw-a-form'))).toBeNull();
});

test('CON-17: a user without any granted application is told whom to ask', async ({
  company,
  openAs,
}) => {
  const clara = await company.addUser({ name: 'Clara Dias', admin: true });
  await company.call('POST', '/api/users', {
    name: 'Not here yet',
    email: `invited.${clara.email}`,
    admin: true,
  });
  const bia = await company.addUser({ name: 'Bia' });
  const page = await openAs(bia);
  await page.goto('/dashboard');
  await expect(page.getByText('None of the applications has been opened to you.')).toBeVisible();
  const admins = page.getByRole('main').getByRole('listitem').getByRole('link');
  await expect(admins).toHaveText(['Ana Souza', 'Clara Dias']);
  await expect(admins.last()).toHaveAttribute('href', `mailto:${clara.email}`);

  const { id } = await company.createApplication('Checkout', ['Production']);
  const granted = await openAs(await company.addUser({ name: 'Davi', apps: [id] }));
  await granted.goto('/dashboard');
  await expect(granted.getByRole('button', { name: 'Checkout' })).toBeVisible();
  await expect(granted.getByRole('main').getByRole('listitem')).toHaveCount(0);
  await company.call('DELETE', `/api/apps/${id}`);
});

test('ROL-04 ROL-05 USL-04 USE-08: nobody deletes themselves, nor changes their own role', async ({
  adminPage: page,
  company,
  service,
}) => {
  await company.addUser({ name: 'Bia' });
  const users = await company.call<Listed[]>('GET', '/api/users');
  const own = users.find(({ email }) => email === company.admin.email);
  await page.goto('/users');
  await expect(page.getByRole('button', { name: 'Delete Bia' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Delete Ana Souza' })).toHaveCount(0);
  await page.goto(`/users/${own?.id}`);
  await expect(page.getByRole('switch', { name: 'Administrator' })).toBeDisabled();

  const send = async (method: string, body?: object) => {
    const response = await fetch(`${service.url}/api/users/${own?.id}`, {
      method,
      headers: {
        authorization: `Bearer ${company.admin.token.access_token}`,
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
    });
    return response.json();
  };
  expect(await send('DELETE')).toMatchObject({ error_code: 'SELF_DELETION_FORBIDDEN' });
  expect(await send('PUT', { ...own, admin: false, apps: [] })).toMatchObject({
    error_code: 'SELF_ADMIN_CHANGE_FORBIDDEN',
  });
  expect(await company.call<Listed[]>('GET', '/api/users')).toEqual(users);
});
