import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { furnishApplication } from './furnished-application.ts';
import { letCallsThrough, refuseEach } from './requests.ts';
import { openRules } from './rules.ts';
import { SHARED } from './shared-refusals.ts';

test('DLG-01 DLG-02 CON-28 W-12: an experiment that could not be saved keeps its edits, and an edit of a rule removes the messages about it', async ({
  adminPage: page,
  company,
}) => {
  const { id, production, experimentId } = await furnishApplication(company);
  await page.goto(`/applications/${id}/environments/${production}/experiments/${experimentId}`);
  const refuse = await refuseEach(page, 'PUT /api/apps/*/envs/*/experiments/*');
  const term = page.getByLabel('Rule #2: Value', { exact: true });
  const returned = page.getByLabel('Value that rule 3 returns');
  const alert = page.getByRole('main').getByRole('alert');
  const save = async () => {
    await page.getByRole('button', { name: 'Review & save to Production' }).click();
    await page.getByRole('button', { name: 'Save to Production', exact: true }).click();
  };
  await openRules(page, 2);
  for (const [index, [refusal, said]] of SHARED.entries()) {
    refuse(refusal);
    await term.fill(`BR${index}`);
    await save();
    await expect(alert).toContainText(said);
    await expect(term).toHaveValue(`BR${index}`);
  }
  await openRules(page, 3);
  await returned.selectOption('disabled');
  await expect(alert).toBeHidden();

  await test.step('CON-28: only the messages of the edited rule go', async () => {
    refuse({ status: 409, error_code: 'DUPLICATED_RULE', meta_data: { rule_order: [2, 3] } });
    await save();
    await expect(alert.getByRole('link')).toHaveText([/^#2 /, /^#3 /]);
    await returned.selectOption('enabled');
    await expect(alert.getByRole('link')).toHaveText([/^#2 /]);
  });
});

test('CON-28 W-12 DLG-02: a message about two fields disappears when either of them is edited', async ({
  adminPage,
  visitorPage,
  company,
}) => {
  const field = (screen: Page, label: string) => screen.getByLabel(label, { exact: true });
  await visitorPage.goto(await company.invite());
  await adminPage.goto('/change-password');
  await field(adminPage, 'Current password').fill('abc123');
  for (const [screen, password, again, submit] of [
    [visitorPage, 'Password', 'Password confirmation', 'Save password'],
    [adminPage, 'New password', 'New password confirmation', 'Change password'],
  ] as const) {
    const confirmation = field(screen, again);
    for (const edited of [field(screen, password), confirmation]) {
      await field(screen, password).fill('abc123');
      await confirmation.fill('abc124');
      await screen.getByRole('button', { name: submit }).click();
      await expect(screen.getByText("don't match!")).toBeVisible();
      await expect(confirmation).toBeFocused();
      await edited.fill('abc125');
      await expect(screen.getByText("don't match!")).toBeHidden();
      await expect(confirmation).not.toHaveAttribute('aria-invalid', 'true');
    }
  }
});

test('CON-28 W-12 DLG-02: a message about the whole form disappears with any edit', async ({
  page,
  company,
}) => {
  await page.goto('/signup');
  await page.getByLabel('Your name').fill('Bia Lima');
  await page.getByLabel('Your e-mail').fill(company.admin.email);
  await page.getByLabel('Company', { exact: true }).fill('Globex');
  await page.getByRole('checkbox').check();
  await page.getByRole('button', { name: 'Create account' }).click();
  const message = page.getByText('E-mail already in use!');
  await expect(message).toBeVisible();
  await page.getByLabel('Company', { exact: true }).fill('Globex, ltd.');
  await expect(message).toBeHidden();
  await expect(page.getByLabel('Your e-mail')).not.toHaveAttribute('aria-invalid', 'true');
});

test('DLG-03 DLG-04 DLG-06: a deletion is confirmed and reported, and its row disappears from the list', async ({
  adminPage: page,
  company,
}) => {
  const { id, production } = await furnishApplication(company);
  const create = (path: string, body: object) => company.call('POST', path, body);
  await create(`/api/apps/${id}/target-groups`, {
    name: 'Unused',
    description: '',
    policy: 'AND',
    conditions: [{ id: '1', propertyId: 'uid', expression: 'EQUALS', term: 'u-1' }],
  });
  await company.addUser({ name: 'Bia Lima' });
  await create('/api/accounts/keys/new', { password: 'abc123' });
  const lists = [
    [`/applications/${id}/target-groups`, 'Unused', 'target group'],
    [
      `/applications/${id}/environments/${production}/experiments`,
      'payment-provider',
      'experiment',
    ],
    ['/users', 'Bia Lima', 'user'],
    ['/account/keys', '', 'key'],
  ] as const;
  for (const [path, name, noun] of lists) {
    await test.step(path, async () => {
      await page.goto(path);
      const button = page.getByRole('button', { name: new RegExp(`^Delete .*${name}`) });
      const confirmation = page.getByRole('alertdialog', { name: `Delete ${noun}` });
      await button.click();
      await expect(confirmation).toContainText(name);
      await expect(confirmation.getByRole('button', { name: 'Cancel' })).toBeFocused();
      await page.keyboard.press('Escape');
      await expect(confirmation).toBeHidden();

      await page.route('**/api/**', (route) =>
        route.request().method() === 'DELETE'
          ? route.fulfill({ status: 500, json: {} })
          : route.fallback(),
      );
      const confirm = confirmation.getByRole('button', { name: `Delete ${noun}` });
      await button.click();
      await confirm.click();
      const failure = page.getByRole('alertdialog', { name: 'error' });
      await expect(failure).toContainText('An unexpected error occurred. Please try again.');
      await page.keyboard.press('Enter');
      await expect(failure).toBeHidden();
      await letCallsThrough(page);

      await button.click();
      await confirm.click();
      const success = page.getByRole('dialog', { name: 'success' });
      await expect(success).toContainText(/deleted/);
      const reloaded = nextGet(page);
      await page.keyboard.press('Enter');
      await reloaded;
      await expect(button).toHaveCount(0);
    });
  }
});

function nextGet(page: Page) {
  return page.waitForRequest(
    (request) => request.method() === 'GET' && request.url().includes('/api/'),
  );
}
