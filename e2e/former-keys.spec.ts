import type { EnvironmentStatus } from '@comporta/contract/keys/environment-key-api';
import type { Page } from '@playwright/test';
import { expectAccessible } from './accessibility.ts';
import { PASSWORD } from './company.ts';
import { expect, test } from './fixtures.ts';
import { nextCall } from './requests.ts';

const STATUS = '**/api/apps/*/env/*/status';

/** Changes what the service says of an environment. */
async function changeStatus(page: Page, change: Partial<EnvironmentStatus>): Promise<void> {
  await page.route(STATUS, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...(await response.json()), ...change } });
  });
}

test('COV-03, FAIR-50, FAIR-52, FAIR-53: a key is replaced without interruption, and the previous one ended on the page', async ({
  adminPage: page,
  company,
  service,
}) => {
  const { id, environments } = await company.createApplication('Checkout', ['prod']);
  const path = `/applications/${id}/env/${environments[0]?.id}/reset`;
  const card = page.getByRole('region', { name: 'Environment key' });
  const choice = card.getByRole('radiogroup', { name: 'What happens to the previous key?' });
  const newToken = `/api/apps/${id}/env/${environments[0]?.id}/new-token`;
  const statusWith = async (token: string) =>
    (await fetch(`${service.url}/api/toggles`, { headers: { authorization: `Bearer ${token}` } }))
      .status;

  await page.goto(path);
  await expect(card.getByRole('button', { name: 'Generate key' })).toBeVisible();
  await expect(choice).toHaveCount(0);
  const first = await company.call<string>('POST', newToken, { password: PASSWORD });
  await page.reload();
  await expect(choice.getByRole('radio', { name: 'It stops working now' })).toBeChecked();
  const warning = card
    .getByRole('status')
    .filter({ hasText: 'invalidates the previous one: apps' });
  await expect(warning).toContainText('apps that start get none until you replace it');
  await expectAccessible(page);

  // By keyboard: the arrow chooses the other answer.
  await choice.getByRole('radio', { name: 'It stops working now' }).focus();
  await page.keyboard.press('ArrowDown');
  await expect(choice.getByRole('radio', { name: 'It works for 24 more hours' })).toBeChecked();
  await expect(card).toContainText('Both keys work until');
  await expect(warning).toHaveCount(0);
  await page.getByLabel('Enter your password to continue').fill(PASSWORD);
  const call = nextCall(page, 'POST /api/apps/*/env/*/new-token');
  await page.keyboard.press('Enter');
  expect((await call).postDataJSON()).toEqual({ password: PASSWORD, keepHours: 24 });
  const second = await page
    .getByRole('main')
    .getByText(/^cpt_env_[\w-]+$/)
    .first()
    .textContent();
  // Both work.
  expect([await statusWith(first), await statusWith(second ?? '')]).toEqual([200, 200]);

  await page.goto(path);
  const leave = page
    .getByRole('alertdialog')
    .getByRole('button', { name: 'Leave without the key' });
  if (await leave.isVisible()) await leave.click();
  const former = card.getByRole('status').filter({ hasText: 'The previous key works until' });
  await expect(former).toContainText('It was last used');
  await choice.getByRole('radio', { name: 'It works for 24 more hours' }).check();
  await expect(card).toContainText('The key before the previous one stops working now.');
  await expectAccessible(page);
  await former.getByRole('button', { name: 'End it now' }).click();
  const question = page.getByRole('alertdialog', { name: 'End it now' });
  await expect(question).toContainText('End the previous key of prod?');
  await question.getByRole('button', { name: 'End it now' }).click();
  await expect(former).toHaveCount(0);
  expect([await statusWith(first), await statusWith(second ?? '')]).toEqual([401, 200]);
});

test('FAIR-50: the client key works the same way, and what edge nodes may have seen is not denied', async ({
  adminPage: page,
  company,
}) => {
  const { id, environments } = await company.createApplication('Checkout', ['prod']);
  const clientKey = `/api/apps/${id}/env/${environments[0]?.id}/client-key`;
  await company.call('POST', clientKey, { password: PASSWORD });
  await page.goto(`/applications/${id}/env/${environments[0]?.id}/reset`);
  const card = page.getByRole('region', { name: 'Client key' });
  await card.getByRole('button', { name: 'Replace client key' }).click();
  await expect(card).toContainText('Pages and apps that use the previous client key stop');
  await card.getByRole('radio', { name: 'It works for 24 more hours' }).check();
  await expect(card).not.toContainText('Pages and apps that use the previous client key stop');
  await card.getByLabel('Enter your password for the client key').fill(PASSWORD);
  await card.getByRole('button', { name: 'Replace client key' }).click();
  await expect(card).toContainText(
    'This service saw no use of it since the new one was made. Uses at edge nodes are not seen here.',
  );
  await expectAccessible(page);
});

test('FAIR-15, FAIR-29: the key page says which calls were refused, and when the day is nearly used up', async ({
  adminPage: page,
  company,
}) => {
  const { id, environments } = await company.createApplication('Checkout', ['prod']);
  await changeStatus(page, {
    limited: (['ADDRESS', 'SHARE', 'EVENTS', 'STREAMS', 'DAY'] as const).map((limit, n) => ({
      limit,
      calls: n + 1,
    })),
    eventsToday: { stored: 41_000_000, most: 50_000_000 },
  });
  await page.goto(`/applications/${id}/env/${environments[0]?.id}/reset`);
  for (const text of [
    '1 call of single addresses came too fast in the last 24 hours and was refused.',
    '2 calls were refused in the last 24 hours, because the service was busy',
    '3 reports of events were put off in the last 24 hours',
    '4 streams were refused in the last 24 hours',
    '5 reports of events were refused in the last 24 hours, because the quota of the day',
    '41,000,000 of 50,000,000 events of today are used.',
  ]) {
    await expect(page.getByRole('status').filter({ hasText: text })).toBeVisible();
  }
  await expectAccessible(page);
});
