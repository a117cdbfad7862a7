import { randomUUID } from 'node:crypto';
import { expect, test } from './fixtures.ts';
import { expectError, nextCall, recordCalls } from './requests.ts';

test('COV-05 SGN-01 SGN-02 SGN-03 SGN-04 SGN-05 SGN-06 SGN-07 CON-14 A11Y-09: a new account is validated, refused and created, and the page says where its link was sent', async ({
  page,
  company,
}) => {
  await page.goto('/signup');
  const calls = recordCalls(page, 'POST /api/accounts');
  const name = page.getByLabel('Your name');
  const email = page.getByLabel('Your e-mail');
  const companyName = page.getByLabel('Company', { exact: true });
  // COV-05: the service of this test has no terms.
  const terms = page.getByRole('checkbox', { name: 'I may create this account for my company' });
  const submit = page.getByRole('button', { name: 'Create account' });
  const sentence = 'Fill in your name, your e-mail and your company!';
  const incomplete = page.getByText(sentence);

  await test.step('CON-14 A11Y-09: every empty field is marked, and what is missing is said once', async () => {
    await terms.check();
    await submit.click();
    const fields = ['Your name', 'Your e-mail', 'Company'];
    for (const label of fields) await expectError(page, sentence, label);
    await expect(name).toBeFocused();
    const readable = async () => {
      const boxes = (await incomplete.all()).map((text) => text.boundingBox());
      return (await Promise.all(boxes)).filter((box) => (box?.width ?? 0) > 1).length;
    };
    expect(await readable()).toBe(1);
    await name.fill('Ana');
    await expect(name).not.toHaveAttribute('aria-invalid', 'true');
    await expectError(page, sentence, 'Company');
    expect(await readable()).toBe(1);
  });

  await test.step('SGN-01 SGN-02 SGN-03 SGN-04: what is missing is told, and nothing is sent', async () => {
    await expect(name).toHaveAttribute('name', 'userName');
    await expect(email).toHaveAttribute('name', 'userEmail');
    await expect(companyName).toHaveAttribute('name', 'companyName');
    const whole = ['Ana', 'ana@example.com', 'Acme'];
    for (const blank of [0, 1, 2]) {
      for (const [index, field] of [name, email, companyName].entries()) {
        await field.fill(index === blank ? '   ' : (whole[index] ?? ''));
      }
      await submit.click();
      await expect(incomplete).toBeVisible();
      await companyName.fill('Acme, ltd.');
      await name.fill('Ana!');
      await email.fill('ana@example.org');
      await expect(incomplete).toBeHidden();
    }
    await email.fill('ana@');
    await submit.click();
    await expectError(page, 'Invalid e-mail!', 'Your e-mail');
    await email.fill(company.admin.email);
    await terms.uncheck();
    await submit.click();
    await expect(
      page.getByText('You must confirm that you may create this account!'),
    ).toBeVisible();
    expect(calls).toHaveLength(0);
  });

  await test.step('SGN-07: an e-mail that is taken is refused, and the rest stays', async () => {
    await name.fill('Bia Lima');
    await companyName.fill('Globex');
    await terms.check();
    await submit.click();
    await expectError(page, 'E-mail already in use!', 'Your e-mail');
    await expect(companyName).toHaveValue('Globex');
    await expect(terms).toBeChecked();
  });

  await test.step('SGN-05 SGN-06: a new account is told where its link went', async () => {
    const address = `bia.${randomUUID()}@example.com`;
    await email.fill(address);
    const called = nextCall(page, 'POST /api/accounts');
    await submit.click();
    expect((await called).postDataJSON()).toEqual({
      userName: 'Bia Lima',
      userEmail: address,
      companyName: 'Globex',
      acceptTermsAndConditions: true,
    });
    await expect(page.getByRole('heading', { level: 1, name: 'Check your e-mail' })).toBeVisible();
    await expect(page.getByText(address)).toBeVisible();
    await expect(page.getByText('is in the server log')).toBeVisible();
    await expect(page.getByRole('link', { name: /Log in/ })).toHaveAttribute('href', '/login');
  });
});
