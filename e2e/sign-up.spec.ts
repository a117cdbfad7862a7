import { randomUUID } from 'node:crypto';
import { expect, test } from './fixtures.ts';
import { expectError, nextCall, recordCalls } from './requests.ts';

test('SGN-01 SGN-02 SGN-03 SGN-04: what is missing is told, and nothing is sent', async ({
  page,
}) => {
  await page.goto('/signup');
  const calls = recordCalls(page, 'POST /api/accounts');
  const name = page.getByLabel('Your name');
  const email = page.getByLabel('Your e-mail');
  const company = page.getByLabel('Company');
  const terms = page.getByRole('checkbox', { name: /terms and conditions/ });
  const submit = page.getByRole('button', { name: 'Create account' });
  await expect(name).toHaveAttribute('name', 'userName');
  await expect(email).toHaveAttribute('name', 'userEmail');
  await expect(company).toHaveAttribute('name', 'companyName');

  const incomplete = page.getByText('Fill in your name, your e-mail and your company!');
  const whole = ['Ana', 'ana@example.com', 'Acme'];
  await terms.check();
  for (const blank of [0, 1, 2]) {
    for (const [index, field] of [name, email, company].entries()) {
      await field.fill(index === blank ? '   ' : (whole[index] ?? ''));
    }
    await submit.click();
    await expect(incomplete).toBeVisible();
    await company.fill('Acme, ltd.');
    await name.fill('Ana!');
    await email.fill('ana@example.org');
    await expect(incomplete).toBeHidden();
  }
  await email.fill('ana@');
  await submit.click();
  await expectError(page, 'Invalid e-mail!', 'Your e-mail');

  await email.fill('ana@example.com');
  await terms.uncheck();
  await submit.click();
  await expect(page.getByText('You must accept the terms and conditions!')).toBeVisible();
  expect(calls).toHaveLength(0);
});

test('SGN-05 SGN-06 SGN-07: a new account is told where its link went', async ({
  page,
  company,
}) => {
  await page.goto('/signup');
  await page.getByLabel('Your name').fill('Bia Lima');
  await page.getByLabel('Your e-mail').fill(company.admin.email);
  await page.getByLabel('Company').fill('Globex');
  await page.getByRole('checkbox').check();
  await page.getByRole('button', { name: 'Create account' }).click();
  await expectError(page, 'E-mail already in use!', 'Your e-mail');
  await expect(page.getByLabel('Company')).toHaveValue('Globex');
  await expect(page.getByRole('checkbox')).toBeChecked();

  const email = `bia.${randomUUID()}@example.com`;
  await page.getByLabel('Your e-mail').fill(email);
  const called = nextCall(page, 'POST /api/accounts');
  await page.getByRole('button', { name: 'Create account' }).click();
  expect((await called).postDataJSON()).toEqual({
    userName: 'Bia Lima',
    userEmail: email,
    companyName: 'Globex',
    acceptTermsAndConditions: true,
  });
  await expect(page.getByRole('heading', { level: 1, name: 'Check your e-mail' })).toBeVisible();
  await expect(page.getByText(email)).toBeVisible();
  await expect(page.getByText('is in the server log')).toBeVisible();
  await expect(page.getByRole('link', { name: /Log in/ })).toHaveAttribute('href', '/login');
});

test('CON-14 A11Y-09: every empty field is marked, and what is missing is said once', async ({
  page,
}) => {
  await page.goto('/signup');
  await page.getByRole('checkbox').check();
  await page.getByRole('button', { name: 'Create account' }).click();
  const sentence = 'Fill in your name, your e-mail and your company!';
  const fields = ['Your name', 'Your e-mail', 'Company'];
  for (const name of fields) await expectError(page, sentence, name);
  await expect(page.getByLabel('Your name')).toBeFocused();
  const readable = async () => {
    const boxes = (await page.getByText(sentence).all()).map((text) => text.boundingBox());
    return (await Promise.all(boxes)).filter((box) => (box?.width ?? 0) > 1).length;
  };
  expect(await readable()).toBe(1);

  await page.getByLabel('Your name').fill('Ana');
  await expect(page.getByLabel('Your name')).not.toHaveAttribute('aria-invalid', 'true');
  await expectError(page, sentence, 'Company');
  expect(await readable()).toBe(1);
});
