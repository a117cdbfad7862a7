import type { Page } from '@playwright/test';
import type { Person } from './company.ts';

/**
 * Fills the page's browser storage as a login does. Playwright's `storageState` would open an extra
 * page for it, which takes as long as a page of the console.
 */
export async function logIn(page: Page, { token }: Person, origin: string): Promise<void> {
  const { token_type, expires_in, language, ...who } = token;
  const session = { ...who, expiration_date: Date.now() + Number(expires_in) * 1000 };
  const address = `${origin}/nothing`;
  await page.route(address, (route) => route.fulfill({ contentType: 'text/html', body: '' }), {
    times: 1,
  });
  await page.goto(address);
  await page.evaluate(
    ([session, language]) => {
      localStorage.setItem('comporta.session', session);
      localStorage.setItem('comporta.language', language);
    },
    [JSON.stringify(session), JSON.stringify(language)] as const,
  );
}

/** Lets the page believe that its session ends in a minute. */
export async function letSessionEndSoon(page: Page): Promise<void> {
  await page.evaluate(() => {
    const session = JSON.parse(localStorage.getItem('comporta.session') ?? '{}');
    const soon = { ...session, expiration_date: Date.now() + 60_000 };
    localStorage.setItem('comporta.session', JSON.stringify(soon));
  });
  await page.reload();
}

/** Goes to the profile by the menu, without loading the page anew. */
export async function goToProfile(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'User menu' }).click();
  await page.getByRole('menuitem', { name: 'Your profile' }).click();
  await page.getByRole('region', { name: 'Passkeys' }).waitFor();
}
