import type { Page } from '@playwright/test';
import type { Company } from './company.ts';
import { BEFORE_LOGIN, protectedPaths } from './every-path.ts';
import { expect, test } from './fixtures.ts';
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
        if (element.closest('body [lang]') === null) {
          found.add(element.getAttribute(name)?.trim() ?? '');
        }
      }
    }
    return [...found];
  });
}

/** What the company has stored: every text of its answers, and each item of a list in one. */
async function storedTexts(company: Company): Promise<Set<string>> {
  const applications = await company.call<readonly { readonly id: string }[]>('GET', '/api/apps');
  const lists = ['properties', 'toggles', 'target-groups'];
  const answers = await Promise.all([
    applications,
    company.call('GET', '/api/users'),
    ...applications.flatMap(({ id }) =>
      lists.map((list) => company.call('GET', `/api/apps/${id}/${list}`)),
    ),
  ]);
  // The company, and what the audit log alone remembers.
  const texts = new Set(['Acme', 'Two letters, such as BR']);
  JSON.stringify(answers, (_, value: unknown) => {
    // Words of the product, such as SEMANTIC_VERSION, have texts of their own.
    if (typeof value === 'string' && !/^[A-Z_]{4,}$/.test(value)) {
      for (const text of [value, ...value.split(',')]) texts.add(text.trim());
    }
    return value;
  });
  return texts;
}

test('I18N-02: every text of every screen is Portuguese once it is chosen', async ({
  adminPage,
  company,
  page,
}) => {
  test.setTimeout(180_000);
  const paths = await protectedPaths(company);
  const isPortuguese = portugueseOr(await storedTexts(company));
  await page.goto('/login');
  await page.getByRole('button', { name: 'Português' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Entrar' })).toBeVisible();
  await adminPage.goto('/dashboard');
  await adminPage.getByRole('button', { name: /Language/ }).click();
  await adminPage.getByRole('menuitem', { name: 'Português' }).click();
  await expect(adminPage.getByRole('heading', { level: 1, name: 'Painel' })).toBeVisible();

  const foreign: Record<string, string[]> = {};
  for (const [visitor, path] of [
    ...BEFORE_LOGIN.map((path) => [page, path] as const),
    ...paths.map((path) => [adminPage, path] as const),
  ]) {
    await visitor.goto(path);
    await expect(visitor.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(visitor.locator('[aria-busy="true"]')).toHaveCount(0);
    const others = (await textsOf(visitor)).filter((text) => !isPortuguese(text));
    if (others.length > 0) foreign[path] = others;
  }
  expect(foreign).toEqual({});
});
