import type { Locator, Page } from '@playwright/test';
import { withFinger } from './fingers.ts';
import { expect, test } from './fixtures.ts';
import { expectFlags } from './flags.ts';
import { furnishApplication } from './furnished-application.ts';

test('LAY-01 LAY-02 LAY-03 LAY-14: every application links to its environments and screens', async ({
  adminPage: page,
  company,
}) => {
  const checkout = await company.createApplication('Checkout', ['Staging', 'Production']);
  await company.createApplication('Search', ['Live']);
  await page.goto('/dashboard');
  const navigation = page.getByRole('navigation', { name: 'Main navigation' });
  await expect(navigation.getByRole('button', { name: 'Search' })).toBeVisible();
  await navigation.getByRole('button', { name: 'Checkout' }).click();
  const application = `/applications/${checkout.id}`;
  for (const { id, name } of checkout.environments) {
    await expect(navigation.getByRole('link', { name, exact: true })).toHaveAttribute(
      'href',
      `${application}/environments/${id}/experiments`,
    );
  }
  for (const [name, path] of [
    ['Toggles', 'toggles'],
    ['Properties', 'properties'],
    ['Target groups', 'target-groups'],
    ['Metrics', 'metrics'],
    ['Audit', 'audit-logs'],
    ['Settings', 'config'],
  ] as const) {
    const link = navigation.getByRole('link', { name, exact: true });
    await expect(link).toHaveAttribute('href', `${application}/${path}`);
  }

  await navigation.getByRole('link', { name: 'Properties' }).click();
  await expect(page).toHaveURL(`${application}/properties`);
  await page.reload();
  await expect(navigation.getByRole('button', { name: 'Checkout' })).toHaveAttribute(
    'aria-expanded',
    'true',
  );
  await expect(navigation.locator('[aria-current="page"]')).toHaveText('Properties');
});

test('LAY-04 LAY-05 LAY-07 LAY-12: the layout shows the user, the company, and the links that every page has', async ({
  adminPage: page,
}) => {
  await page.goto('/dashboard');
  const sidebar = page.getByRole('complementary');
  await expect(sidebar.getByText('Acme', { exact: true })).toBeVisible();
  await expect(sidebar.getByRole('link', { name: 'Documentation' })).toHaveAttribute(
    'href',
    '/help',
  );
  await sidebar.getByRole('button', { name: 'Ana Souza' }).click();
  await expect(page.getByRole('menuitem')).toHaveText([
    'Your profile',
    'Change password',
    'Logout',
  ]);
  await page.getByRole('menuitem', { name: 'Change password' }).click();
  await expect(page).toHaveURL('/change-password');

  await page
    .getByRole('banner')
    .getByRole('button', { name: /Language/ })
    .click();
  await expectFlags(page.getByRole('menuitem'));
});

test('LAY-08 LAY-09 LAY-10: links for administrators are shown to nobody else', async ({
  adminPage,
  company,
  openAs,
}) => {
  const { id } = await company.createApplication('Checkout', ['Production']);
  const adminOnly = {
    'New application': '/applications/new',
    Users: '/users',
    'General audit log': '/audit-logs',
    'Account keys': '/account/keys',
  };
  await adminPage.goto('/dashboard');
  for (const [name, path] of Object.entries(adminOnly)) {
    const link = adminPage.getByRole('complementary').getByRole('link', { name, exact: true });
    await expect(link).toHaveAttribute('href', path);
  }

  const { admin } = company;
  const onTrial = await openAs({ ...admin, token: { ...admin.token, plan: 'TRIAL' } });
  await onTrial.goto('/dashboard');
  const users = onTrial
    .getByRole('complementary')
    .getByRole('link', { name: 'Users', exact: true });
  await expect(users).toBeVisible();
  await expect(onTrial.locator('a[href="/account/keys"]')).toHaveCount(0);

  const user = await openAs(await company.addUser({ name: 'Bia', apps: [id] }));
  await user.goto(`/applications/${id}/properties`);
  await expect(user.getByRole('button', { name: 'Checkout' })).toBeVisible();
  for (const path of Object.values(adminOnly)) {
    await expect(user.locator(`a[href="${path}"]`)).toHaveCount(0);
  }
});

test('LAY-11 LAY-13 COV-12: the title of the page names the current place', async ({
  adminPage: page,
  company,
}) => {
  const checkout = await company.createApplication('Checkout', ['Staging', 'Production']);
  const application = `/applications/${checkout.id}`;
  const [staging, production] = checkout.environments;
  for (const [path, title] of [
    [`${application}/environments/${staging?.id}/experiments`, 'Comporta | Checkout - Staging'],
    [
      `${application}/environments/${production?.id}/experiments/new`,
      'Comporta | Checkout - Production',
    ],
    [`${application}/properties`, 'Comporta | Checkout - Properties'],
    [`${application}/toggles`, 'Comporta | Checkout - Toggles'],
    [`${application}/config`, 'Comporta | Checkout - Settings'],
    ['/dashboard', 'Comporta | Dashboard'],
    ['/users', 'Comporta | Users'],
  ] as const) {
    await page.goto(path);
    await expect(page).toHaveTitle(title);
  }
});

test('LAY-15: on a narrow screen a button opens the sidebar as a dialog, and lists keep their whole names', async ({
  adminPage: page,
  company,
}) => {
  const { id, environments } = await company.createApplication(
    'Marketplace and international logistics for every business customer',
    ['Production'],
  );
  await page.setViewportSize({ width: 390, height: 800 });
  await page.goto('/dashboard');
  const sidebar = page.getByRole('complementary');
  await expect(sidebar.getByRole('link', { name: 'Users', exact: true })).toBeHidden();
  const menu = page.getByRole('button', { name: 'Open menu' });
  const drawer = page.getByRole('dialog', { name: 'Main navigation' });

  await menu.click();
  await expect(drawer).toBeVisible();
  await expect(drawer.locator(':focus')).toHaveCount(1);
  await page.keyboard.press('Escape');
  await expect(drawer).toBeHidden();
  await expect(menu).toBeFocused();

  await menu.click();
  await page.mouse.click(380, 400);
  await expect(drawer).toBeHidden();

  await menu.click();
  await drawer.getByRole('link', { name: 'Users', exact: true }).click();
  await expect(page).toHaveURL('/users');
  await expect(drawer).toBeHidden();

  const expectWhole = async (name: string) => {
    const trail = page.getByRole('navigation', { name: 'You are here' });
    const link = trail.getByRole('link', { name });
    await expect(link).toBeVisible();
    expect(await link.evaluate((part) => part.scrollWidth - part.clientWidth)).toBe(0);
  };
  await test.step('a long name of an application leaves the list its whole name', async () => {
    await page.goto(`/applications/${id}/target-groups`);
    await expectWhole('Target groups');
  });
  await test.step('the environment has a control, and the trail the whole name of the list', async () => {
    await page.goto(`/applications/${id}/environments/${environments[0]?.id}/experiments`);
    await expect(page.getByRole('button', { name: 'Environment: Production' })).toBeVisible();
    await expectWhole('Experiments');
  });
});

test('names of toggles are not cut beside four environments, on a desktop and on a tablet', async ({
  adminPage: page,
  company,
}) => {
  const { id } = await company.createApplication('Shop', ['Development', 'QA', 'Staging', 'Live']);
  const names = ['checkout.same-day-slots', 'checkout.same-day-slots.app'];
  // Too long for the column at any of these widths.
  const long = 'checkout.same-day-slots.of-everybody-who-orders-before-noon';
  for (const name of [...names, long]) {
    await company.call('POST', `/api/apps/${id}/toggles`, {
      name,
      values: ['enabled', 'disabled'],
      defaultValue: 'disabled',
    });
  }
  await page.goto(`/applications/${id}/toggles`);
  const table = page.getByRole('table');
  const expectWhole = async (text: Locator, what: string) => {
    const hidden = await text.evaluate((shown) => [
      shown.scrollWidth - shown.clientWidth,
      shown.scrollHeight - shown.clientHeight,
    ]);
    expect(hidden, what).toEqual([0, 0]);
  };
  for (const width of [1280, 1024, 900, 768]) {
    await page.setViewportSize({ width, height: 700 });
    for (const name of names) {
      await expectWhole(table.getByRole('link', { name, exact: true }), `${name} at ${width} px`);
    }
  }
  await test.step('a finger has nothing to point with at what is cut: nothing is', async () => {
    await withFinger(page, async () => {
      for (const width of [1024, 900, 768]) {
        await page.setViewportSize({ width, height: 700 });
        const rows = table.getByRole('row').filter({ has: page.getByRole('link') });
        await expect(rows).toHaveCount(names.length + 1);
        for (const row of await rows.all()) {
          await expectWhole(row.getByRole('link').first(), `a name at ${width} px`);
          await expectWhole(row.locator('td:has(time)'), `a time at ${width} px`);
        }
      }
    });
  });
  await test.step('on a tablet the sidebar is a dialog behind a button', async () => {
    await expect(page.getByRole('complementary')).toBeHidden();
    await page.getByRole('button', { name: 'Open menu' }).click();
    await expect(page.getByRole('dialog', { name: 'Main navigation' })).toBeVisible();
  });
});

test.describe('at 400 % zoom of a screen of 1,280 × 1,024', () => {
  test.use({ viewport: { width: 320, height: 256 } });

  test('CDW-76: of what is seen while a page scrolls, nothing but the page stays', async ({
    adminPage: page,
    company,
  }) => {
    const { id, toggleId, production, experimentId } = await furnishApplication(company);
    const experiment = `/applications/${id}/environments/${production}/experiments/${experimentId}`;
    for (const path of [
      '/dashboard',
      `/applications/${id}/toggles`,
      `/applications/${id}/toggles/${toggleId}`,
      `/applications/${id}/audit-logs`,
      experiment,
    ]) {
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await page.waitForLoadState('networkidle');
      if (path === experiment) await page.getByRole('button', { name: 'Add rule' }).click();
      await page.evaluate(() => scrollTo(0, 300));
      expect(await shareThatStays(page), path).toBeLessThanOrEqual(0.3);
    }
  });
});

/** How much of the height of the window is covered by what does not scroll with the page. */
function shareThatStays(page: Page): Promise<number> {
  return page.evaluate(() => {
    const stays = (element: Element | null): boolean =>
      element !== null &&
      (/^(fixed|sticky)$/.test(getComputedStyle(element).position) || stays(element.parentElement));
    const heights = Array.from({ length: innerHeight }, (_, y) => y);
    const covered = heights.filter((y) => stays(document.elementFromPoint(innerWidth / 2, y)));
    return covered.length / innerHeight;
  });
}
