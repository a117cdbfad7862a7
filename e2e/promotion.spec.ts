import type { Experiment } from '@comporta/contract/experiments/experiment';
import type { Toggle } from '@comporta/contract/toggles/toggle';
import type { Page } from '@playwright/test';
import { expectAccessible, expectNoSidewaysScroll } from './accessibility.ts';
import { press } from './by-keyboard.ts';
import type { Company } from './company.ts';
import { expect, test } from './fixtures.ts';

const exactly = (exactValue: string) => ({ type: 'EXACT_VALUE', exactValue });

/** In Staging `checkout` depends on `payments`; Production has neither. */
async function staged(company: Company) {
  const { id, environments } = await company.createApplication('Shop', ['Production', 'Staging']);
  const [production, staging] = environments.map((one) => one.id);
  const at = `/api/apps/${id}`;
  const toggleNamed = (name: string) =>
    company.call<Toggle>('POST', `${at}/toggles`, {
      name,
      values: ['on', 'off'],
      defaultValue: 'off',
    });
  const [payments, checkout] = [await toggleNamed('payments'), await toggleNamed('checkout')];
  const put = (toggleId: string, rules: readonly object[]) =>
    company.call('POST', `${at}/envs/${staging}/experiments`, { toggleId, rules });
  const everyone = { type: 'ALL_USERS', valueSpec: exactly('on') };
  await put(payments.id, [everyone]);
  await put(checkout.id, [
    {
      type: 'TOGGLE_DEPENDENCY',
      toggleDependencyRule: { toggleId: payments.id, value: 'on' },
      valueSpec: { type: 'SPLIT', split: { on: 25, off: 75 } },
    },
    { type: 'ALL_USERS', valueSpec: exactly('off') },
  ]);
  const inProduction = async () =>
    (await company.call<Experiment[]>('GET', `${at}/envs/${production}/experiments`)).map(
      ({ toggleName }) => toggleName,
    );
  const compare = `/applications/${id}/compare?from=${staging}&to=${production}`;
  return { id, compare, inProduction };
}

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

test('SAF-61, SAF-65: toggles are promoted by a request, with what they depend on, and reverted', async ({
  adminPage: page,
  company,
}) => {
  const { compare, inProduction } = await staged(company);

  await test.step('chosen toggles become a draft', async () => {
    await page.goto(compare);
    await page.getByRole('checkbox', { name: 'Select checkout' }).press('Space');
    await press(page, button(page, 'Promote to Production…'));
    await expect(page.getByRole('textbox', { name: 'Title' })).toHaveValue(
      'Promote checkout to Production',
    );
    await expectAccessible(page);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(
      '#1 Promote checkout to Production',
    );
    await expect(page.getByText('payments is not active in Production.')).toBeVisible();
    await expect(page.getByRole('region', { name: 'Steps' })).toContainText('payments returns');
    await expectAccessible(page);
    await page.setViewportSize({ width: 390, height: 844 });
    await expectNoSidewaysScroll(page);
    await page.setViewportSize({ width: 1280, height: 800 });
  });

  await test.step('what is missing is added, and all of it applied', async () => {
    await press(page, button(page, 'Add payments'));
    await expect(page.getByText('payments is not active in Production.')).toHaveCount(0);
    await press(page, button(page, 'Submit'));
    await press(page, button(page, 'Apply now'));
    await expect(page.getByText('Done', { exact: true })).toBeVisible();
    expect((await inProduction()).sort()).toEqual(['checkout', 'payments']);
  });

  await test.step('promoted again, nothing is left to do', async () => {
    await page.goto(compare);
    await page.getByRole('checkbox', { name: 'only differences' }).press('Space');
    await page.getByRole('checkbox', { name: 'Select checkout' }).press('Space');
    await press(page, button(page, 'Promote to Production…'));
    await press(page, button(page, 'Make a draft'));
    await expect(page.getByText('There is nothing to change!')).toBeVisible();
  });

  await test.step('a done request is reverted by a draft', async () => {
    await page.goto(compare.replace(/compare.*/, 'change-requests?view=closed'));
    await page.getByRole('link', { name: '#1 Promote checkout' }).press('Enter');
    await press(page, button(page, 'Revert…'));
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^#2 Revert #1/);
    await press(page, button(page, 'Submit'));
    await press(page, button(page, 'Apply now'));
    await expect(page.getByText('Done', { exact: true })).toBeVisible();
    expect(await inProduction()).toEqual([]);
  });
});

test('SAF-65: where somebody has changed the same since, the draft asks which change stays', async ({
  adminPage: page,
  company,
}) => {
  const { id, compare } = await staged(company);
  const at = `/api/apps/${id}`;
  const [, staging = ''] = /from=([^&]+)/.exec(compare) ?? [];
  const path = `${at}/envs/${staging}/experiments`;
  const list = await company.call<Experiment[]>('GET', path);
  const experiment = list.find(({ toggleName }) => toggleName === 'payments');
  const rules = (value: string) => [{ ...experiment?.rules[0], valueSpec: exactly(value) }];
  const edit = {
    ...{ type: 'experiment', action: 'UPDATE', id: experiment?.id, environmentId: staging },
    body: { rules: rules('off') },
  };
  const draft = { title: 'Off', submit: true, steps: [{ edits: [edit] }] };
  const request = await company.call<{ id: string }>('POST', `${at}/change-requests`, draft);
  await company.call('POST', `${at}/change-requests/${request.id}/actions`, { action: 'APPLY' });
  const split = { type: 'SPLIT', split: { on: 10, off: 90 } };
  const later = [{ ...experiment?.rules[0], valueSpec: split }];
  await company.call('PUT', `${path}/${experiment?.id}`, { rules: later });

  await page.goto(`/applications/${id}/change-requests/${request.id}`);
  await press(page, button(page, 'Revert…'));
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('#2 Revert #1 Off');
  await expect(button(page, 'Submit')).toHaveCount(0);
  await page.getByRole('radio', { name: 'Keep this change' }).press('Space');
  await expectAccessible(page);
  await press(page, button(page, 'Submit with these'));
  await press(page, button(page, 'Apply now'));
  await expect(page.getByText('Done', { exact: true })).toBeVisible();
  const after = await company.call<Experiment>('GET', `${path}/${experiment?.id}`);
  expect(after.rules).toMatchObject([{ valueSpec: exactly('on') }]);
});
