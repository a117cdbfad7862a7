import { NEW_TOGGLE } from '@comporta/contract/toggles/toggle';
import { PASSWORD } from './company.ts';
import { expect, test } from './fixtures.ts';
import { furnishApplication } from './furnished-application.ts';
import { nextCall } from './requests.ts';
import { createRuledApplication, everyone } from './ruled-application.ts';

test.use({ plan: 'TEAM' });

test('DSH-01 DSH-02 DSH-03 DSH-04 DSH-05: counts are shown with their limits', async ({
  adminPage: page,
  company,
}) => {
  for (const name of ['Checkout', 'Search', 'Billing']) {
    const { id } = await company.createApplication(name, ['Production']);
    await company.call('POST', `/api/apps/${id}/toggles`, {
      name: 'new-checkout',
      description: '',
      values: ['enabled', 'disabled'],
      defaultValue: 'disabled',
    });
  }
  await company.addUser({ name: 'Bia' });
  const called = nextCall(page, 'GET /api/accounts/limits');
  await page.goto('/');
  await expect(page).toHaveURL('/dashboard');
  expect((await (await called).response())?.status()).toBe(200);
  const card = (name: string) =>
    page.locator('section').filter({ has: page.getByRole('heading', { name, exact: true }) });
  await expect(card('Applications').getByText('3/10', { exact: true })).toBeVisible();
  await expect(card('Toggles').getByText('3/Unlimited', { exact: true })).toBeVisible();
  await expect(card('Users').getByText('2/5', { exact: true })).toBeVisible();
});

test('CON-36 CDW-55: the count is large, not the word "Unlimited"; the first steps can be dismissed', async ({
  adminPage: page,
}) => {
  await page.goto('/dashboard');
  const whole = page.getByText('0/Unlimited', { exact: true });
  const styleOf = (element: Element) => {
    const { fontSize, fontWeight, color } = getComputedStyle(element);
    return { fontSize: Number.parseFloat(fontSize), fontWeight: Number(fontWeight), color };
  };
  const count = await whole.evaluate(styleOf);
  const unlimited = await whole.getByText('/Unlimited', { exact: true }).evaluate(styleOf);
  expect(unlimited.fontSize).toBeLessThanOrEqual(count.fontSize / 1.6);
  expect(unlimited.fontWeight).toBeLessThan(count.fontWeight);
  expect(unlimited.color).not.toBe(count.color);

  const steps = page.getByText('0 of 6 done');
  await expect(steps.first()).toBeVisible();
  await page.getByRole('button', { name: 'Dismiss' }).click();
  await expect(steps).toHaveCount(0);
  await page.reload();
  await expect(page.getByText('Changes in production, last 7 days')).toBeVisible();
  await expect(steps).toHaveCount(0);
});

test('CON-24 G34: changes in production and items that need attention link to their places', async ({
  adminPage: page,
  company,
  service,
}) => {
  const { id, production, experimentId, toggleId } = await furnishApplication(company);
  const { id: otherId, environments } = await company.createApplication('Search', ['Production']);
  await company.call('POST', `/api/apps/${id}/env/${production}/new-token`, { password: PASSWORD });
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto('/dashboard');
  const section = (name: string) =>
    page.locator('section').filter({ has: page.getByRole('heading', { name }) });
  await expect(
    section('Changes in production').getByRole('link', { name: 'new-checkout' }).first(),
  ).toHaveAttribute(
    'href',
    `/applications/${id}/environments/${production}/experiments/${experimentId}`,
  );
  await expect(
    section('Needs attention').getByRole('link', { name: 'Search / Production has no key' }),
  ).toHaveAttribute('href', `/applications/${otherId}/env/${environments[0]?.id}/reset`);
  const places = section('Environments').getByRole('listitem');
  await expect(places).toHaveText(/^Checkout \/ Production\s*no request yet$/);
  await expect(places.getByRole('link')).toHaveAttribute('href', `/applications/${id}/config`);
  const cards = page.locator('section').filter({ hasText: /Unlimited|\/10|\/5/ });
  await expect(cards.getByRole('link')).toHaveText(['Applications', 'Toggles', 'Users']);
  await company.call('PUT', `/api/users/me/favourites/toggle/${toggleId}`);
  await page.goto(`/applications/${id}/toggles/${toggleId}`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('new-checkout');
  await page.goto('/dashboard');
  for (const name of ['Favourites', 'Opened last']) {
    await expect(section(name).getByRole('listitem')).toHaveText('new-checkoutCheckout');
    await expect(section(name).getByRole('link')).toHaveAttribute(
      'href',
      `/applications/${id}/toggles/${toggleId}`,
    );
  }
  for (const box of await cards.evaluateAll((all) => all.map((one) => one.clientHeight))) {
    expect(box).toBeLessThanOrEqual(64);
  }

  await test.step('LIF-24: what has returned one value for 30 days is counted, listed, and says which', async () => {
    for (const [table, columns] of [
      ['toggles', ['created_at', 'saved_at']],
      ['environments', ['created_at']],
    ] as const) {
      for (const column of columns) {
        await service.execute(
          `update ${table} set ${column} = now() - interval '31 days' where application_id = '${id}'`,
        );
      }
    }
    await page.reload();
    await section('Needs attention')
      .getByRole('link', { name: /^\d+ toggles of Checkout are stale/ })
      .click();
    await expect(page).toHaveURL(`/applications/${id}/toggles?lifecycle=stale`);
    const rows = page.getByRole('row').filter({ has: page.getByRole('checkbox') });
    await expect(rows.filter({ hasText: 'new-checkout' })).toHaveCount(0);
    const stale = rows.filter({ hasText: 'free-shipping' });
    await expect(stale).toContainText('LaunchedEveryone has got "50" for 31 days.');
    await page.getByLabel('Lifecycle').selectOption('Any lifecycle');
    await expect(rows.filter({ hasText: 'new-checkout' })).not.toContainText('Launched');
    await stale.getByRole('link', { name: 'free-shipping.from', exact: true }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('free-shipping.from');
    await expect(page.getByRole('main').getByText('Launched', { exact: true })).toHaveCount(2);
    await page.goto(`/applications/${id}/toggles?stale=only`);
    await expect(page.getByLabel('Lifecycle')).toHaveValue('stale');
    await expect(stale).toBeVisible();
  });
});

test('CON-24 CDW-55: what somebody else has deleted is left out, and the rest is listed', async ({
  adminPage: page,
  company,
  service,
}) => {
  const { id } = await furnishApplication(company);
  const other = await company.createApplication('Search', ['Live']);
  const toggle = { ...NEW_TOGGLE, name: 'ranking', values: ['on', 'off'], defaultValue: 'off' };
  const { id: toggleId } = await company.call<{ id: string }>(
    'POST',
    `/api/apps/${other.id}/toggles`,
    toggle,
  );
  const liveId = other.environments[0]?.id;
  const live = `/api/apps/${other.id}/envs/${liveId}/experiments`;
  const created = await company.call<{ id: string }>('POST', live, {
    toggleId,
    rules: [everyone('on')],
  });
  await company.call('POST', `${live}/${created.id}/pause`);
  // All entries, because the audit log is in the order of its times.
  await service.execute(`update audit_entries set at = at - interval '31 days'
    where account_id = (select account_id from applications where id = '${id}')`);
  await company.call('POST', `/api/apps/${other.id}/env/${liveId}/new-token`, {
    password: PASSWORD,
  });
  await company.call('PUT', `/api/users/me/favourites/toggle/${toggleId}`);

  const item = (heading: string) =>
    page
      .locator('section')
      .filter({ has: page.getByRole('heading', { name: heading }) })
      .getByRole('listitem');
  const forgotten = item('Needs attention').filter({ hasText: 'paused' });
  await page.goto('/dashboard');
  await expect(forgotten).toHaveCount(2);
  await expect(item('Favourites')).toHaveText(['rankingSearch']);
  await page.getByRole('link', { name: 'Users', exact: true }).first().click();
  await expect(page).toHaveURL('/users');

  await company.call('DELETE', `/api/apps/${other.id}`);
  await page.getByRole('link', { name: 'Dashboard', exact: true }).click();
  await expect(page.getByText('Press the star beside')).toBeVisible();
  await expect(page).toHaveURL('/dashboard');
  // The page still has the stored list of applications, so it asks about an environment that is gone.
  await page.reload();
  await expect(forgotten).toHaveText([/search\.ranking/]);
  await expect(page.getByText('of 6 done').first()).toBeVisible();
  await expect(page).toHaveURL('/dashboard');
});

test('CON-24: a pause is forgotten when the last one was long ago, whenever the restart before it was', async ({
  adminPage: page,
  company,
  service,
}) => {
  const { appId, production, createExperiment } = await createRuledApplication(company);
  const lately = await createExperiment(production, 'payments', [everyone('on')]);
  const forgotten = await createExperiment(production, 'week', [everyone('b')]);
  const change = (id: string, action: string) =>
    company.call('POST', `/api/apps/${appId}/envs/${production}/experiments/${id}/${action}`);
  await change(forgotten.id, 'pause');
  await change(lately.id, 'pause');
  await change(lately.id, 'restart');
  await service.execute(
    `update audit_entries set at = at - interval '31 days' where application_id = '${appId}'`,
  );
  await change(lately.id, 'pause');
  await page.goto('/dashboard');
  await expect(page.getByRole('link', { name: /has been paused/ })).toHaveText([
    'week in Checkout / Production has been paused for more than 30 days',
  ]);
});
