import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expectAccessible } from './accessibility.ts';
import { expect, test } from './fixtures.ts';
import { letCallsThrough, nextCall, recordCalls, refuseCalls } from './requests.ts';

test('CFG-01 CFG-02 CFG-03: settings show the environments and lead to keys and the editor', async ({
  adminPage: page,
  company,
}) => {
  const { id, environments } = await company.createApplication('Checkout', ['dev', 'prod']);
  const loaded = nextCall(page, `GET /api/apps/${id}`);
  await page.goto(`/applications/${id}/config`);
  await loaded;
  const rows = page.getByRole('table', { name: 'Environments' }).getByRole('row');
  await expect(rows).toHaveCount(3);
  for (const [index, { id: envId, name }] of environments.entries()) {
    const row = rows.nth(index + 1);
    await expect(row).toContainText(name);
    await expect(row).toContainText('never');
    await expect(row.getByRole('link', { name: `Generate new key: ${name}` })).toHaveAttribute(
      'href',
      `/applications/${id}/env/${envId}/reset`,
    );
  }
  await expectAccessible(page);
  await rows.nth(2).getByRole('link', { name: 'Edit prod' }).click();
  await expect(page.getByLabel('Environment name')).toHaveValue('prod');
  await page.goBack();
  await page.getByRole('link', { name: 'Edit', exact: true }).click();
  await expect(page).toHaveURL(`/applications/${id}`);
});

test('CFG-04: only administrators can delete an application', async ({ company, openAs }) => {
  const { id } = await company.createApplication('Checkout', ['prod']);
  const page = await openAs(await company.addUser({ name: 'Bia', apps: [id] }));
  await page.goto(`/applications/${id}/config`);
  await expect(page.getByRole('heading', { name: 'Environments', level: 2 })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Delete application' })).toHaveCount(0);
});

test('CFG-05 CFG-06 CFG-07 CFG-08: an application is deleted after its name was typed, and a refusal says why it is not', async ({
  adminPage: page,
  company,
}) => {
  const { id, environments } = await company.createApplication('Checkout', ['dev', 'prod']);
  const toggle = await company.call('POST', `/api/apps/${id}/toggles`, {
    name: 'new-checkout',
    values: ['enabled', 'disabled'],
    defaultValue: 'disabled',
  });
  await company.call('POST', `/api/apps/${id}/envs/${environments[0]?.id}/experiments`, {
    toggleId: toggle.id,
    rules: [
      { order: 1, type: 'ALL_USERS', valueSpec: { type: 'EXACT_VALUE', exactValue: 'enabled' } },
    ],
  });
  const deletions = recordCalls(page, `DELETE /api/apps/${id}`);
  await page.goto(`/applications/${id}/config`);
  const open = page.getByRole('button', { name: 'Delete application' });
  await open.click();
  const dialog = page.getByRole('alertdialog');
  await expect(dialog).toContainText('1 toggle, 1 experiment and 2 environments');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(dialog).toBeHidden();
  expect(deletions).toHaveLength(0);

  await open.click();
  const confirm = dialog.getByRole('button', { name: 'Delete application' });
  for (const text of ['checkout', 'Checkou']) {
    await dialog.getByLabel('Type Checkout to confirm').fill(text);
    await expect(confirm).toBeDisabled();
  }
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  const remove = async () => {
    await open.click();
    await dialog.getByLabel('Type Checkout to confirm').fill('Checkout');
    await confirm.click();
  };
  await refuseCalls(page, `DELETE /api/apps/${id}`, { status: 404, error_code: 'NOT_FOUND' });
  await remove();
  const refusal = page.getByRole('alertdialog', { name: 'error' });
  await expect(refusal).toContainText('Application not found!');
  await page.keyboard.press('Enter');
  await expect(refusal).toBeHidden();
  await letCallsThrough(page);
  await refuseCalls(page, `DELETE /api/apps/${id}`, { status: 500 });
  await remove();
  await expect(refusal).toContainText('An unexpected error occurred. Please try again.');
  await page.keyboard.press('Enter');
  await expect(refusal).toBeHidden();
  await letCallsThrough(page);

  await remove();
  const outcome = page.getByRole('dialog', { name: 'success' });
  await expect(outcome).toContainText('Application deleted.');
  await outcome.getByRole('button', { name: 'OK' }).click();
  await expect(page).toHaveURL('/dashboard');
  await expect(page.getByRole('navigation').getByText('Checkout')).toHaveCount(0);
  expect(deletions).toHaveLength(3);
});

test('HOS-14: a webhook can be tested, its deliveries are listed and can be sent again, its secret is shown on demand, and fetched once, as that is an entry of the log', async ({
  adminPage: page,
  company,
}) => {
  const received: IncomingHttpHeaders[] = [];
  let status = 500;
  const receiver = createServer((request, response) => {
    received.push(request.headers);
    response.writeHead(status).end();
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => receiver.once('listening', resolve));
  const { port } = receiver.address() as AddressInfo; // The server listens on TCP, so the address is no pipe name.
  const { id, environments } = await company.createApplication('Checkout', ['prod']);
  await page.goto(`/applications/${id}/config`);
  await expect(page.getByText('Nobody is notified of changes.')).toBeVisible();
  await company.call('PUT', `/api/apps/${id}`, {
    name: 'Checkout',
    environments,
    notificationWebhook: `http://127.0.0.1:${port}/hook`,
    notificationLanguage: 'en',
  });
  await page.reload();

  await page.getByRole('button', { name: 'Send test message' }).click();
  await expect(page.getByText('The webhook answered with status 500.').first()).toBeVisible();
  const deliveries = page.getByRole('table', { name: 'Deliveries' });
  const message = deliveries.getByRole('row').filter({ hasText: 'Test message' });
  await expect(message).toContainText('Failed');
  status = 200;
  await message.getByRole('button', { name: /^Send again/ }).click();
  await expect(message).toContainText('Delivered');
  expect(received.at(-1)).toHaveProperty('webhook-signature');

  const fetches = recordCalls(page, 'GET /api/apps/*/notifications/secret');
  const lists = recordCalls(page, 'GET /api/apps/*/notifications/deliveries');
  await page.getByRole('button', { name: 'Show the secret' }).click();
  await expect(page.getByText(/^whsec_/)).toBeVisible();
  // Who comes back to the tab gets the screen's other queries again.
  const before = lists.length;
  await page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')));
  await expect.poll(() => lists.length).toBeGreaterThan(before);
  expect(fetches).toHaveLength(1);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Hide the secret' }).click();
  await expect(page.getByText(/^whsec_/)).toHaveCount(0);
  receiver.close();
});
