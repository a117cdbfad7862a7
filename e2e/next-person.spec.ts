import type { Page } from '@playwright/test';
import { PASSWORD, type Person } from './company.ts';
import { expect, test } from './fixtures.ts';
import { nextCall, refuseCalls } from './requests.ts';

function stored(page: Page): Promise<Record<string, string>> {
  return page.evaluate(() => ({ ...localStorage }));
}

async function logIn(page: Page, { email }: Person): Promise<void> {
  await page.getByRole('textbox', { name: 'E-mail' }).fill(email);
  await page.getByRole('textbox', { name: 'Password' }).fill(PASSWORD);
  await page.keyboard.press('Enter');
}

test('CON-02: an answer that comes after its session ended leaves nothing behind', async ({
  adminPage: page,
  company,
}) => {
  await company.createApplication('Secret project', ['Production']);
  const bia = await company.addUser({ name: 'Bia' });
  const asked = nextCall(page, 'GET /api/apps');
  // Answered in full by the service, and on its way while another call says that the session is over.
  let arrive = () => {};
  const arrival = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  await page.route('**/api/apps', async (route) => {
    const response = await route.fetch();
    await arrival;
    await route.fulfill({ response }).catch(() => {});
  });
  await page.route('**/api/users', async (route) => {
    await asked;
    await route.fulfill({ status: 401, json: { error_code: 'UNAUTHORIZED' } });
    arrive();
  });
  await page.goto('/users');
  await expect(page).toHaveURL('/login');
  await page.waitForTimeout(1000);
  expect(await stored(page)).toEqual({});

  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await logIn(page, bia);
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible();
  await expect(page).toHaveURL('/dashboard');
  await expect(page.getByText('Secret project')).toHaveCount(0);
});

test('CON-02: the address somebody was sent away from is for the same person', async ({
  adminPage: page,
  company,
}) => {
  const bia = await company.addUser({ name: 'Bia' });
  await page.goto('/users');
  await expect(page.getByRole('heading', { name: 'Users' })).toBeVisible();
  await refuseCalls(page, 'GET /api/users/*', { status: 401, error_code: 'UNAUTHORIZED' });
  await page.goto('/users/some-id');
  await expect(page).toHaveURL('/login');
  await page.unrouteAll();
  // A reload keeps it for the person, too.
  await page.reload();
  await logIn(page, bia);
  await expect(page).toHaveURL('/dashboard');

  await page.goto('/logout');
  await logIn(page, company.admin);
  await expect(page).toHaveURL('/dashboard');
  await refuseCalls(page, 'GET /api/audit-logs', { status: 401, error_code: 'UNAUTHORIZED' });
  await page.goto('/audit-logs?action=CREATED');
  await expect(page).toHaveURL('/login');
  await page.unrouteAll();
  await logIn(page, company.admin);
  await expect(page).toHaveURL('/audit-logs?action=CREATED');
});

test('CON-02 LOG-03: without a session /login removes applications and language', async ({
  page,
  company,
}) => {
  await company.createApplication('Secret project', ['Production']);
  await page.goto('/icon.svg');
  await page.evaluate(() => {
    const applications = [{ id: '1', name: 'Secret project', environments: [] }];
    localStorage.setItem('comporta.applications', JSON.stringify({ at: Date.now(), applications }));
    localStorage.setItem('comporta.language', '"pt"');
  });
  await page.goto('/login');
  await expect(page.getByRole('heading', { level: 1, name: 'Log in' })).toBeVisible();
  expect(await stored(page)).toEqual({});

  // What the visitor chooses on the way in is nobody else's, and stays.
  await page.getByRole('button', { name: 'Português' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Entrar' })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('heading', { level: 1, name: 'Entrar' })).toBeVisible();
});

test('CON-02: another person’s login in another tab takes over nothing of the former one', async ({
  adminPage: page,
  company,
}) => {
  await company.createApplication('Secret project', ['Production']);
  const bia = await company.addUser({ name: 'Bia' });
  await page.goto('/dashboard');
  const entry = page.getByRole('navigation').getByRole('button', { name: 'Secret project' });
  await expect(entry).toBeVisible();
  const { token_type, expires_in, language, ...who } = bia.token;
  const session = { ...who, expiration_date: Date.now() + 3_600_000 };
  const other = await page.context().newPage();
  await other.goto('/icon.svg');
  await other.evaluate(
    (text) => localStorage.setItem('comporta.session', text),
    JSON.stringify(session),
  );
  await expect(page.getByRole('button', { name: /Bia/ })).toBeVisible();
  await expect(entry).toHaveCount(0);
  expect(await stored(page)).not.toMatchObject({
    'comporta.applications': expect.stringContaining('Secret project'),
  });
});

test('CON-02: a late 401 of a token that was renewed does not end the new session', async ({
  adminPage: page,
}) => {
  await page.clock.install();
  await page.goto('/dashboard');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.clock.fastForward('07:56:00');
  let arrive = () => {};
  const arrival = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  await page.route('**/api/users', async (route) => {
    await arrival;
    await route.fulfill({ status: 401, json: { error_code: 'UNAUTHORIZED' } });
  });
  await page.getByRole('link', { name: 'Users' }).click();
  await page.getByRole('button', { name: 'Stay logged in' }).click();
  await page.getByRole('textbox', { name: 'Password' }).fill(PASSWORD);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  arrive();
  await page.clock.runFor(2000);
  await expect(page).toHaveURL('/users');
  expect(Object.keys(await stored(page))).toContain('comporta.session');
});
