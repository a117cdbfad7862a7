import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { furnishApplication } from './furnished-application.ts';
import { createRuledApplication, everyone, exactly } from './ruled-application.ts';

const BLUE = JSON.stringify({ label: 'Buy', color: 'blue' }, null, 2);
const RED = JSON.stringify({ label: 'Buy', color: 'red' }, null, 2);

test('CDW-74 CNS-07 CNS-15: half a screen shows the name, the chosen environment and the change; a phone, rows of 72 px', async ({
  adminPage: page,
  company,
}) => {
  const { appId, production, properties, createExperiment } = await createRuledApplication(company);
  await createExperiment(production, 'payments', [
    {
      order: 1,
      type: 'PROPERTY',
      propertyRule: {
        propertyId: properties.country,
        expression: 'EQUALS',
        term: 'BR',
      },
      valueSpec: exactly('on'),
    },
    { ...everyone('off'), order: 2 },
  ]);
  const long =
    'checkout_with_a_name_of_one_word_that_is_longer_than_its_column_of_the_list_on_half_a_screen';
  await company.call('POST', `/api/apps/${appId}/toggles`, {
    name: long,
    description: 'Something that is said in a whole sentence, which a phone has to cut.',
    values: ['enabled', 'disabled'],
    defaultValue: 'disabled',
  });
  await page.setViewportSize({ width: 1024, height: 800 });
  await page.goto(`/applications/${appId}/toggles`);
  await expect(page.getByRole('columnheader')).toHaveText(
    [/^$/, 'Name', 'Production', '+1', 'Changed', 'Actions'],
    { useInnerText: true },
  );
  await test.step('no word is broken, and what is cut has a title', async () => {
    const name = page.getByRole('link', { name: long, exact: true });
    await expect(name).toHaveAttribute('title', long);
    expect(await linesOf(page, long)).toBe(1);
  });

  await test.step('at full width, each environment has its column', async () => {
    await page.setViewportSize({ width: 1280, height: 800 });
    await expect(page.getByRole('columnheader', { name: 'Development' })).toBeVisible();
  });

  await page.setViewportSize({ width: 390, height: 844 });
  for (const list of ['toggles', 'properties', 'target-groups', 'metrics']) {
    await page.goto(`/applications/${appId}/${list}`);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    expect(await highestRow(page), list).toBeLessThanOrEqual(72);
  }
  for (const path of [`/applications/${appId}/environments/${production}/experiments`, '/users']) {
    await page.goto(path);
    await expect(page.getByRole('row').nth(1)).toBeVisible();
    expect(await highestRow(page), path).toBeLessThanOrEqual(72);
  }
});

test('CDW-75 CNS-12: many environments are found by their names, and take little room', async ({
  adminPage: page,
  company,
}) => {
  const names = Array.from({ length: 40 }, (_, index) => `Region ${index}`);
  const { id: appId, environments } = await company.createApplication('World', [
    ...names,
    'Production',
  ]);
  const toggle = await company.call<{ id: string }>('POST', `/api/apps/${appId}/toggles`, {
    name: 'button',
    values: [BLUE, RED],
    defaultValue: BLUE,
  });
  await page.goto(`/applications/${appId}/toggles/${toggle.id}`);

  await test.step('the toggle page has a table, and its tabs stay on the screen', async () => {
    const table = page.getByRole('table', { name: 'Environments' });
    await expect(table.getByRole('row')).toHaveCount(names.length + 2);
    await expect(table.getByRole('row').nth(1)).toContainText('Production');
    const tabs = await page.getByRole('tab', { name: 'Values' }).boundingBox();
    expect(tabs?.y).toBeLessThan(800);
  });

  await test.step('the sidebar shows few of them, and all on demand', async () => {
    const sidebar = page.getByRole('complementary');
    const links = sidebar.locator('a[href$="/experiments"]');
    await expect(links).toHaveCount(4);
    await expect(links.last()).toHaveText('Production');
    await sidebar.getByRole('button', { name: 'All 41' }).click();
    await expect(links).toHaveCount(41);
    await sidebar.getByRole('button', { name: 'Fewer' }).click();
    await expect(links).toHaveCount(4);
  });

  await test.step('the popover filters, with those like production first', async () => {
    await page.getByRole('heading', { level: 1 }).click();
    await page.keyboard.press('v');
    const field = page.getByRole('combobox', { name: 'Filter environments' });
    await expect(field).toBeFocused();
    await expect(page.getByRole('group', { name: 'Production-like' })).toHaveText(/Production$/);
    await field.fill('39');
    await expect(
      page.getByRole('listbox', { name: 'Environments' }).getByRole('option'),
    ).toHaveText(['Region 39']);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('button', { name: 'Environment: Region 39' })).toBeFocused();
    const shown = page.getByRole('complementary').getByRole('link', { name: 'Region 39' });
    await expect(shown).toBeVisible();
    await page.getByRole('button', { name: 'Environment: Region 39' }).click();
    await page.keyboard.press('Escape');
    await expect(field).toBeHidden();
  });
  expect(environments).toHaveLength(41);
});

test('CDW-80 CNS-11: a document is edited with numbered lines and the place of an error, and told from the others', async ({
  adminPage: page,
  company,
}) => {
  const { id: appId } = await company.createApplication('Shop', ['Production']);
  const { id } = await company.call<{ id: string }>('POST', `/api/apps/${appId}/toggles`, {
    name: 'button',
    values: [BLUE, RED],
    defaultValue: BLUE,
  });
  await page.goto(`/applications/${appId}/toggles`);
  await expect(page.getByRole('cell', { name: '{…, color: red}' })).toBeVisible();

  await page.goto(`/applications/${appId}/toggles/${id}`);
  await page.getByRole('button', { name: '{…, color: red}', exact: true }).click();
  await page.getByRole('button', { name: 'Change a copy' }).click();
  const field = page.getByRole('textbox', { name: 'Add a value' });
  await expect(field).toBeFocused();
  await expect(field).toHaveValue(RED);
  const status = page.getByRole('status');
  await expect(status.filter({ hasText: 'Valid JSON' })).toBeVisible();
  await field.fill('{\n"label": "Buy",\n"color": green\n}');
  await expect(status.filter({ hasText: 'Not JSON: see line 3, column 10' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Format' })).toBeDisabled();
  await field.fill('{"label": "Buy", "color": "green"}');
  await page.getByRole('button', { name: 'Format' }).click();
  const green = RED.replace('red', 'green');
  await expect(field).toHaveValue(green);
  await field.press('Control+Enter');
  await expect(page.getByRole('button', { name: '{…, color: green}', exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Remove value {…, color: red}' }).click();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('saved').first()).toBeVisible();

  await page.goto(`/applications/${appId}/audit-logs`);
  await page
    .getByRole('button', { name: /^Show changes.*button/ })
    .first()
    .click();
  await expect(page.locator('[data-sign="-"]', { hasText: '"color": "red"' })).toBeVisible();
  await expect(page.locator('[data-sign="+"]', { hasText: '"color": "green"' })).toBeVisible();
  await expect(page.locator('[data-sign=" "]', { hasText: '"label": "Buy"' })).toBeVisible();
});

test('CDW-84: a user has a place, and favourites and first steps are where they belong', async ({
  adminPage: page,
  company,
}) => {
  const bia = await company.addUser({ name: 'Bia' });
  await page.goto('/users');
  await page.getByRole('link', { name: 'Bia' }).click();
  const trail = page.getByRole('navigation', { name: 'You are here' });
  await expect(trail.getByRole('listitem')).toHaveText(['Users', 'Bia']);
  await trail.getByRole('link', { name: 'Users' }).click();
  await expect(page).toHaveURL('/users');
  expect(bia).toBeDefined();

  const { id: appId } = await company.createApplication('Checkout', ['Production']);
  await page.goto('/dashboard');
  const guide = page.getByRole('heading', { name: 'Your first toggle in two minutes' });
  await expect(guide).toBeVisible();
  const values = { values: ['enabled', 'disabled'], defaultValue: 'disabled' };
  for (const name of Array.from({ length: 11 }, (_, index) => `toggle-${index}`))
    await company.call('POST', `/api/apps/${appId}/toggles`, { name, ...values });
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Changes in production' })).toBeVisible();
  await expect(guide).toHaveCount(0);
});

test('CDW-84: the name of a toggle has one face wherever it is listed', async ({
  adminPage: page,
  company,
}) => {
  const { id, production } = await furnishApplication(company);
  const environment = `/applications/${id}/environments/${production}`;
  const faces = new Set<string>();
  for (const path of [
    `/applications/${id}/toggles`,
    '/overview',
    `${environment}/experiments`,
    `${environment}/playground?uid=u-1`,
    `/applications/${id}/compare`,
  ]) {
    await page.goto(path);
    const name = page.getByRole('cell').getByText('new-checkout', { exact: true }).first();
    faces.add(await name.evaluate((text) => getComputedStyle(text).fontFamily));
  }
  expect([...faces]).toHaveLength(1);
});

function highestRow(page: Page): Promise<number> {
  return page
    .locator('tbody tr:not([aria-hidden])')
    .evaluateAll((rows) => Math.max(0, ...rows.map((row) => row.getBoundingClientRect().height)));
}

/** The number of lines that a name takes. */
function linesOf(page: Page, name: string): Promise<number> {
  return page.getByRole('link', { name, exact: true }).evaluate((link) => {
    const range = document.createRange();
    range.selectNodeContents(link);
    return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size;
  });
}
