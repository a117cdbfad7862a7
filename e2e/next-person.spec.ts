import type { Page, Request } from '@playwright/test';
import { PASSWORD, type Person } from './company.ts';
import { openPath } from './every-path.ts';
import { expect, test } from './fixtures.ts';
import { furnishApplication } from './furnished-application.ts';
import { holdCalls, nextCall } from './requests.ts';

function stored(page: Page): Promise<Record<string, string>> {
  return page.evaluate(() => ({ ...localStorage }));
}

async function logIn(page: Page, { email }: Person): Promise<void> {
  await page.getByRole('textbox', { name: 'E-mail' }).fill(email);
  await page.getByRole('textbox', { name: 'Password' }).fill(PASSWORD);
  await page.keyboard.press('Enter');
}

/** The contents of localStorage and sessionStorage, except the density of lists, which belongs to the device. */
function keptOf(page: Page): Promise<string> {
  return page.evaluate(() => {
    const { 'comporta.compact-rows': _, ...kept } = { ...localStorage };
    return JSON.stringify([kept, { ...sessionStorage }]);
  });
}

/** Resolves when the next request to this path has finished or failed. */
async function callEnds(page: Page, path: string): Promise<void> {
  const isIt = (request: Request) => new URL(request.url()).pathname === path;
  await Promise.race([
    page.waitForEvent('requestfinished', isIt),
    page.waitForEvent('requestfailed', isIt),
  ]);
}

/** Resolves when the page is idle. */
function settled(page: Page): Promise<unknown> {
  return page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)));
}

test('CON-02: a response that arrives after its session ended leaves nothing behind', async ({
  adminPage: page,
  company,
}) => {
  await company.createApplication('Secret project', ['Production']);
  const bia = await company.addUser({ name: 'Bia' });
  // The service answers in full while the session lasts; the response arrives after its end.
  const answered = Promise.withResolvers<void>();
  const ended = Promise.withResolvers<void>();
  await page.route('**/api/apps', async (route) => {
    const response = await route.fetch();
    answered.resolve();
    await ended.promise;
    await route.fulfill({ response }).catch(() => {}); // The page may have aborted the request.
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

test('CON-02: the address that a person was redirected from is restored for the same person only', async ({
  adminPage: page,
  company,
}) => {
  const bia = await company.addUser({ name: 'Bia' });
  await page.goto('/users');
  await expect(page.getByRole('heading', { name: 'Users' })).toBeVisible();
  // A page that notices the end itself would forget its user before the next address is opened.
  await page.goto('about:blank');
  await company.endSession(company.admin.token.access_token);
  await page.goto('/users/some-id');
  await expect(page).toHaveURL('/login');
  // A reload keeps the address for this person, too.
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

  // The language that a visitor chooses before the login is kept.
  await page.getByRole('button', { name: 'Português' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Entrar' })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('heading', { level: 1, name: 'Entrar' })).toBeVisible();
});

test('CON-02: another person’s login in another tab takes over nothing from the previous person', async ({
  adminPage: page,
  company,
}) => {
  await company.createApplication('Secret project', ['Production']);
  const bia = await company.addUser({ name: 'Bia' });
  await page.goto('/dashboard');
  const entry = page.getByRole('navigation').getByRole('button', { name: 'Secret project' });
  await expect(entry).toBeVisible();
  const chosen = page.getByRole('group', { name: 'Recent' }).getByRole('option');
  const search = page.getByRole('combobox', { name: 'Search or jump to…' });
  await page.keyboard.press('Control+k');
  await search.fill('dashboard');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Control+k');
  await expect(chosen).toHaveText(['Dashboard']);
  await page.keyboard.press('Escape');
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
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('option', { name: 'Dashboard' })).toBeVisible();
  await expect(chosen).toHaveCount(0);
  await page.keyboard.press('Escape');
  // Her own list replaces the previous one when it is loaded.
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
  const late = await asked; // Sent with the previous token.
  await page.getByRole('button', { name: 'Stay logged in' }).click();
  await page.getByRole('textbox', { name: 'Password' }).fill(PASSWORD);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  // The previous token is revoked before its request reaches the service.
  await company.endSession(company.admin.token.access_token);
  letGo();
  expect((await late.response())?.status()).toBe(401);
  await page.clock.runFor(2000);
  await expect(page).toHaveURL('/account/keys');
  expect(Object.keys(await stored(page))).toContain('comporta.session');
});

test('CDW-06 CDW-40 CON-02: after a session ended, the next person sees nothing of the previous one; only the density of rows is kept', async ({
  adminPage: page,
  company,
}) => {
  const { id, toggleId } = await furnishApplication(company);
  const secret = await company.createApplication('Secret project', ['Production']);
  const bia = await company.addUser({ name: 'Bia', apps: [id] });
  const toggle = `/applications/${id}/toggles/${toggleId}`;
  const list = `/applications/${id}/toggles`;
  await company.call('PUT', `/api/users/me/favourites/application/${secret.id}`);
  await company.call('PUT', `/api/users/me/favourites/toggle/${toggleId}`);
  const view = { name: 'View of Ana', query: '?q=new', shared: false };
  await company.call('POST', `/api/apps/${id}/views`, view);
  const description = page.getByRole('main').getByRole('textbox', { name: /^Description/ });
  const typed = 'Typed by Ana and not saved';

  await test.step('one person works', async () => {
    await openPath(page, `/applications/${secret.id}/config`);
    await openPath(page, list);
    await page.getByRole('button', { name: 'Views' }).click();
    await page.getByRole('menuitem', { name: 'Compact rows' }).click();
    await page.getByRole('button', { name: 'Environment: Production' }).press('Enter');
    await page.getByRole('radio', { name: 'Staging' }).click();
    await expect(page.getByRole('button', { name: 'Environment: Staging' })).toBeVisible();
    await openPath(page, toggle);
    await page.getByRole('button', { name: 'Edit description' }).click();
    await description.fill(typed);
    await expect.poll(() => keptOf(page)).toContain(typed);
    await company.endSession(company.admin.token.access_token);
    page.on('dialog', (dialog) => void dialog.accept());
    await page.reload();
    await expect(page).toHaveURL('/login');
    // Loaded anew, it still is no page of whoever comes next.
    await page.goto(toggle);
    await expect(page).toHaveURL('/login');
    // The edits are kept for the same person.
    expect(await keptOf(page)).toContain(typed);
  });

  await test.step('another one comes', async () => {
    await logIn(page, bia);
    await expect(page).toHaveURL('/dashboard');
    for (const visit of ['first', 'reloaded']) {
      await test.step(visit, async () => {
        if (visit === 'reloaded') await page.reload();
        await openPath(page, '/dashboard');
        await expect(page.getByText('Press the star beside a toggle')).toBeVisible();
        // After a reload it lists the item that she opened herself.
        const opened = visit === 'first' ? 0 : 1;
        await expect(page.getByRole('heading', { name: 'Opened last' })).toHaveCount(opened);
        await page.keyboard.press('ControlOrMeta+K');
        await expect(page.getByRole('option').first()).toBeVisible();
        await expect(page.getByRole('option', { name: /Secret/ })).toHaveCount(0);
        await page.keyboard.type('Secret');
        await expect(page.getByRole('option')).toHaveCount(0);
        await page.keyboard.press('Escape');
        await openPath(page, list);
        await expect(page.getByRole('button', { name: 'Environment: Production' })).toBeVisible();
        await page.getByRole('button', { name: 'Views' }).click();
        await expect(page.getByText('View of Ana')).toHaveCount(0);
        const compact = page.getByRole('menuitem', { name: 'Compact rows' });
        await expect(compact).toHaveAttribute('aria-current', 'true');
        await openPath(page, toggle);
        await page.getByRole('button', { name: 'Edit description' }).click();
        await expect(description).not.toHaveValue(typed);
        await expect(page.getByText('These are your changes from before.')).toHaveCount(0);
        await expect(page.getByText('Secret project')).toHaveCount(0);
        for (const text of [typed, 'Secret', company.admin.email, secret.id]) {
          expect(await keptOf(page)).not.toContain(text);
        }
      });
    }
  });

  await test.step('who logs out leaves nothing', async () => {
    await description.fill('Typed by Bia');
    await expect.poll(() => keptOf(page)).toContain('Typed by Bia');
    await page.goto('/logout');
    await expect(page).toHaveURL('/login');
    expect(await keptOf(page)).toBe('[{},{}]');
  });
});
