import { catalogueOf } from '@comporta/messages/catalogue';
import type { Language } from '@comporta/messages/languages';
import type { Page } from '@playwright/test';
import { expectAccessible, expectNoSidewaysScroll } from './accessibility.ts';
import type { Company } from './company.ts';
import { expect, test } from './fixtures.ts';
import { furnishApplication } from './furnished-application.ts';

const BEFORE_LOGIN = ['/login', '/forgot-password', '/signup', '/password/some-id', '/unknown'];

/** What the tests type, and happens to be an English text of the console too. */
const TYPED = new Set(['Development', 'Staging', 'Production', 'enabled', 'disabled']);

async function protectedPaths(company: Company): Promise<string[]> {
  const { id, production, ...checkout } = await furnishApplication(company);
  const empty = await company.createApplication('Empty', ['Test']);
  await company.addUser({ name: 'Bia Lima', apps: [id] });
  await company.call('POST', '/api/accounts/keys/new', { password: 'abc123' });
  const [own] = await company.call<{ readonly id: string }[]>('GET', '/api/users');
  const application = `/applications/${id}`;
  const environment = `${application}/environments/${production}`;
  const emptyEnvironment = `/applications/${empty.id}/environments/${empty.environments[0]?.id}`;
  return [
    '/dashboard',
    '/forbidden',
    '/not-found',
    '/change-password',
    '/users',
    '/users/new',
    `/users/${own?.id}`,
    '/audit-logs',
    '/account/keys',
    '/account/keys/new',
    '/applications/new',
    application,
    `${application}/config`,
    `${application}/env/${production}/reset`,
    `${application}/properties`,
    `${application}/properties/new`,
    `${application}/properties/${checkout.propertyId}`,
    `${application}/target-groups`,
    `${application}/target-groups/new`,
    `${application}/target-groups/${checkout.targetGroupId}`,
    `${application}/toggles`,
    `${application}/toggles/new`,
    `${application}/toggles/${checkout.toggleId}`,
    `${environment}/experiments`,
    `${environment}/experiments/new`,
    `${environment}/experiments/${checkout.experimentId}`,
    `${environment}/playground?uid=u-1`,
    `${application}/audit-logs`,
    `/applications/${empty.id}/properties`,
    `/applications/${empty.id}/target-groups`,
    `/applications/${empty.id}/toggles`,
    `${emptyEnvironment}/experiments`,
  ];
}

async function open(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
}

type Catalogue = { readonly [key: string]: string | Catalogue };

function textsOf(catalogue: Catalogue, path = ''): [key: string, text: string][] {
  return Object.entries(catalogue).flatMap(([name, value]) => {
    const key = `${path}.${name}`;
    return typeof value === 'string' ? [[key, value] as [string, string]] : textsOf(value, key);
  });
}

const portuguese = new Map(textsOf(catalogueOf('pt')));
const untranslated = new Set(
  textsOf(catalogueOf('en'))
    .filter(([key, text]) => portuguese.get(key) !== text && !TYPED.has(text))
    .map(([, text]) => text),
);
for (const text of portuguese.values()) untranslated.delete(text);

/** Fails when a text or a label is an English one of the catalogue. Names of languages stand in their own. */
async function expectPortuguese(page: Page): Promise<void> {
  const texts = await page.evaluate(() => {
    const found: string[] = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      if (node.parentElement?.closest('body [lang], script, style') === null) {
        found.push(node.textContent?.trim() ?? '');
      }
    }
    for (const element of document.querySelectorAll('[aria-label], [title], [placeholder]')) {
      for (const name of ['aria-label', 'title', 'placeholder']) {
        found.push(element.getAttribute(name) ?? '');
      }
    }
    return found;
  });
  expect(texts.filter((text) => untranslated.has(text))).toEqual([]);
}

/** Looked at in both themes and both widths, which change under the page as they do under a user. */
async function expectSound(page: Page, language: Language): Promise<void> {
  for (const width of [1280, 390]) {
    await page.setViewportSize({ width, height: 800 });
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      await test.step(`${width} px, ${colorScheme}`, async () => {
        await expectNoSidewaysScroll(page);
        if (language === 'pt') await expectPortuguese(page);
        await expectAccessible(page);
      });
    }
  }
}

for (const language of ['en', 'pt'] as const) {
  test(`A11Y-01 I18N-02: every screen is sound in both themes and widths: ${language}`, async ({
    adminPage,
    company,
    page,
  }) => {
    test.setTimeout(480_000);
    const paths = await protectedPaths(company);
    await company.call('POST', `/api/users/me/lang/${language}`);
    for (const visitor of [page, adminPage]) {
      await visitor.goto('/icon.svg');
      await visitor.evaluate(
        (chosen) => localStorage.setItem('comporta.language', JSON.stringify(chosen)),
        language,
      );
    }
    // All of them are told, not only the first.
    const unsound: string[] = [];
    const visits = [
      ...BEFORE_LOGIN.map((path) => [page, path] as const),
      ...paths.map((path) => [adminPage, path] as const),
    ];
    for (const [visitor, path] of visits) {
      await test
        .step(path, async () => {
          await open(visitor, path);
          await expectSound(visitor, language);
        })
        .catch((error: unknown) => unsound.push(`${path}: ${error}`));
    }
    expect(unsound).toEqual([]);
  });
}
