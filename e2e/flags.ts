import { expect, type Locator } from '@playwright/test';

/** Fails unless English and Portuguese are offered, each with its own flag beside its name. */
export async function expectFlags(languages: Locator): Promise<void> {
  await expect(languages).toHaveText(['English', 'Português']);
  const drawings: string[] = [];
  for (const language of await languages.all()) {
    const flag = language.locator('svg[viewBox="0 0 24 16"]');
    await expect(flag).toBeVisible();
    drawings.push(await flag.innerHTML());
  }
  expect(new Set(drawings).size).toBe(2);
}
