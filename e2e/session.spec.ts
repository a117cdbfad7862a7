import type { Page } from '@playwright/test';
import { CREDENTIAL, PASSWORD } from './company.ts';
import { expect, test } from './fixtures.ts';
import {
  expectError,
  holdCalls,
  letCallsThrough,
  nextCall,
  recordCalls,
  refuseCalls,
} from './requests.ts';

const PROTECTED = [
  '/',
  '/dashboard',
  '/change-password',
  '/users',
  '/users/new',
  '/audit-logs',
  '/account/keys',
  '/applications/new',
  '/applications/x/properties',
  '/forbidden',
];

function stored(page: Page): Promise<Record<string, string>> {
  return page.evaluate(() => ({ ...localStorage }));
}

/** Puts items into localStorage, as an earlier visit might have. */
async function store(page: Page, items: Readonly<Record<string, string>>): Promise<void> {
  if (page.url() === 'about:blank') await page.goto('/icon.svg');
  await page.evaluate((entries) => {
    for (const [key, value] of Object.entries(entries)) localStorage.setItem(key, value);
  }, items);
}

test('SES-01 SES-02 SES-06: a login sends form data with the console’s credential, and stores the user', async ({
  page,
  company,
}) => {
  await page.goto('/login');
  await page.getByRole('textbox', { name: 'E-mail' }).fill(company.admin.email);
  await page.getByRole('textbox', { name: 'Password' }).fill(PASSWORD);
  const called = nextCall(page, 'POST /oauth/token');
  const before = Date.now();
  await page.getByRole('button', { name: 'Log in' }).click();
  const call = await called;
  expect(call.headers()).toMatchObject({
    authorization: CREDENTIAL,
    'content-type': expect.stringMatching('application/x-www-form-urlencoded'),
  });
  expect(Object.fromEntries(new URLSearchParams(call.postData() ?? ''))).toEqual({
    grant_type: 'password',
    username: company.admin.email,
    password: PASSWORD,
  });
  const answer = await (await call.response())?.json();
  await expect(page).toHaveURL('/dashboard');
  const storage = await stored(page);
  const session = JSON.parse(storage['comporta.session'] ?? '');
  expect(session).toMatchObject({
    access_token: answer.access_token,
    name: 'Ana Souza',
    company_name: 'Acme',
    is_admin: true,
    plan: 'ON_PREMISE',
    user_name: company.admin.email,
  });
  expect(JSON.parse(storage['comporta.language'] ?? '')).toBe('en');
  const begunAt = session.expiration_date - answer.expires_in * 1000;
  expect(begunAt).toBeGreaterThanOrEqual(before);
  expect(begunAt).toBeLessThanOrEqual(Date.now());
});

test('SES-04 HTTP-05 LOG-03: an expired or incomplete session leads to /login, where it is removed', async ({
  page,
  company,
}) => {
  const { token_type, expires_in, ...who } = company.admin.token;
  const expired = { ...who, expiration_date: Date.now() - 1000 };
  for (const [index, path] of PROTECTED.entries()) {
    const session = index % 2 === 0 ? expired : who;
    await store(page, {
      'comporta.session': JSON.stringify(session),
      'comporta.applications': '{"at":1,"applications":[]}',
      'comporta.language': '"pt"',
    });
    await page.goto(path);
    await expect(page).toHaveURL('/login');
    await expect(page.getByRole('heading', { level: 1, name: 'Log in' })).toBeVisible();
    expect(await stored(page)).toEqual({});
  }
});

test('SES-04: a session that expires while its page is open ends there', async ({ adminPage }) => {
  await adminPage.clock.install();
  await adminPage.goto('/dashboard');
  await expect(adminPage.getByRole('heading', { level: 1 })).toBeVisible();
  await adminPage.clock.fastForward('09:00:00');
  await expect(adminPage).toHaveURL('/login');
  await expect(adminPage.getByText('Your session has ended. Log in again.')).toBeVisible();
});

test('SES-05: every call of a logged-in user carries the token', async ({ adminPage, company }) => {
  const { id } = await company.createApplication('Checkout', ['Production']);
  const calls: string[] = [];
  adminPage.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (!pathname.startsWith('/api/') || pathname === '/api/config') return;
    calls.push(`${pathname} ${request.headers().authorization}`);
  });
  for (const path of ['/dashboard', `/applications/${id}/properties`, '/users', '/account/keys']) {
    await adminPage.goto(path);
    await expect(adminPage.getByRole('heading', { level: 1 })).toBeVisible();
    await adminPage.waitForLoadState('networkidle');
  }
  expect(calls.length).toBeGreaterThanOrEqual(4);
  for (const call of calls) expect(call).toContain(` Bearer ${company.admin.token.access_token}`);
});

test('SES-08: a 401 of any call ends the session', async ({ company, openAs }) => {
  const { id } = await company.createApplication('Checkout', ['Production']);
  const property = { key: 'plan', type: 'STRING', description: '' };
  const { id: propertyId } = await company.call('POST', `/api/apps/${id}/properties`, property);
  const list = `/applications/${id}/properties`;
  const save = (page: Page) => page.getByRole('button', { name: 'Save', exact: true }).click();
  const waysOut: readonly [method: string, path: string, act: (page: Page) => Promise<void>][] = [
    ['GET', list, (page) => page.getByRole('link', { name: 'Target groups' }).click()],
    [
      'POST',
      `${list}/new`,
      async (page) => {
        await page.getByLabel('Key', { exact: true }).fill('country');
        await page.getByLabel('Type').selectOption('Text');
        await save(page);
      },
    ],
    [
      'PUT',
      `${list}/${propertyId}`,
      async (page) => {
        await page.getByLabel('Description (optional)').fill('What they pay');
        await save(page);
      },
    ],
    [
      'DELETE',
      list,
      async (page) => {
        await page.getByRole('button', { name: 'Delete plan' }).click();
        await page
          .getByRole('alertdialog')
          .getByRole('button', { name: /^Delete/ })
          .click();
      },
    ],
  ];
  for (const [method, path, act] of waysOut) {
    const person = await company.addUser({ name: 'Bia', admin: true });
    const page = await openAs(person);
    await page.goto(path);
    await page.waitForLoadState('networkidle');
    await company.endSession(person.token.access_token);
    const refused = page.waitForResponse((response) => response.status() === 401);
    await act(page);
    expect((await refused).request().method()).toBe(method);
    await expect(page).toHaveURL('/login');
    expect(await stored(page)).toEqual({});
  }
});

test('SES-09: 403 leads to /forbidden and keeps the session', async ({ company, openAs }) => {
  const page = await openAs(await company.addUser({ name: 'Bia' }));
  await page.goto('/users');
  await expect(page).toHaveURL('/forbidden');
  expect(Object.keys(await stored(page))).toContain('comporta.session');
  await page.goto('/dashboard');
  await expect(page).toHaveURL('/dashboard');
});

test('SES-10: errors of calls without a session are shown on their form, whatever their status', async ({
  page,
  company,
}) => {
  const text = 'An unexpected error occurred. Please try again.';
  await page.goto('/signup');
  await page.getByLabel('Your name').fill('Ana');
  await page.getByLabel('Your e-mail').fill('ana@example.com');
  await page.getByLabel('Company', { exact: true }).fill('Acme');
  await page.getByRole('checkbox').check();
  for (const status of [401, 403, 404]) {
    await refuseCalls(page, 'POST /api/accounts', { status });
    await page.getByRole('button', { name: 'Create account' }).click();
    await expectError(page, text);
    await expect(page).toHaveURL('/signup');
    await expect(page.getByLabel('Your name')).toHaveValue('Ana');
    await letCallsThrough(page);
    await page.getByLabel('Company', { exact: true }).fill(`Acme ${status}`);
    await expect(page.getByRole('alert')).toBeHidden();
  }

  const link = await company.invite();
  await page.goto(link);
  for (const status of [401, 403, 404]) {
    await refuseCalls(page, 'POST /api/users/passwords/*', { status });
    await page.getByLabel('Password', { exact: true }).fill(`abc${status}`);
    await page.getByLabel('Password confirmation').fill(`abc${status}`);
    await page.keyboard.press('Enter');
    await expectError(page, text);
    await expect(page).toHaveURL(link);
    await letCallsThrough(page);
  }
});

test('SES-11 LAY-05 LAY-06 I18N-07: a logout leaves nothing behind, not even the language', async ({
  adminPage,
}) => {
  await adminPage.goto('/dashboard');
  await adminPage.getByRole('button', { name: /Language/ }).click();
  await adminPage.getByRole('menuitem', { name: 'Português' }).click();
  await adminPage.getByRole('button', { name: /Menu do usuário/ }).click();
  const changePassword = adminPage.getByRole('menuitem', { name: 'Alterar senha' });
  await expect(changePassword).toHaveAttribute('href', '/change-password');
  expect(Object.keys(await stored(adminPage))).toEqual(
    expect.arrayContaining(['comporta.session', 'comporta.applications', 'comporta.language']),
  );
  await adminPage.getByRole('menuitem', { name: 'Sair' }).click();
  await expect(adminPage).toHaveURL('/login');
  await expect(adminPage.getByRole('heading', { level: 1, name: 'Log in' })).toBeVisible();
  expect(await stored(adminPage)).toEqual({});
});

test('SES-12 SES-13: the list of applications is requested once in three minutes', async ({
  adminPage,
  company,
}) => {
  await company.createApplication('Checkout', ['Production']);
  await adminPage.clock.install();
  const calls = recordCalls(adminPage, 'GET /api/apps');
  await adminPage.goto('/dashboard');
  await expect(adminPage.getByRole('button', { name: 'Checkout' })).toBeVisible();
  await adminPage.goto('/users');
  await expect(adminPage.getByRole('button', { name: 'Checkout' })).toBeVisible();
  await expect(adminPage.getByRole('heading', { name: 'Users' })).toBeVisible();
  expect(calls).toHaveLength(1);

  await company.createApplication('Billing', ['Production']);
  const { 'comporta.applications': list = '' } = await stored(adminPage);
  await adminPage.clock.pauseAt(JSON.parse(list).at + 179_999);
  await adminPage.evaluate(() => fetch('/api/config'));
  expect(calls).toHaveLength(1);
  await adminPage.clock.resume();
  await adminPage.clock.fastForward(180_001);
  await expect(adminPage.getByRole('button', { name: 'Billing' })).toBeVisible();
  expect(calls).toHaveLength(2);
});

test('SES-14: the sidebar follows every change of an application at once', async ({
  adminPage: page,
}) => {
  const entry = (name: string) =>
    page.getByRole('navigation').getByRole('button', { name, exact: true });
  await page.goto('/applications/new');
  await page.getByLabel('Name', { exact: true }).fill('Checkout');
  await page.getByLabel('Environment name').fill('Production');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page).toHaveURL(/\/toggles\/new$/);
  await expect(entry('Checkout')).toBeVisible();
  await page.getByRole('link', { name: 'Settings', exact: true }).click();
  await page.getByRole('link', { name: 'Edit', exact: true }).first().click();
  await page.getByLabel('Name', { exact: true }).fill('Payments');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page).toHaveURL(/\/config$/);
  await expect(entry('Payments')).toBeVisible();
  await expect(entry('Checkout')).toBeHidden();

  await page.getByRole('button', { name: 'Delete application' }).click();
  const dialog = page.getByRole('alertdialog');
  await dialog.getByRole('textbox').fill('Payments');
  await dialog.getByRole('button', { name: 'Delete application' }).click();
  await page.getByRole('button', { name: 'OK' }).click();
  await expect(page).toHaveURL('/dashboard');
  await expect(entry('Payments')).toBeHidden();
});

test('SES-15: error codes are shown with their texts of the catalogue; a code without a text is a general error', async ({
  adminPage: page,
  company,
}) => {
  const { id } = await company.createApplication('Checkout', ['Production']);
  await page.goto(`/applications/${id}/properties/new`);
  await page.getByLabel('Key', { exact: true }).fill('plan');
  await page.getByLabel('Type').selectOption('Text');
  const call = 'POST /api/apps/*/properties';
  const general = 'An unexpected error occurred. Please try again.';
  const refusals = [
    [{ status: 409, error_code: 'DUPLICATE_KEY' }, "There's already a property with this key!"],
    [{ status: 409, error_code: 'SOMETHING_NEW' }, general],
    [{ status: 500 }, general],
    [undefined, 'Your changes are still here.'],
  ] as const;
  for (const [index, [refusal, text]] of refusals.entries()) {
    await refuseCalls(page, call, refusal);
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(page.getByText(text)).toBeVisible();
    await letCallsThrough(page);
    await page.getByLabel('Key', { exact: true }).fill(`plan-${index}`);
    await expect(page.getByText(text)).toBeHidden();
  }
});

test('SES-16 CON-29: corrupt items in storage are discarded', async ({ page, openAs, company }) => {
  const errors: Error[] = [];
  page.on('pageerror', (error) => errors.push(error));
  for (const text of ['{{{', '[]', '"session"', 'null', '{"access_token":1}']) {
    await store(page, {
      'comporta.session': text,
      'comporta.applications': text,
      'comporta.language': text,
      'comporta.theme': text,
    });
    await page.goto('/dashboard');
    await expect(page).toHaveURL('/login');
    await expect(page.getByRole('heading', { level: 1, name: 'Log in' })).toBeVisible();
  }
  const loggedIn = await openAs(company.admin);
  loggedIn.on('pageerror', (error) => errors.push(error));
  await company.createApplication('Checkout', ['Production']);
  const stored = (applications: unknown) =>
    JSON.stringify({ userName: company.admin.email, at: Date.now(), applications });
  for (const text of [
    '{{{',
    stored([null]),
    stored([{ id: 1, environments: [] }]),
    stored([{ environments: [null] }]),
    stored([{ id: 'x', name: 'X', environments: [{ id: 'y' }] }]),
    stored({}),
  ]) {
    await store(loggedIn, { 'comporta.applications': text });
    await loggedIn.goto('/dashboard');
    await expect(loggedIn.getByRole('button', { name: 'Checkout' })).toBeVisible();
  }
  expect(errors).toEqual([]);
});

test('SES-17: pressing twice sends once', async ({ page }) => {
  await page.goto('/forgot-password');
  const calls = recordCalls(page, 'POST /api/users/reset-password');
  const release = await holdCalls(page, 'POST /api/users/reset-password');
  await page.getByLabel('E-mail').fill('nobody@example.com');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Send' }).dblclick({ force: true });
  release();
  await expect(page.getByText('Unknown user')).toBeVisible();
  expect(calls).toHaveLength(1);
});
