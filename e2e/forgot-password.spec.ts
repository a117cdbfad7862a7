import { expect, test } from './fixtures.ts';
import { expectError, letCallsThrough, nextCall, recordCalls, refuseCalls } from './requests.ts';

test('FGT-01 FGT-03 FGT-04 FGT-05 FGT-06 FGT-07 SES-07 DLG-01: an address is validated, kept when it is refused, and sent a link without a session', async ({
  page,
  company,
}) => {
  await page.goto('/forgot-password');
  await expect(page.getByRole('link', { name: 'Back to login' })).toHaveAttribute('href', '/login');
  const calls = recordCalls(page, 'POST /api/users/reset-password');
  const email = page.getByLabel('E-mail');
  const send = page.getByRole('button', { name: 'Send' });
  for (const [typed, text] of [
    ['', 'E-mail cannot be empty nor blank!'],
    ['   ', 'E-mail cannot be empty nor blank!'],
    ['abc', 'Invalid e-mail!'],
  ] as const) {
    await email.fill(typed);
    await send.click();
    await expectError(page, text, 'E-mail');
    await email.fill('abcd');
    await expect(page.getByText(text)).toBeHidden();
  }
  expect(calls).toHaveLength(0);

  await test.step('DLG-01: a failure keeps the address', async () => {
    await refuseCalls(page, 'POST /api/users/reset-password', { status: 500 });
    await email.fill('nobody@example.com');
    await page.keyboard.press('Enter');
    await expectError(page, 'An unexpected error occurred. Please try again.');
    await expect(email).toHaveValue('nobody@example.com');
    await letCallsThrough(page);
  });

  await test.step('FGT-05 FGT-06 FGT-07 SES-07: the link is asked for without a session', async () => {
    await send.click();
    await expectError(page, 'Unknown user', 'E-mail');
    await email.fill(company.admin.email);
    const called = nextCall(page, 'POST /api/users/reset-password');
    await send.click();
    const call = await called;
    expect(call.postDataJSON()).toEqual({ email: company.admin.email });
    expect(await call.allHeaders()).not.toHaveProperty('authorization');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Check your e-mail');
    await expect(page.getByText(company.admin.email)).toBeVisible();
    await expect(page.getByText('is in the server log')).toBeVisible();
    await expect(email).toBeHidden();
  });
});

test('a service that sends e-mail says so, and can send it again', async ({ page, company }) => {
  const facts = { signUpOpen: true, mailOn: true, firstRun: false };
  await refuseCalls(page, 'GET /api/config', { status: 200, ...facts });
  await page.goto('/forgot-password');
  await page.getByLabel('E-mail').fill(company.admin.email);
  await page.getByRole('button', { name: 'Send' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Check your e-mail');
  await expect(page.getByText(company.admin.email)).toBeVisible();
  const again = nextCall(page, 'POST /api/users/reset-password');
  await page.getByRole('button', { name: 'Send again' }).click();
  expect((await again).postDataJSON()).toEqual({ email: company.admin.email });
});
