import { aThirdOf, IS_NIGHTLY } from '@comporta/server/acceptance/nightly';
import type { Page } from '@playwright/test';
import { expectAccessible, expectNoSidewaysScroll } from './accessibility.ts';
import type { Company } from './company.ts';
import { expectControls, expectControlsForFingers, expectOnePrimary } from './controls.ts';
import { expectWholeTexts } from './cut-texts.ts';
import {
  accountScreens,
  applicationScreens,
  BEFORE_LOGIN,
  emptyScreens,
  expectLoaded,
  experimentScreens,
  openPath,
  type Screen,
} from './every-path.ts';
import { expectReachable, withFinger } from './fingers.ts';
import { expect, test } from './fixtures.ts';
import { logIn } from './logged-in.ts';
import { portugueseOr } from './portuguese.ts';
import { expectRoomForLongerTexts } from './pseudo-locale.ts';
import { storedTexts, textsOf } from './texts-on-page.ts';

const HEIGHTS = { 1280: 800, 768: 1024, 390: 800, 320: 640 } as const;

/** Resizes the open page, as a user does: loading it again would take longer than all checks of it. */
async function widen(page: Page, width: keyof typeof HEIGHTS): Promise<void> {
  await page.setViewportSize({ width, height: HEIGHTS[width] });
  await expectNoSidewaysScroll(page);
}

/** Stores the language that the page uses when it is loaded. */
async function storeLanguage(page: Page, language: 'en' | 'pt'): Promise<void> {
  await page.evaluate((chosen) => {
    const isSomebody = localStorage.getItem('comporta.session') !== null;
    const key = isSomebody ? 'comporta.language' : 'comporta.visitor-language';
    localStorage.setItem(key, JSON.stringify(chosen));
  }, language);
}

/** Switches to English, as a choice in another tab does. */
async function speakEnglish(page: Page): Promise<void> {
  await storeLanguage(page, 'en');
  await page.evaluate(() => dispatchEvent(new StorageEvent('storage')));
  await expect(page.locator('html')).toHaveAttribute('lang', 'en');
}

/**
 * Ends the session as a logout in another tab does, and with it all requests and loaded data of the open screen. Answers what
 * the browser has stored of the person.
 */
async function logOut(page: Page): Promise<Readonly<Record<string, string>>> {
  const kept = await page.evaluate(() => {
    const stored = Object.fromEntries(Object.entries(localStorage));
    localStorage.removeItem('comporta.session');
    dispatchEvent(new StorageEvent('storage', { key: 'comporta.session' }));
    return stored;
  });
  await page.waitForURL('/login');
  await storeLanguage(page, 'pt');
  await page.evaluate(() => dispatchEvent(new StorageEvent('storage')));
  await expect(page.locator('html')).toHaveAttribute('lang', 'pt-BR');
  return { ...kept, 'comporta.language': JSON.stringify('pt') };
}

/**
 * Returns to a screen as a login in another tab does: the screen asks the service for all its data, and only the code that is
 * there already is not loaded again, which would take longer than all checks of the screen.
 */
async function logBackIn(
  page: Page,
  path: string,
  kept: Readonly<Record<string, string>>,
): Promise<void> {
  const login = await page.locator('main').elementHandle();
  await page.evaluate(
    (to) => {
      sessionStorage.setItem('comporta.return-address', to.path);
      sessionStorage.removeItem('comporta.return-person');
      for (const [key, text] of Object.entries(to.kept)) localStorage.setItem(key, text);
      dispatchEvent(new StorageEvent('storage'));
    },
    { path, kept },
  );
  await login?.waitForElementState('hidden');
  await expectLoaded(page);
}

/**
 * Colours do not depend on the language: they are checked in one language, in both themes and widths.
 * The other rules of axe depend on the language and the width, and not on the theme. Looks in every way at an example, and
 * at the words, names and layout of the others: their controls and colours are those of the examples.
 */
async function expectSound(page: Page, isExample: boolean): Promise<void> {
  await test.step('Portuguese, 1280 px', async () => {
    await expectNoSidewaysScroll(page);
    await expectAccessible(page, 'all but colours');
    await expectWholeTexts(page);
    await expectOnePrimary(page);
  });
  await test.step('Portuguese, 768 px', async () => {
    await widen(page, 768);
    await expectWholeTexts(page);
  });
  await test.step('Portuguese, 390 px', async () => {
    await widen(page, 390);
    await expectWholeTexts(page);
    if (isExample) await expectAccessible(page, 'all but colours');
  });
  await test.step('English, 320 px', async () => {
    await speakEnglish(page);
    await widen(page, 320);
  });
  await test.step('English, 390 px, light', async () => {
    await widen(page, 390);
    // Texts that a screen loads by itself come a moment after the others.
    await expect(() => expectAccessible(page, isExample ? 'colours' : 'all but colours')).toPass();
    await expectWholeTexts(page);
    await expectRoomForLongerTexts(page);
    if (isExample) await withFinger(page, expectReachable);
  });
  if (!isExample) return;
  await test.step('English, 390 px, dark', async () => {
    await page.emulateMedia({ colorScheme: 'dark' });
    await expectAccessible(page, 'all');
  });
  await test.step('English, 1280 px, dark', async () => {
    await widen(page, 1280);
    await expectAccessible(page, 'colours');
  });
  await test.step('English, 1280 px, light', async () => {
    await page.emulateMedia({ colorScheme: 'light' });
    await expectAccessible(page, 'all');
    await expectControls(page);
    await withFinger(page, expectControlsForFingers);
  });
}

interface Visited {
  readonly page: Page;
  readonly company: Company;
  readonly screens: readonly Screen[];
  /** Where to log in before; undefined for screens that need no login. */
  readonly origin: string | undefined;
}

/** Visits all screens and fails with everything that is wrong with any of them. */
async function expectAllSound({ page, company, screens, origin }: Visited): Promise<void> {
  const isPortuguese = portugueseOr(await storedTexts(company));
  // Untranslated texts of all screens are collected, so that a failure lists them all.
  const foreign: Record<string, string[]> = {};
  const unsound: string[] = [];
  page.on('console', (message) => {
    // The browser logs each refused request as an error, while the console shows a page for it.
    const isRefusal = message.text().startsWith('Failed to load resource');
    if (['warning', 'error'].includes(message.type()) && !isRefusal)
      unsound.push(`${page.url()}: ${message.text()}`);
  });
  const asked: string[] = [];
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url());
    if (pathname.startsWith('/api/')) asked.push(`${request.method()} ${pathname}${search}`);
  });
  const loaded = new Set([screens[0], ...aThirdOf('screens, which are loaded', screens)]);
  const visit = (screen: Screen) => {
    const [path, exampleOf] = screen;
    return test
      .step(path, async () => {
        await page.setViewportSize({ width: 1280, height: HEIGHTS[1280] });
        await page.emulateMedia({ colorScheme: 'light' });
        if (origin === undefined || loaded.has(screen)) {
          await storeLanguage(page, 'pt');
          // Ends the requests of the previous screen, so that they are not recorded for this one.
          await page.goto('about:blank');
          asked.length = 0;
          await openPath(page, path);
        } else {
          const kept = await logOut(page);
          asked.length = 0;
          await logBackIn(page, path, kept);
        }
        expect(asked).toEqual([...new Set(asked)]);
        const others = (await textsOf(page)).filter((text) => !isPortuguese(text));
        if (others.length > 0) foreign[path] = others;
        // At night every screen is looked at as at an example.
        await expectSound(page, IS_NIGHTLY || exampleOf !== undefined);
      })
      .catch((error: unknown) => unsound.push(`${path}: ${(error as Error).stack}`));
  };

  if (origin === undefined) {
    await page.goto('/login');
  } else {
    await logIn(page, company.admin, origin);
    // The service writes audit texts in the language that the user saved.
    await company.call('POST', '/api/users/me/lang/pt');
  }
  for (const screen of screens) await visit(screen);
  expect(foreign).toEqual({});
  expect(unsound).toEqual([]);
}

test.describe('A11Y-01 A11Y-06 A11Y-08 CON-22 CDW-35 CDW-36 CDW-38 CDW-63 CDW-84 I18N-02: accessible in both languages, themes and all widths, with room for longer texts, nothing cut, one filled button, and Portuguese once that is chosen, is', () => {
  // On a very busy machine a screen takes 20 s.
  test.describe.configure({ timeout: 900_000 });

  test('every screen before the login', async ({ company, page }) => {
    const screens = [...BEFORE_LOGIN, [await company.invite()] as const];
    await expectAllSound({ page, company, screens, origin: undefined });
  });

  test('every screen of an account', async ({ company, page, service: { url: origin } }) => {
    const screens = await accountScreens(company);
    await expectAllSound({ page, company, screens, origin });
  });

  test('every screen of an application', async ({ company, page, service: { url: origin } }) => {
    const screens = await applicationScreens(company);
    await expectAllSound({ page, company, screens, origin });
  });

  test('every empty list', async ({ company, page, service: { url: origin } }) => {
    const screens = await emptyScreens(company);
    await expectAllSound({ page, company, screens, origin });
  });

  test('every screen of experiments, their results among them', async ({
    company,
    page,
    service: { url: origin },
  }) => {
    const screens = await experimentScreens(company);
    await expectAllSound({ page, company, screens, origin });
    await expect(page.getByRole('main').getByRole('img').first()).toBeVisible();
  });
});
