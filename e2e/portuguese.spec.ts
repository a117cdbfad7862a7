import type { Page } from '@playwright/test';
import { expectAccessible, expectNoSidewaysScroll } from './accessibility.ts';
import type { Company } from './company.ts';
import { BEFORE_LOGIN, openPath, protectedPaths } from './every-path.ts';
import { expect, test } from './fixtures.ts';
import { logIn } from './logged-in.ts';
import { portugueseOr } from './portuguese.ts';

/** Every text that can be read or heard on the page; what names its own language is left out, and code. */
function textsOf(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const found = new Set<string>([document.title]);
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      const isOwn = node.parentElement?.closest('body [lang], script, style, noscript, code, kbd');
      if (!isOwn) found.add(node.textContent?.trim() ?? '');
    }
    for (const name of ['aria-label', 'aria-valuetext', 'title', 'placeholder', 'alt']) {
      for (const element of document.querySelectorAll(`[${name}]`)) {
        // What is only heard, on an element that nobody hears: the library measures a text with one.
        if (element.closest('body [lang], [aria-hidden=true]') === null) {
          found.add(element.getAttribute(name)?.trim() ?? '');
        }
      }
    }
    return [...found];
  });
}

/** Words have names and lengths of their own; colours are every-route.spec.ts's. */
async function expectRoom(page: Page): Promise<void> {
  for (const width of [1280, 390]) {
    await page.setViewportSize({ width, height: 800 });
    await expectNoSidewaysScroll(page);
    await expectAccessible(page, 'all but colours');
  }
}

/** What the company has stored: every text of its answers, and each item of a list in one. */
async function storedTexts(company: Company): Promise<Set<string>> {
  const applications = await company.call<readonly { readonly id: string }[]>('GET', '/api/apps');
  const lists = ['properties', 'toggles', 'target-groups', 'metrics'];
  const answers = await Promise.all([
    applications,
    company.call('GET', '/api/users'),
    ...applications.flatMap(({ id }) =>
      lists.map((list) => company.call('GET', `/api/apps/${id}/${list}`)),
    ),
  ]);
  // The company, what the audit log alone remembers, and what asked with a key, once that is stored.
  const texts = new Set(['Acme', 'Two letters, such as BR', 'More of them pay.', 'node']);
  JSON.stringify(answers, (_, value: unknown) => {
    // Words of the product, such as SEMANTIC_VERSION, have texts of their own.
    if (typeof value === 'string' && !/^[A-Z_]{4,}$/.test(value)) {
      for (const text of [value, ...value.split(',')]) texts.add(text.trim());
    }
    return value;
  });
  return texts;
}

test('I18N-02 A11Y-01 CDW-36 CDW-63: every text of every screen is Portuguese once it is chosen, and finds room: pt', async ({
  company,
  page,
  service,
}) => {
  test.setTimeout(180_000);
  const paths = await protectedPaths(company);
  const beforeLogin = [...BEFORE_LOGIN, await company.invite()];
  const isPortuguese = portugueseOr(await storedTexts(company));
  const foreign: Record<string, string[]> = {};
  const unsound: string[] = [];
  async function visit(path: string): Promise<void> {
    await page.setViewportSize({ width: 1280, height: 800 });
    await openPath(page, path);
    const others = (await textsOf(page)).filter((text) => !isPortuguese(text));
    if (others.length > 0) foreign[path] = others;
    await expectRoom(page).catch((error: unknown) => unsound.push(`${path}: ${error}`));
  }

  await page.goto('/login');
  await page.getByRole('button', { name: 'Português' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Entrar' })).toBeVisible();
  for (const path of beforeLogin) await visit(path);

  await logIn(page, company.admin, service.url);
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto('/dashboard');
  await page.getByRole('button', { name: /Language/ }).click();
  await page.getByRole('menuitem', { name: 'Português' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Painel' })).toBeVisible();
  for (const path of paths) await visit(path);
  await expect(page.getByRole('main').getByRole('img').first()).toBeVisible();
  expect(foreign).toEqual({});
  expect(unsound).toEqual([]);
});
