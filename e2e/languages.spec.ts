import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { nextCall } from './requests.ts';

async function choosePortuguese(page: Page): Promise<void> {
  await page.getByRole('button', { name: /Language/ }).click();
  await page.getByRole('menuitem', { name: 'Português' }).click();
}

test('I18N-01 I18N-08: a first visit is in English', async ({ browser, service }) => {
  const page = await browser.newPage({ baseURL: service.url, locale: 'pt-BR' });
  await page.goto('/login');
  await expect(page.getByRole('heading', { level: 1, name: 'Log in' })).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('lang', 'en');
  await page.close();
});

test('I18N-04 I18N-05 I18N-06 I18N-08: Portuguese is chosen, saved and stays', async ({
  adminPage: page,
}) => {
  await page.goto('/dashboard');
  await page.getByRole('button', { name: /Language/ }).click();
  await expect(page.getByRole('menuitem')).toHaveText(['English', 'Português']);
  // The texts are missing at first: a message says so, and the choice is kept.
  await page.route('**/assets/pt-*.js', (route) => route.abort());
  const called = nextCall(page, 'POST /api/users/me/lang/*');
  await page.getByRole('menuitem', { name: 'Português' }).click();
  const call = await called;
  expect(new URL(call.url()).pathname).toBe('/api/users/me/lang/pt');
  expect(call.postData()).toBeNull();
  expect((await call.response())?.status()).toBe(204);
  await expect(page.getByText('An unexpected error occurred')).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('lang', 'en');
  await page.unrouteAll();
  await page.reload();
  await expect(page.getByRole('heading', { level: 1, name: 'Painel' })).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('lang', 'pt-BR');

  await page.getByRole('button', { name: /Idioma/ }).click();
  const back = nextCall(page, 'POST /api/users/me/lang/en');
  await page.getByRole('menuitem', { name: 'English' }).click();
  await back;
  await expect(page.locator('html')).toHaveAttribute('lang', 'en');
});

test('I18N-02 I18N-03: a change of language keeps unsaved input and the open dialog', async ({
  adminPage: page,
  company,
}) => {
  const { id } = await company.createApplication('Checkout', ['Production']);
  await page.setViewportSize({ width: 1280, height: 400 });
  await page.goto(`/applications/${id}/properties/new`);
  await page.getByLabel('Key', { exact: true }).fill('plan');
  await page.getByLabel('Description (optional)').fill('The customer’s plan');
  await page.evaluate(() => scrollTo(0, 60));
  const scrolledTo = await page.evaluate(() => scrollY);
  await choosePortuguese(page);
  await expect(page.getByRole('heading', { level: 1, name: 'Nova propriedade' })).toBeVisible();
  await expect(page.getByLabel('Chave', { exact: true })).toHaveValue('plan');
  await expect(page.getByLabel('Descrição (opcional)')).toHaveValue('The customer’s plan');
  expect(await page.evaluate(() => scrollY)).toBe(scrolledTo);

  await page.getByRole('link', { name: 'Painel' }).click();
  await expect(page.getByRole('alertdialog', { name: 'Alterações não salvas' })).toBeVisible();
  const other = await page.context().newPage();
  await other.goto('/dashboard');
  await other.getByRole('button', { name: /Idioma/ }).click();
  await other.getByRole('menuitem', { name: 'English' }).click();
  await expect(page.getByRole('alertdialog', { name: 'Unsaved changes' })).toBeVisible();
  await page.getByRole('button', { name: 'Keep editing' }).click();
  await expect(page.getByLabel('Key', { exact: true })).toHaveValue('plan');
});

test('I18N-09: months follow the language', async ({ adminPage: page, company }) => {
  await company.createApplication('Checkout', ['Production']);
  const month = (locale: string) =>
    new Intl.DateTimeFormat(locale, { month: 'long', year: 'numeric', timeZone: 'UTC' }).format();
  await page.goto('/audit-logs');
  await expect(page.getByRole('heading', { name: month('en') })).toBeVisible();
  await choosePortuguese(page);
  await expect(page.getByRole('heading', { name: month('pt-BR') })).toBeVisible();
});

test('I18N-09: stored values are shown and saved unchanged, in both languages', async ({
  adminPage: page,
  company,
}) => {
  const { id } = await company.createApplication('Checkout', ['Production']);
  const application = `/api/apps/${id}`;
  const stored: readonly [type: string, term: string][] = [
    ['NUMERIC', '1234.5'],
    ['NUMERIC', '5000'],
    ['DATE', '2026-03-01'],
    ['SEMANTIC_VERSION', '10.20.3000'],
  ];
  const conditions: object[] = [];
  for (const [index, [type, term]] of stored.entries()) {
    const property = { key: `property-${index}`, type, description: '' };
    const { id: propertyId } = await company.call('POST', `${application}/properties`, property);
    conditions.push({ propertyId, expression: 'GREATER_THAN', term });
  }
  const group = { name: 'Large', description: '', policy: 'AND', conditions };
  const { id: groupId } = await company.call('POST', `${application}/target-groups`, group);
  const terms = async () => {
    const saved = await company.call<{ readonly conditions: readonly { term: string }[] }>(
      'GET',
      `${application}/target-groups/${groupId}`,
    );
    return saved.conditions.map(({ term }) => term);
  };
  await page.goto(`/applications/${id}/target-groups/${groupId}`);
  const expectShown = async (value: string, summary: RegExp) => {
    for (const [index, [, term]] of stored.entries()) {
      const field = page.getByLabel(value.replace('{n}', String(index + 1)), { exact: true });
      await expect(field).toHaveValue(term);
    }
    await expect(page.getByText(summary)).toContainText(stored[0]?.[1] ?? '');
  };
  await expectShown('Condition {n}: Value', /property-0 is greater than/);
  await choosePortuguese(page);
  await expectShown('Condição {n}: Valor', /property-0 é maior que/);
  await page.getByLabel('Nome', { exact: true }).fill('Grande');
  await page.getByRole('button', { name: 'Salvar', exact: true }).click();
  await expect(page.getByRole('link', { name: 'Grande' })).toBeVisible();
  expect(await terms()).toEqual(stored.map(([, term]) => term));
});
