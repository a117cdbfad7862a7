import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { moveTo, press, type } from './by-keyboard.ts';
import { expect, test } from './fixtures.ts';

/** Locators of controls, by their names. */
function controlsOf(page: Page) {
  return {
    field: (name: string) => page.getByLabel(name, { exact: true }),
    button: (name: string | RegExp) => page.getByRole('button', { name }),
    link: (name: string) => page.getByRole('link', { name, exact: true }),
  };
}

async function signUp(page: Page, email: string): Promise<void> {
  const { field, link } = controlsOf(page);
  await page.goto('/login');
  await press(page, link('Create an account'));
  await type(page, field('Your name'), 'Ana Souza');
  await type(page, field('Your e-mail'), email);
  await type(page, field('Company'), 'Acme');
  await press(page, page.getByRole('checkbox'), 'Space');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Check your e-mail' })).toBeFocused();
}

async function setPassword(page: Page, passwordLink: string): Promise<void> {
  const { field } = controlsOf(page);
  await page.goto(new URL(passwordLink).pathname);
  await type(page, field('Password'), 'abc123');
  await type(page, field('Password confirmation'), 'abc123');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/login');
}

async function logIn(page: Page, email: string): Promise<void> {
  const { field } = controlsOf(page);
  await type(page, field('E-mail'), email);
  await type(page, field('Password'), 'abc123');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/dashboard');
}

async function createApplicationAndToggle(page: Page): Promise<void> {
  const { field } = controlsOf(page);
  const save = page.getByRole('button', { name: 'Save', exact: true });
  await press(page, page.getByRole('complementary').getByRole('link', { name: 'New application' }));
  await type(page, field('Name'), 'Checkout');
  await type(page, field('Environment name'), 'Production');
  await page.keyboard.press('Enter');
  await press(page, save);
  await expect(page).toHaveURL(/\/toggles\/new$/);
  await type(page, field('Name'), 'new-checkout');
  await press(page, save);
  await expect(page).toHaveURL(/\/toggles$/);
}

async function createProperty(page: Page): Promise<void> {
  const { field, link } = controlsOf(page);
  await press(page, link('Properties'));
  await expect(page.getByRole('heading', { name: 'Properties' })).toBeFocused();
  await page.keyboard.press('n');
  await type(page, field('Key'), 'country');
  await type(page, field('Type'), 'Text');
  await page.keyboard.press('ControlOrMeta+S');
  await expect(link('country')).toBeVisible();
}

async function createTargetGroup(page: Page): Promise<void> {
  const { field, button, link } = controlsOf(page);
  await press(page, link('Target groups'));
  await expect(page.getByRole('heading', { name: 'Target groups' })).toBeFocused();
  await page.keyboard.press('n');
  await type(page, field('Name'), 'Brazilians');
  await press(page, button('Add condition'));
  await type(page, field('Condition 1: Property'), 'country');
  await type(page, field('Condition 1: Expression'), 'Equals');
  await type(page, field('Condition 1: Value'), 'BR');
  await page.keyboard.press('ControlOrMeta+S');
  await expect(link('Brazilians')).toBeVisible();
}

async function createExperimentOfThreeRules(page: Page): Promise<void> {
  const { field, button, link } = controlsOf(page);
  await press(page, link('Production'));
  await expect(page.getByRole('heading', { name: 'Experiments' })).toBeFocused();
  await page.keyboard.press('n');
  await type(page, page.getByRole('combobox', { name: 'Toggle' }), 'new-ch');
  await page.keyboard.press('Enter');
  await press(page, button('Add rule'));
  await type(page, field('Rule #1: Property'), 'country');
  await type(page, field('Rule #1: Expression'), 'Equals');
  await type(page, field('Rule #1: Value'), 'PT');
  await type(page, field('Value that rule 1 returns'), 'enabled');
  await page.keyboard.press('Shift+Tab');
  await press(page, button('Add rule'));
  await type(page, field('Type of rule 1'), 'Target');
  await type(page, page.getByRole('combobox', { name: 'Add target group' }), 'Braz');
  await page.keyboard.press('Enter');
  await moveTo(page, page.getByRole('radio', { name: 'Exact value' }).first());
  await page.keyboard.press('ArrowRight');
  const share = page.getByRole('slider', { name: 'Percentage of enabled' });
  await moveTo(page, share);
  await page.keyboard.press('PageUp');
  await expect(share).toHaveValue('60');
}

async function reorderAndSave(page: Page): Promise<void> {
  const { button, link } = controlsOf(page);
  await press(page, button('Actions of rule 2'));
  await moveTo(page, page.getByRole('menuitem', { name: 'Move rule 2 up' }), 'ArrowDown');
  await page.keyboard.press('Enter');
  await expect(button('Actions of rule 1')).toBeFocused();
  await page.keyboard.press('ControlOrMeta+S');
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(link('new-checkout')).toBeVisible();
  await expect(page.getByText('3 rules')).toBeVisible();
}

async function pauseAndLogOut(page: Page): Promise<void> {
  const { button } = controlsOf(page);
  await press(page, button('pause new-checkout'));
  await expect(page.getByText('Paused: everyone gets')).toBeVisible();
  await press(page, button(/Ana Souza/));
  await moveTo(page, page.getByRole('menuitem', { name: 'Logout' }), 'ArrowDown');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/login');
}

test('A11Y-02: from sign-up to a paused experiment without a mouse', async ({ page, service }) => {
  test.setTimeout(180_000);
  const email = `ana.${randomUUID()}@example.com`;
  await signUp(page, email);
  await setPassword(page, await service.passwordLink(email));
  await logIn(page, email);
  await createApplicationAndToggle(page);
  await createProperty(page);
  await createTargetGroup(page);
  await createExperimentOfThreeRules(page);
  await reorderAndSave(page);
  await pauseAndLogOut(page);
});
