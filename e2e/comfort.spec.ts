import type { Locator } from '@playwright/test';
import { expectNoSidewaysScroll } from './accessibility.ts';
import { openPath } from './every-path.ts';
import { expect, test } from './fixtures.ts';
import { furnishApplication } from './furnished-application.ts';
import { layoutShift } from './layout-shift.ts';
import { holdCalls, nextCall } from './requests.ts';

const SAVE = 'PUT /api/apps/*/properties/*';

test('UX-01 CON-32: unsaved changes are not lost without a question', async ({
  adminPage: page,
  company,
}) => {
  const { id, propertyId } = await furnishApplication(company);
  const list = `/applications/${id}/properties`;
  await page.goto(list);
  await page.getByRole('link', { name: 'country' }).click();
  const description = page.getByLabel('Description (optional)');
  const question = page.getByRole('alertdialog', { name: 'Unsaved changes' });
  await expect(description).toHaveValue(/BR or PT/);
  await page.getByRole('link', { name: 'Settings', exact: true }).click();
  await expect(page).toHaveURL(/config$/);
  await page.goBack();

  await description.fill('Where the customer lives');
  // The button that discards all edits is far from the one that saves them.
  const save = await page.getByRole('button', { name: 'Save', exact: true }).boundingBox();
  const reset = await page.getByRole('button', { name: 'Reset' }).boundingBox();
  expect((reset?.x ?? 0) - (save?.x ?? 0) - (save?.width ?? 0)).toBeGreaterThan(100);
  for (const leave of [
    () => page.getByRole('link', { name: 'Settings', exact: true }).click(),
    () => page.goBack(),
  ]) {
    await leave();
    await expect(question).toBeVisible();
    await question.getByRole('button', { name: 'Keep editing' }).click();
    await expect(page).toHaveURL(`${list}/${propertyId}`);
    await expect(description).toHaveValue('Where the customer lives');
  }
  const asked = page.waitForEvent('dialog');
  await page.close({ runBeforeUnload: true });
  const prompt = await asked;
  expect(prompt.type()).toBe('beforeunload');
  await prompt.dismiss();

  await page.getByRole('link', { name: 'Settings', exact: true }).click();
  await question.getByRole('button', { name: 'Discard changes' }).click();
  await expect(page).toHaveURL(/config$/);

  await test.step('the tab is not closed over a save without a question', async () => {
    const other = await page.context().newPage();
    await other.goto(`${list}/${propertyId}`);
    await other.getByLabel('Description (optional)').fill('Saved before the tab closes');
    const end = await holdCalls(other, SAVE);
    const sent = nextCall(other, SAVE);
    await other.keyboard.press('Control+s');
    await sent;
    const questioned = other.waitForEvent('dialog');
    await other.close({ runBeforeUnload: true });
    await (await questioned).dismiss();
    end();
    await expect(other).toHaveURL(list);
    await other.close({ runBeforeUnload: true });
  });

  await test.step('a save that ends after the user has left does not move them; a failed one is reported', async () => {
    const toasts = page.getByRole('region', { name: 'Notifications' });
    const saveAndLeave = async (before: string, text: string) => {
      await page.goBack();
      await expect(description).toHaveValue(before); // The former value may be shown until it is fetched again.
      await description.fill(text);
      const end = await holdCalls(page, SAVE);
      const sent = nextCall(page, SAVE);
      await page.keyboard.press('Control+s');
      await sent;
      await page.getByRole('link', { name: 'Settings', exact: true }).click();
      await expect(page).toHaveURL(/config$/);
      return end;
    };
    const endFirst = await saveAndLeave('Saved before the tab closes', 'Saved after all');
    endFirst();
    await expect(toasts).toContainText('country saved.');

    const endSecond = await saveAndLeave('Saved after all', 'Refused at last');
    const property = `/api/apps/${id}/properties/${propertyId}`;
    await company.call('PUT', property, { key: 'country', description: 'Theirs' });
    endSecond();
    await expect(toasts).toContainText('Your changes were not saved.');
    await expect(page).toHaveURL(/config$/);
    await toasts.getByRole('link', { name: 'View' }).last().click();
    await expect(description).toHaveValue('Refused at last');
  });
});

test('UX-02 UX-03: the palette opens anything by a part of its name', async ({
  adminPage: page,
  company,
  openAs,
}) => {
  const { id, toggleId, production } = await furnishApplication(company);
  await page.goto(`/applications/${id}/properties`);
  const search = page.getByRole('searchbox');
  await search.focus();
  await page.keyboard.press('ControlOrMeta+K');
  const palette = page.getByRole('dialog', { name: 'Command palette' });
  const input = palette.getByRole('combobox');
  await expect(input).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(palette).toBeHidden();
  await expect(search).toBeFocused();

  const go = async (typed: string, found: string, path: string) => {
    await page.keyboard.press('ControlOrMeta+K');
    await input.fill(typed);
    await expect(palette.getByRole('option', { selected: true })).toContainText(found);
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(path);
  };
  await go('new-ch', 'new-checkout', `/applications/${id}/toggles/${toggleId}`);
  await go('produ', 'Production', `/applications/${id}/environments/${production}/experiments`);
  await go('users', 'Users', '/users');
  await go('checkout', 'Checkout', `/applications/${id}/toggles`);

  await page.keyboard.press('ControlOrMeta+K');
  await input.fill('e');
  const options = palette.getByRole('option');
  await expect(options.nth(2)).toBeVisible();
  for (const index of [1, 2]) {
    await page.keyboard.press('ArrowDown');
    await expect(options.nth(index)).toHaveAttribute('aria-selected', 'true');
  }
  await page.keyboard.press('ArrowUp');
  await expect(options.nth(1)).toHaveAttribute('aria-selected', 'true');
  await expect(palette.getByRole('group').first()).toBeVisible();

  const user = await openAs(await company.addUser({ name: 'Bia', apps: [id] }));
  await user.goto('/dashboard');
  await expect(user.getByRole('heading', { level: 1 })).toBeVisible();
  await user.keyboard.press('ControlOrMeta+K');
  const theirs = user.getByRole('dialog', { name: 'Command palette' });
  await theirs.getByRole('combobox').fill('users');
  await expect(theirs.getByRole('option', { name: /^Users/ })).toHaveCount(0);
});

test('UX-02: people who open the palette can type on without waiting for it', async ({
  adminPage,
}) => {
  const loadedAhead = adminPage.waitForResponse(/command-palette.*\.js$/);
  await adminPage.goto('/dashboard');
  await (await loadedAhead).finished();
  // The code has been transferred, but not yet executed.
  const field = adminPage.getByRole('combobox');
  await adminPage.keyboard.press('Control+k');
  await expect(field).toBeFocused();
  await adminPage.keyboard.press('Escape');
  await expect(field).toBeHidden();
  await adminPage.keyboard.press('Control+k');
  await adminPage.keyboard.type('users');
  await expect(field).toHaveValue('users');
});

test('UX-04 CON-31 CDW-62: the shortcuts that a screen has are listed, and single keys can be turned off', async ({
  adminPage: page,
  company,
}) => {
  const { id, production, experimentId } = await furnishApplication(company);
  await page.goto(`/applications/${id}/properties`);
  const search = page.getByRole('searchbox');
  await expect(search).toBeVisible();
  await page.keyboard.press('/');
  await expect(search).toBeFocused();
  await page.keyboard.press('?');
  const help = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await expect(search).toHaveValue('?');
  await search.blur();
  await page.keyboard.press('?');
  await expect(help).toBeVisible();
  const keysOf = (does: string) =>
    help
      .locator('dl > div')
      .filter({ has: page.getByText(does, { exact: true }) })
      .locator('kbd');
  await expect(keysOf('New, in a list')).toHaveText(['n']);
  await expect(keysOf('Go to target groups')).toHaveText(['g', 'g']);
  await expect(keysOf('Move a rule')).toHaveCount(0);
  await page.keyboard.press('Escape');
  await page.keyboard.press('g');
  await page.keyboard.press('e');
  await expect(page).toHaveURL(`/applications/${id}/environments/${production}/experiments`);
  await page.goto(`/applications/${id}/environments/${production}/experiments/${experimentId}`);
  const rule = page.getByRole('group', { name: 'Rule #1' });
  await expect(rule).toBeVisible();
  // On the way back the editor is drawn at once, and "g t" must still not be taken for its "t".
  await page.keyboard.type('gd');
  await expect(page).toHaveURL('/dashboard');
  await page.goBack();
  await expect(rule).toBeVisible();
  await page.keyboard.type('gt');
  await expect(page).toHaveURL(`/applications/${id}/toggles`);
  await page.goBack();
  await expect(rule).toBeVisible();
  await page.keyboard.press('?');
  await expect(keysOf('Move a rule')).toHaveText(['Alt', '↑', '↓']);
  await expect(keysOf('Save the form')).toHaveText([/Ctrl|⌘/, 'S']);
  await expect(keysOf('New, in a list')).toHaveCount(0);
  await help.getByRole('switch', { name: 'Use single-key shortcuts' }).uncheck();
  await page.keyboard.press('Escape');
  await expect(help).toBeHidden();
  await page.goto(`/applications/${id}/properties`);
  await expect(search).toBeVisible();
  await page.keyboard.press('n');
  await page.keyboard.press('?');
  await page.keyboard.press('/');
  await expect(search).not.toBeFocused();
  await expect(help).toBeHidden();
  await expect(page).toHaveURL(new RegExp(`${id}/properties`));
});

test('UX-05 CON-34: a slow list is announced by a skeleton, and nothing moves when it arrives', async ({
  adminPage: page,
  company,
}) => {
  const { id } = await furnishApplication(company);
  const release = await holdCalls(page, 'GET /api/apps/*/properties');
  await page.goto(`/applications/${id}/properties`);
  const skeleton = page.getByRole('main').locator('[aria-busy="true"]');
  await expect(skeleton).toHaveAttribute('data-late', 'true');
  await expect(skeleton).toContainText('Loading…');
  const topOf = async (row: Locator) => (await row.boundingBox())?.y ?? 0;
  const expected = await topOf(skeleton.locator('> div').nth(1));
  release();
  await expect(page.getByRole('table')).toBeVisible();
  const first = page
    .getByRole('row')
    .filter({ has: page.getByRole('cell') })
    .first();
  expect(Math.abs((await topOf(first)) - expected)).toBeLessThanOrEqual(2);
  await expect(skeleton).toBeHidden();
  expect(await layoutShift(page)).toBeLessThanOrEqual(0.05);
});

/** Fails unless a control is visible at the foot of the screen, with only its margin below it. */
async function expectAtFoot(control: Locator): Promise<void> {
  await expect(control).toBeInViewport({ ratio: 1 });
  const box = await control.boundingBox();
  expect((box?.y ?? 0) + (box?.height ?? 0)).toBeGreaterThan(780);
}

test('UX-06: rows are cards on a narrow screen, and the main action is at its foot', async ({
  adminPage: page,
  company,
}) => {
  const { id, production, experimentId } = await furnishApplication(company);
  await page.setViewportSize({ width: 390, height: 800 });
  for (const path of [
    'toggles',
    'properties',
    'target-groups',
    `environments/${production}/experiments`,
  ]) {
    await page.goto(`/applications/${id}/${path}`);
    const table = page.getByRole('table');
    await expect(table.getByRole('row').nth(1)).toBeVisible();
    await expectNoSidewaysScroll(page);
    const box = await table.boundingBox();
    expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(390);
    await expectAtFoot(page.getByRole('link', { name: /^New /i }));
  }
  await page.goto(`/applications/${id}/environments/${production}/experiments/${experimentId}`);
  const test = page.getByRole('button', { name: 'Test these rules' });
  await expectAtFoot(test);
  await expectAtFoot(page.getByRole('button', { name: 'Review & save to Production' }));
  await test.click();
  await expect(page.getByRole('complementary', { name: 'Test these rules' })).toBeVisible();
});

test('UX-07: a theme is chosen, kept, and there before the first paint', async ({
  adminPage: page,
}) => {
  const scheme = page.locator('html');
  await page.emulateMedia({ colorScheme: 'light' });
  await page.goto('/dashboard');
  await expect(scheme).toHaveAttribute('data-mantine-color-scheme', 'light');
  await page.getByRole('button', { name: 'Theme' }).click();
  await expect(page.getByRole('menuitem')).toHaveText(['Light', 'Dark', 'Same as system']);
  await page.getByRole('menuitem', { name: 'Dark' }).click();
  await expect(scheme).toHaveAttribute('data-mantine-color-scheme', 'dark');

  // The console's own code is blocked: the first paint has the right colours without it.
  await page.route('**/assets/*.js', (route) => route.abort());
  await page.reload();
  await expect(scheme).toHaveAttribute('data-mantine-color-scheme', 'dark');
  await page.unrouteAll();

  await page.reload();
  await page.getByRole('button', { name: 'Theme' }).click();
  await page.getByRole('menuitem', { name: 'Same as system' }).click();
  await expect(scheme).toHaveAttribute('data-mantine-color-scheme', 'light');
  await page.emulateMedia({ colorScheme: 'dark' });
  await expect(scheme).toHaveAttribute('data-mantine-color-scheme', 'dark');
});

test('T20: a tab that was open during an upgrade loads the new console where code of the old one is gone', async ({
  adminPage: page,
}) => {
  await page.clock.install();
  await openPath(page, '/dashboard');
  let isOpenStill = true;
  let isUpgraded = false;
  await page.route('**/*', async (route) => {
    const { pathname } = new URL(route.request().url());
    if (route.request().isNavigationRequest()) isOpenStill = false;
    if (isOpenStill && pathname.startsWith('/assets/')) {
      return route.fulfill({ status: 404, json: { error_code: 'NOT_FOUND' } });
    }
    if (!isOpenStill || pathname !== '/' || !isUpgraded) return route.fallback();
    const response = await route.fetch();
    const body = (await response.text()).replaceAll('/assets/', '/assets/newer-');
    return route.fulfill({ response, body });
  });
  const navigation = page.getByRole('navigation', { name: 'Main navigation' });
  const users = navigation.getByRole('link', { name: 'Users' });
  const table = page.getByRole('table');

  await test.step('one that was just opened, or whose files only did not come, says so', async () => {
    await users.click();
    await expect(page.getByText('An unexpected error occurred')).toBeVisible();
    await page.clock.fastForward(11_000);
    await page.goBack();
    // The page asks which release is there; the answer must not come after the upgrade below.
    const asked = page.waitForResponse((one) => new URL(one.url()).pathname === '/');
    await users.click();
    await (await asked).finished();
    await expect(page.getByText('An unexpected error occurred')).toBeVisible();
    expect(isOpenStill).toBe(true);
  });

  await test.step('of another release the page is loaded, at once and where it was to lead', async () => {
    isUpgraded = true;
    await page.goBack();
    await users.click();
    await expect(table.getByRole('link', { name: 'Ana Souza' })).toBeVisible();
    expect(isOpenStill).toBe(false);
    await expect(page).toHaveURL('/users');
  });
});
