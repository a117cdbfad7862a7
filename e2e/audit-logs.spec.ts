import { readFile } from 'node:fs/promises';
import { expectAccessible } from './accessibility.ts';
import type { Company } from './company.ts';
import { expect, test } from './fixtures.ts';
import { recordCalls, refuseCalls } from './requests.ts';

interface Busy {
  readonly appId: string;
  readonly toggleId: unknown;
}

/** An application with more entries than one page of the log holds. */
async function busyApplication(company: Company): Promise<Busy> {
  const { id, environments } = await company.createApplication('Checkout', ['prod']);
  const toggle = await company.call('POST', `/api/apps/${id}/toggles`, {
    name: 'new-checkout',
    values: ['enabled', 'disabled'],
    defaultValue: 'disabled',
  });
  for (let count = 1; count <= 20; count += 1) {
    await company.call('PUT', `/api/apps/${id}/toggles/${toggle.id}`, {
      ...toggle,
      description: `Description ${count}`,
    });
  }
  const experiments = `/api/apps/${id}/envs/${environments[0]?.id}/experiments`;
  const experiment = await company.call('POST', experiments, {
    toggleId: toggle.id,
    rules: [
      { order: 1, type: 'ALL_USERS', valueSpec: { type: 'EXACT_VALUE', exactValue: 'enabled' } },
    ],
  });
  await company.call('POST', `${experiments}/${experiment.id}/pause`);
  await company.call('POST', `${experiments}/${experiment.id}/restart`);
  await company.call('DELETE', `${experiments}/${experiment.id}`);
  return { appId: id, toggleId: toggle.id };
}

const PAUSED = 'Ana Souza paused the experiment of “new-checkout”';
/** Rows that busyApplication leaves in the log: of its 26 entries, a pause and its restart share one row. */
const COUNT = 25;

test('AUD-01 AUD-03 AUD-04 AUD-05 AUD-06 CDW-52 CDW-69 CON-19: the log is read page by page, in entries of two lines', async ({
  adminPage: page,
  company,
}) => {
  const { appId } = await busyApplication(company);
  const calls = recordCalls(page, `GET /api/apps/${appId}/audit-logs`);
  await page.goto(`/applications/${appId}/audit-logs`);
  const entries = page
    .getByRole('main')
    .getByRole('listitem')
    .filter({ has: page.locator('time') });
  await expect(entries).toHaveCount(19);
  expect(new URL(calls[0]?.url() ?? '').search).toBe('?page=1&size=20');
  await expect(entries.first()).toContainText('Ana Souza deleted the experiment of “new-checkout”');
  await expect(entries.first()).toContainText('Application “Checkout”, environment “prod”');
  await expect(entries.nth(3).getByRole('listitem')).toContainText(
    'description: “Description 19” → “Description 20”',
  );
  // CDW-69: a value that users get is a chip, without quotation marks.
  await expect(entries.nth(2).getByRole('listitem')).toContainText(['Rule #1: everyone: enabled']);
  await expect(entries.nth(2).locator('li bdi')).toHaveText(['enabled']);
  for (const action of ['Deleted', 'Restarted', 'Created', 'Edited']) {
    await expect(entries.getByText(action, { exact: true }).first()).toBeVisible();
  }
  const heights = await entries.evaluateAll((all) =>
    all.map((entry) => entry.getBoundingClientRect().height),
  );
  expect(Math.max(...heights)).toBeLessThanOrEqual(56);
  await expect(entries.nth(3).getByRole('link', { name: 'new-checkout' })).toBeVisible();
  const restarted = entries.nth(1);
  await expect(restarted).toContainText('and 1 pause or restart before it');
  await restarted.getByRole('button', { name: /^Show changes/ }).click();
  await expect(restarted.getByText(PAUSED, { exact: true })).toBeVisible();
  await restarted
    .getByRole('button', { name: /^Hide changes/ })
    .first()
    .click();
  await expectAccessible(page);

  // An entry that is added between two pages must not shift the next page.
  await company.call('POST', `/api/apps/${appId}/properties`, { key: 'country', type: 'STRING' });
  await page.getByRole('button', { name: 'more' }).click();
  await expect(entries).toHaveCount(COUNT);
  await expect(entries.last()).toContainText('created application “Checkout”');
  await expect(page.getByRole('button', { name: 'more' })).toHaveCount(0);
  await expect(page.getByRole('main').getByRole('heading', { level: 2 })).toHaveCount(1);

  const general = recordCalls(page, 'GET /api/audit-logs');
  await page.goto('/audit-logs');
  await expect(entries).toHaveCount(19);
  expect(new URL(general[0]?.url() ?? '').search).toBe('?page=1&size=20');
  await page.getByRole('button', { name: 'Language: EN' }).click();
  await page.getByRole('menuitem', { name: 'Português' }).click();
  for (const action of ['Exclusão', 'Retomada', 'Criação', 'Edição']) {
    await expect(entries.getByText(action, { exact: true }).first()).toBeVisible();
  }
  await expect(entries.nth(1)).toContainText('Ana Souza excluiu o experimento de “new-checkout”');
});

test('AUD-02 AUD-07 CDW-78: months are those of the timestamps; the local time is on hover and focus, in the popover of the browser', async ({
  adminPage: page,
}) => {
  const scripts: Promise<string>[] = [];
  page.on('response', (response) => {
    if (response.request().resourceType() === 'script') scripts.push(response.text());
  });
  const entry = (id: string, timestamp: string) => ({
    id,
    timestamp,
    action: 'CREATED',
    headline: `Headline ${id}`,
    details: 'Account',
    items: [],
    actor: { kind: 'user', id: 'u', name: 'Ana' },
    entity: { type: 'toggle', id: 't', name: 'x' },
    changes: [],
  });
  await refuseCalls(page, 'GET /api/audit-logs', {
    status: 200,
    ...{
      items: [
        entry('3', '2026-03-01T00:30:00.000Z'),
        entry('2', '2026-02-28T23:59:59.999Z'),
        entry('1', '2026-02-01T00:00:00.000Z'),
      ],
      totalPages: 1,
      upTo: 3,
    },
  });
  await page.goto('/audit-logs');
  await expect(page.getByRole('main').getByRole('heading', { level: 2 })).toHaveText([
    'March 2026',
    'February 2026',
  ]);
  const first = page.locator('time').first();
  await expect(first).toHaveText('01 00:30 UTC');
  const tooltip = page.getByRole('tooltip');
  await first.focus();
  await expect(tooltip).toContainText('your time');
  await page.keyboard.press('Tab');
  await expect(tooltip).toBeHidden();
  await page.locator('time').nth(1).hover();
  await expect(tooltip).toContainText('your time');
  expect(await tooltip.evaluate((element) => element.matches(':popover-open'))).toBe(true);
  // No code that computes positions of its own: Mantine's is of this name.
  const code = await Promise.all(scripts);
  expect(code.length).toBeGreaterThan(0);
  expect(code.filter((text) => text.includes('floating-ui'))).toEqual([]);
  // The pointer may move onto the text (WCAG 1.4.13), in steps, as it crosses the gap between them.
  const place = await tooltip.boundingBox();
  await page.mouse.move((place?.x ?? 0) + 9, (place?.y ?? 0) + 9, { steps: 20 });
  await expect(tooltip).toContainText('your time');
  await page.keyboard.press('Escape');
  await expect(tooltip).toBeHidden();
  await page.locator('time').nth(2).hover();
  await expect(tooltip).toContainText('your time');
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await expect(tooltip).toHaveCSS('opacity', '1');
    await expectAccessible(page);
  }
});

test('AUD-08: an edit can be opened and shows the values before and after', async ({
  adminPage: page,
  company,
}) => {
  const { appId, toggleId } = await busyApplication(company);
  await page.goto(`/applications/${appId}/audit-logs?action=EDITED&entity=${toggleId}`);
  await page
    .getByRole('button', { name: /^Show changes/ })
    .first()
    .click();
  const lines = page.locator('[data-sign]');
  await expect(lines).toHaveText([
    '- Before: description: Description 19',
    '+ After: description: Description 20',
  ]);
  await expectAccessible(page);
  await page.getByRole('button', { name: /^Hide changes/ }).click();
  await expect(lines).toHaveCount(0);
});

test('filters are in the address, and the exported file holds the entries that match them', async ({
  adminPage: page,
  company,
}) => {
  const { appId } = await busyApplication(company);
  await page.goto(`/applications/${appId}/audit-logs`);
  await page.getByLabel('Action').selectOption('PAUSED');
  await expect(page).toHaveURL(/\?action=PAUSED$/);
  await page.reload();
  await expect(page.getByText(PAUSED, { exact: true })).toBeVisible();
  await expect(page.locator('time')).toHaveCount(1);
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download CSV' }).click(),
  ]);
  const lines = (await readFile(await download.path(), 'utf8')).trim().split('\r\n');
  expect(lines).toHaveLength(2);
  expect(lines[1]).toContain(PAUSED);
  await page.getByRole('button', { name: /link to this entry/ }).click();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  await page.goto(link);
  await expect(page.locator('time')).toHaveCount(1);
  await expect(page.getByText(PAUSED, { exact: true })).toBeVisible();

  // Days can be typed when the calendar cannot be loaded.
  await page.route('**/assets/calendar-*', (route) => route.abort());
  await page.getByRole('button', { name: 'From: open the calendar' }).click();
  await expect(page.getByText('An unexpected error occurred')).toBeVisible();
  await page.getByRole('textbox', { name: 'From' }).fill('14 Mar 2026');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/from=2026-03-14/);
});

test('CDW-60 CON-27: days are typed and shown in the format of the language, and are YYYY-MM-DD in the address', async ({
  adminPage: page,
  company,
}) => {
  const { id } = await company.createApplication('Checkout', ['Production']);
  const requests: string[] = [];
  page.on('request', (request) => requests.push(new URL(request.url()).pathname));
  await page.goto('/audit-logs');
  const from = page.getByRole('textbox', { name: 'From' });
  await expect(from).toBeVisible();
  expect(requests.filter((path) => path.includes('calendar-')).length).toBe(0);
  await from.fill('14 Mar 2026');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/audit-logs?from=2026-03-14');
  await expect(from).toHaveValue('14 Mar 2026');
  await from.fill('2026-03-15');
  await from.blur();
  await expect(page).toHaveURL('/audit-logs?from=2026-03-15');
  await expect(from).toHaveValue('15 Mar 2026');
  await from.fill('30 Feb 2026');
  await from.blur();
  await expect(page.getByText('Write it like 14 Mar 2026.')).toBeVisible();
  await expect(page).toHaveURL('/audit-logs?from=2026-03-15');
  await from.fill('15 Mar 2026');
  await from.blur();
  // The first focus loads the calendar, for both fields.
  await expect.poll(() => requests.filter((path) => path.includes('calendar-')).length).toBe(2);

  await page.getByRole('button', { name: 'From: open the calendar' }).click();
  const calendar = page.getByRole('dialog', { name: 'From: open the calendar' });
  await expect(calendar.getByRole('button', { name: '15 March 2026' })).toBeFocused();
  await expectAccessible(page);
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  await expect(calendar).toBeHidden();
  await expect(page).toHaveURL('/audit-logs?from=2026-03-16');

  await page.getByRole('button', { name: 'Language' }).click();
  await page.getByRole('menuitem', { name: 'Português' }).click();
  const de = page.getByRole('textbox', { name: 'De' });
  await expect(de).toHaveValue('16/03/2026');
  await de.fill('1/4/2026');
  await de.blur();
  await expect(page).toHaveURL('/audit-logs?from=2026-04-01');
  await expect(de).toHaveValue('01/04/2026');
  await page.getByRole('button', { name: 'De: abrir o calendário' }).click();
  await expect(page.getByRole('dialog')).toContainText(/abril 2026/i);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();

  // The term of a condition is shown as the text that is stored, not in the format of the language.
  const property = await company.call('POST', `/api/apps/${id}/properties`, {
    key: 'since',
    type: 'DATE',
    description: '',
  });
  await page.goto(`/applications/${id}/target-groups/new`);
  await page.getByRole('button', { name: 'Adicionar condição' }).click();
  await page.getByLabel('Condição 1: Propriedade').selectOption(String(property.id));
  await page.getByLabel('Condição 1: Expressão').selectOption('EQUALS');
  const term = page.getByRole('textbox', { name: 'Condição 1: Valor' });
  await term.fill('2026-03-14');
  await page.getByRole('button', { name: 'Condição 1: Valor: abrir o calendário' }).click();
  await page.getByRole('dialog').getByRole('button', { name: '15 março 2026' }).click();
  await expect(term).toHaveValue('2026-03-15');
});
