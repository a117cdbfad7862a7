import type { Experiment } from '@comporta/contract/experiments/experiment';
import { expectAccessible, expectNoSidewaysScroll } from './accessibility.ts';
import { expect, test } from './fixtures.ts';
import { furnishApplication } from './furnished-application.ts';

test('SAF-60: two environments are compared; the address holds the choices', async ({
  adminPage: page,
  company,
}) => {
  const { id: appId, production, environments, experimentId } = await furnishApplication(company);
  // The page keeps the list of applications, so that all are created before it is opened.
  const small = await company.createApplication('Small', ['Production']);
  const staging = environments.find(({ name }) => name === 'Staging')?.id;
  const development = environments.find(({ name }) => name === 'Development')?.id;
  const rulesOf = (envId: string | undefined) => `/api/apps/${appId}/envs/${envId}/experiments`;
  await company.call('POST', `${rulesOf(production)}/${experimentId}/to/${development}`);
  const [cloned] = await company.call<Experiment[]>('GET', rulesOf(development));
  const [, ...rules] = cloned?.rules ?? [];
  const body = { rules: rules.map((rule, index) => ({ ...rule, order: index + 1 })) };
  await company.call('PUT', `${rulesOf(development)}/${cloned?.id}`, body);

  const rows = page.getByRole('table', { name: 'Compare environments' }).getByRole('row');
  const row = (name: string) => rows.filter({ hasText: name });
  await test.step('the last test environment is the example of production', async () => {
    await page.goto(`/applications/${appId}/compare`);
    const example = page.getByRole('combobox', { name: 'Example' });
    await expect(example).toHaveValue(staging ?? '');
    await expect(page.getByRole('combobox', { name: 'Compared with it' })).toHaveValue(production);
    await expect(row('payment-provider')).toContainText('only in Production');
    await expectAccessible(page);
    await example.selectOption('Development');
    await expect(row('new-checkout')).toContainText('rule #1 is additional');
    await expect(page).toHaveURL(new RegExp(`from=${development}&to=${production}`));
  });

  await test.step('swapped, filtered and opened again it is the same', async () => {
    await page.getByRole('button', { name: 'Swap the environments' }).click();
    await expect(row('new-checkout')).toContainText('rule #1 of Production is missing');
    await expect(row('dark-theme')).toHaveCount(0);
    await page.getByRole('checkbox', { name: 'only differences' }).press('Space');
    await expect(row('dark-theme')).toContainText('same');
    await page.reload();
    await expect(row('dark-theme')).toContainText('same');
    await expect(row('new-checkout')).toContainText('rule #1 of Production is missing');
    await page.setViewportSize({ width: 390, height: 800 });
    await expectNoSidewaysScroll(page);
  });

  await test.step('one environment cannot be compared', async () => {
    await page.goto(`/applications/${small.id}/compare`);
    await expect(page.getByText('this application has one')).toBeVisible();
  });
});
