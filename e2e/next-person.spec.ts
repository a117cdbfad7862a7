import type { Page, Request } from '@playwright/test';
import { PASSWORD, type Person } from './company.ts';
import { expect, test } from './fixtures.ts';
import { holdCalls, nextCall } from './requests.ts';

function stored(page: Page): Promise<Record<string, string>> {
  return page.evaluate(() => ({ ...localStorage }));
}

async function logIn(page: Page, { email }: Person): Promise<void> {
  await page.getByRole('textbox', { name: 'E-mail' }).fill(email);
  await page.getByRole('textbox', { name: 'Password' }).fill(PASSWORD);
  await page.keyboard.press('Enter');
}

/** The end of the next call, answered or given up. */
async function callEnds(page: Page, path: string): Promise<void> {
  const isIt = (request: Request) => new URL(request.url()).pathname === path;
  await Promise.race([
    page.waitForEvent('requestfinished', isIt),
    page.waitForEvent('requestfailed', isIt),
  ]);
}

/** Resolves when the page has nothing left to do. */
function settled(page: Page): Promise<unknown> {
  return page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)));
}

test('CON-02: an answer that comes after its session ended leaves nothing behind', async ({
  adminPage: page,
  company,
}) => {
  await company.createApplication('Secret project', ['Production']);
  const bia = await company.addUser({ name: 'Bia' });
  // Answered in full by the service while the session lasts, and on its way when it has ended.
  const answered = Promise.withResolvers<void>();
  const ended = Promise.withResolvers<void>();
  await page.route('**/api/apps', async (route) => {
    const response = await route.fetch();
    answered.resolve();
    await ended.promise;
    await route.fulfill({ response }).catch(() => {}); // Whoever left may have given it up.
  });
  await page.route('**/api/users', async (route) => {
    await answered.promise;
    await company.endSession(company.admin.token.access_token);
    await route.continue();
  });
  const refused = page.waitForResponse('**/api/users');
  const applications = callEnds(page, '/api/apps');
  await page.goto('/users');
  expect((await refused).status()).toBe(401);
  ended.resolve();
  await applications;
  await expect(page).toHaveURL('/login');
  await settled(page);
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
  // A page that hears of the end itself forgets who was here before the next address is opened.
  await page.goto('about:blank');
  await company.endSession(company.admin.token.access_token);
  await page.goto('/users/some-id');
  await expect(page).toHaveURL('/login');
  // A reload keeps it for the person, too.
  await page.reload();
  await logIn(page, bia);
  await expect(page).toHaveURL('/dashboard');

  await page.goto('/logout');
  await logIn(page, company.admin);
  await expect(page).toHaveURL('/dashboard');
  const { 'comporta.session': session = '' } = await stored(page);
  await company.endSession(JSON.parse(session).access_token);
  await page.goto('/audit-logs?action=CREATED');
  await expect(page).toHaveURL('/login');
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
  // Her own list takes the place of the former one when it has come.
  await expect
    .poll(() => stored(page))
    .not.toMatchObject({
      'comporta.applications': expect.stringContaining('Secret project'),
    });
});

test('CON-02: a late 401 of a token that was renewed does not end the new session', async ({
  adminPage: page,
  company,
}) => {
  await page.clock.install();
  await page.goto('/dashboard');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.clock.fastForward('07:56:00');
  const letGo = await holdCalls(page, 'GET /api/accounts/keys');
  const asked = nextCall(page, 'GET /api/accounts/keys');
  await page.getByRole('navigation').getByRole('link', { name: 'Account keys' }).click();
  const late = await asked; // With the token of before.
  await page.getByRole('button', { name: 'Stay logged in' }).click();
  await page.getByRole('textbox', { name: 'Password' }).fill(PASSWORD);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  // The token of before has ended when its call reaches the service.
  await company.endSession(company.admin.token.access_token);
  letGo();
  expect((await late.response())?.status()).toBe(401);
  await page.clock.runFor(2000);
  await expect(page).toHaveURL('/account/keys');
  expect(Object.keys(await stored(page))).toContain('comporta.session');
});
