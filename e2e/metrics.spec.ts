import { PASSWORD } from './company.ts';
import { expect, test } from './fixtures.ts';

test('RES-75, RES-116: metrics are in the sidebar; one is created with the form of its kind, listed and deleted', async ({
  adminPage: page,
  company,
}) => {
  const { id } = await company.createApplication('Checkout', ['Production']);
  const list = `/applications/${id}/metrics`;
  const label = (text: string) => page.getByLabel(text, { exact: true });
  const save = page.getByRole('button', { name: 'Save', exact: true });
  await page.goto(`/applications/${id}/toggles`);
  await page.getByRole('link', { name: 'Metrics', exact: true }).click();
  await expect(page.getByRole('main')).toContainText('A metric turns the events of your system');
  await page.getByRole('link', { name: 'New metric' }).first().click();

  // Fields that a kind does not use are hidden.
  await expect(label('Event key of the denominator')).toBeHidden();
  await label('Kind').selectOption('Retention');
  await expect(page.getByRole('group', { name: /^Time window/ }).getByRole('textbox')).toHaveCount(
    2,
  );
  await label('Kind').selectOption('Ratio');
  await expect(label('Earlier days used for the adjustment')).toBeHidden();
  await save.click();
  await expect(label('Key')).toBeFocused();
  await expect(page.getByText('A ratio needs the event key of its denominator')).toBeVisible();

  await label('Name').fill('Money per order');
  await label('Key').fill('basket');
  await label('Event key').fill('order-sum');
  await label('Event key of the denominator').fill('order-sum');
  await save.click();
  await expect(label('Event key of the denominator')).toBeFocused();
  await label('Denominator').selectOption('Number of events');
  await label('Cap per user').selectOption('a percentile, fixed at the start');
  await label('Value of the cap').fill('99.5');
  await label('Margin as a guardrail').fill('7');
  await save.click();
  await expect(page).toHaveURL(list);
  await expect(page.getByRole('region', { name: 'Notifications' })).toContainText('basket saved.');
  expect(await company.call('GET', `/api/apps/${id}/metrics`)).toMatchObject([
    {
      key: 'basket',
      kind: 'RATIO',
      eventKey: 'order-sum',
      denominatorKey: 'order-sum',
      numeratorOf: 'SUM',
      denominatorOf: 'COUNT',
      cap: { type: 'PERCENTILE', value: 99.5 },
      margin: 0.07,
    },
  ]);

  await page.getByRole('link', { name: 'basket' }).first().click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Money per order');
  await expect(label('Margin as a guardrail')).toHaveValue('7');
  await page.getByRole('link', { name: 'Metrics', exact: true }).first().click();
  await page.getByRole('button', { name: 'Delete basket' }).click();
  await page.getByRole('button', { name: 'Delete metric', exact: true }).click();
  await expect(page.getByRole('dialog')).toContainText('Metric deleted.');
  expect(await company.call('GET', `/api/apps/${id}/metrics`)).toEqual([]);
});

test('FAIR-27: an event key that no metric uses is deleted in its row, which says when only pages sent it', async ({
  adminPage: page,
  company,
}) => {
  const { id, environments } = await company.createApplication('Checkout', ['Production']);
  const env = `/api/apps/${id}/env/${environments[0]?.id}`;
  const body = { password: PASSWORD };
  const keys = {
    refund: await company.call<string>('POST', `${env}/new-token`, body),
    'from-a-page': (await company.call<{ key: string }>('POST', `${env}/client-key`, body)).key,
  };
  for (const [key, token] of Object.entries(keys)) {
    const event = { type: 'track', id: key, key, uid: 'ana', at: new Date().toISOString() };
    const sent = await company.callWith(token)('POST', '/api/events', { events: [event] });
    expect(sent).toMatchObject({ accepted: 1 });
  }
  await page.goto(`/applications/${id}/metrics`);
  const list = page.getByRole('region', { name: 'Event keys seen but not used' });
  await expect(list.getByRole('listitem')).toHaveCount(2);
  await expect(list.getByRole('listitem').filter({ hasText: 'sent by pages only' })).toContainText(
    'from-a-page',
  );
  await page.setViewportSize({ width: 390, height: 800 });
  const [link, button] = await Promise.all([
    list.getByRole('link', { name: /refund/ }).boundingBox(),
    list.getByRole('button', { name: 'Delete refund' }).boundingBox(),
  ]);
  expect(button?.y).toBeGreaterThan((link?.y ?? 0) + (link?.height ?? 0) - 1);
  await list.getByRole('button', { name: 'Delete refund' }).click();
  const question = page.getByRole('alertdialog');
  await expect(question).toContainText('If a server sends it again, it comes back.');
  await question.getByRole('button', { name: 'Delete refund' }).click();
  await expect(page.getByRole('dialog')).toContainText('Event key deleted.');
  await page.keyboard.press('Escape');
  await expect(list.getByRole('listitem')).toHaveCount(1);
});
