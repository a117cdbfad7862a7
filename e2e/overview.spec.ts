import { expectAccessible, expectNoSidewaysScroll } from './accessibility.ts';
import type { Company } from './company.ts';
import { expect, test } from './fixtures.ts';

interface Created {
  readonly id: string;
}

/** Creates an application, and in its first environment an experiment of each toggle that gives everyone `enabled`. */
async function openApplication(company: Company, name: string, toggles: readonly string[]) {
  const { id: appId, environments } = await company.createApplication(name, ['Production', 'Test']);
  const [production, test] = environments;
  const add = async (envId: string | undefined, toggle: string) => {
    const body = { name: toggle, values: ['enabled', 'disabled'], defaultValue: 'disabled' };
    const made = await company.call<Created>('POST', `/api/apps/${appId}/toggles`, body);
    const rules = [
      { type: 'ALL_USERS', valueSpec: { type: 'EXACT_VALUE', exactValue: 'enabled' } },
    ];
    const experiments = `/api/apps/${appId}/envs/${envId}/experiments`;
    const { id } = await company.call<Created>('POST', experiments, { toggleId: made.id, rules });
    return `${experiments}/${id}`;
  };
  const experiments: string[] = [];
  for (const toggle of toggles) experiments.push(await add(production?.id, toggle));
  await add(test?.id, `${toggles[0]}-tested`);
  return { appId, experiments };
}

test('CDW-83: everything that runs is seen over all applications, filtered by the address, and paused by selection, told per row', async ({
  adminPage: page,
  company,
  openAs,
}) => {
  const shop = await openApplication(company, 'Shop', ['new-cart', 'one-page']);
  const search = await openApplication(company, 'Search', ['synonyms']);
  const main = page.getByRole('main');
  const table = page.getByRole('table', { name: 'What runs' });
  const rows = table.locator('tbody').getByRole('row');

  await test.step('it is below the dashboard, and has nothing of other environments', async () => {
    await page.goto('/dashboard');
    await page.getByRole('link', { name: 'What runs' }).click();
    await expect(page).toHaveURL('/overview');
    await expect(main).toContainText('3 experiments');
    await expect(rows).toHaveCount(3);
    await expect(rows.filter({ hasText: 'new-cart' })).toContainText('Shop Production');
    await expect(rows.filter({ hasText: 'synonyms' })).toContainText('enabled');
    await expectAccessible(page);
  });

  await test.step('the address has the filter', async () => {
    await page.getByLabel('Application', { exact: true }).selectOption('Search');
    await expect(rows).toHaveCount(1);
    await expect(page).toHaveURL(`/overview?appId=${search.appId}`);
    await page.reload();
    await expect(rows).toHaveCount(1);
    await page.getByLabel('Rules', { exact: true }).selectOption('Rules paused');
    await expect(main).toContainText('Nothing matches these filters.');
    await page.getByRole('button', { name: 'Clear' }).click();
    await page.keyboard.press('/');
    await page.keyboard.type('PAGE shop');
    await page.keyboard.press('Enter');
    await expect(rows).toHaveCount(1);
    await expect(page).toHaveURL('/overview?q=PAGE+shop');
    await page.getByRole('button', { name: 'Clear' }).click();
    await expect(rows).toHaveCount(3);
  });

  await test.step('all selected are paused in both applications; what somebody deleted is told', async () => {
    await page.getByRole('checkbox', { name: 'Select all' }).check();
    await company.call('DELETE', shop.experiments[1] ?? '');
    await page.getByRole('button', { name: 'Pause…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Pause experiments' });
    await expect(dialog).toContainText('new-cart (Shop, Production)');
    await expect(dialog).toContainText('synonyms (Search, Production)');
    await dialog.getByRole('textbox').fill('3');
    await dialog.getByRole('button', { name: 'Pause', exact: true }).click();
    const toasts = page.getByRole('region', { name: 'Notifications' });
    await expect(toasts).toContainText('2 changed, 1 not');
    await expect(main).toContainText('one-page (Shop, Production): Not there any more');
    for (const at of [shop.experiments[0], search.experiments[0]]) {
      expect(await company.call('GET', at ?? '')).toMatchObject({ status: 'PAUSED' });
    }
    await expect(rows.filter({ hasText: 'synonyms' })).toContainText('paused');
    await toasts.getByRole('button', { name: 'Undo' }).click();
    await expect(rows.filter({ hasText: 'synonyms' })).not.toContainText('paused');
  });

  await test.step('a member sees only the applications that were opened for them, and a phone shows all of it', async () => {
    const member = await company.addUser({ name: 'Bia Lima', apps: [search.appId] });
    const other = await openAs(member);
    await other.goto('/overview');
    await expect(other.getByRole('table').locator('tbody').getByRole('row')).toHaveCount(1);
    await expect(other.getByRole('main')).not.toContainText('Shop');
    await page.setViewportSize({ width: 390, height: 844 });
    await expect(rows).toHaveCount(2);
    await expectNoSidewaysScroll(page);
    await expectAccessible(page);
  });
});
