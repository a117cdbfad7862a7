import { expect, type Locator, type Page } from '@playwright/test';

/** One rule of the experiment editor. */
export function ruleAt(page: Page, number: number): Locator {
  return page.getByRole('group', { name: `Rule #${number}`, exact: true });
}

/** Opens these rules for editing; each of them has to be closed. */
export async function openRules(page: Page, ...numbers: readonly number[]): Promise<void> {
  for (const number of numbers) {
    await page.getByRole('button', { name: new RegExp(`^Edit rule ${number}:`) }).click();
    await expect(
      page
        .getByLabel(`Value that rule ${number} returns`)
        .or(ruleAt(page, number).getByRole('slider'))
        .first(),
    ).toBeVisible();
  }
}

/** Chooses an item from the menu of a rule. */
export async function chooseOfRule(page: Page, number: number, item: string): Promise<void> {
  await page.getByRole('button', { name: `Actions of rule ${number}`, exact: true }).click();
  await page.getByRole('menuitem', { name: item, exact: true }).click();
}
