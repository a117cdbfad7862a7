import { expectAccessible } from './accessibility.ts';
import { expect, test } from './fixtures.ts';
import { furnishApplication } from './furnished-application.ts';

test('a menu can be used by keyboard, and returns the focus to its button', async ({
  adminPage: page,
  company,
}) => {
  const { id, toggleId } = await furnishApplication(company);
  await page.goto(`/applications/${id}/toggles`);
  const opener = page.getByRole('button', { name: 'Actions for new-checkout' });
  const item = (name: string) => page.getByRole('menuitem', { name });
  await opener.focus();
  await page.keyboard.press('Enter');
  await expect(opener).toHaveAttribute('aria-expanded', 'true');
  await expect(page.getByRole('menu', { name: 'Actions for new-checkout' })).toBeVisible();
  await expect(item('Edit')).toBeFocused();
  for (const [key, name] of [
    ['ArrowDown', 'Roll out…'],
    ['ArrowDown', 'Copy name'],
    ['End', 'Open in playground'],
    ['ArrowDown', 'Edit'],
    ['ArrowUp', 'Open in playground'],
    ['Home', 'Edit'],
    ['o', 'Open in playground'],
    // No item starts with it; on the page it would add a toggle.
    ['n', 'Open in playground'],
  ] as const) {
    await page.keyboard.press(key);
    await expect(item(name)).toBeFocused();
  }
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('menu')).toBeHidden();
  await expect(opener).toBeFocused();
  await expect(opener).toHaveAttribute('aria-expanded', 'false');

  await opener.click();
  await opener.click();
  await expect(page.getByRole('menu')).toBeHidden();
  await opener.click();
  await page.getByRole('heading', { level: 1 }).click();
  await expect(page.getByRole('menu')).toBeHidden();

  await page.setViewportSize({ width: 390, height: 400 });
  await page.getByRole('button', { name: 'Actions for search.ranking' }).click();
  for (const name of ['Edit', 'Open in playground'])
    await expect(item(name)).toBeInViewport({ ratio: 1 });
  await page.keyboard.press('Escape');
  await page.setViewportSize({ width: 1280, height: 800 });

  await opener.click();
  await item('Open in playground').click();
  await expect(page).toHaveURL(/playground/);
  await expect(page.getByRole('combobox', { name: 'Toggle' })).toHaveValue('new-checkout');

  await page.goto(`/applications/${id}/toggles/${toggleId}`);
  await opener.click();
  await item('Delete toggle').click();
  await expect(page.getByRole('alertdialog')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(opener).toBeFocused();
});

test('a menu inside a dialog is drawn above it, and Esc closes only the menu', async ({
  adminPage: page,
}) => {
  await page.setViewportSize({ width: 390, height: 800 });
  await page.goto('/dashboard');
  await page.getByRole('button', { name: 'Open menu' }).click();
  const drawer = page.getByRole('dialog', { name: 'Main navigation' });
  await drawer.getByRole('button', { name: /Ana Souza/ }).click();
  const logout = page.getByRole('menuitem', { name: 'Logout' });
  await expect(logout).toBeInViewport({ ratio: 1 });
  await page.keyboard.press('Escape');
  await expect(logout).toBeHidden();
  await expect(drawer).toBeVisible();
  await drawer.getByRole('button', { name: /Ana Souza/ }).click();
  await logout.click();
  await expect(page).toHaveURL('/login');
});
