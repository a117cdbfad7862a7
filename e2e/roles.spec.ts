import { expect, test } from './fixtures.ts';

interface Listed {
  readonly id: string;
  readonly email: string;
}

test('ROL-01 ROL-02 ROL-03: a user who is no administrator sees what was granted', async ({
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
