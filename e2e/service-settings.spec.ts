import { expect, test } from './fixtures.ts';

const DOCS_URL = 'https://docs.example.com/start';

const TERMS_URL = 'https://example.com/terms';

test.use({ settings: { DOCS_URL, TERMS_URL } });

test('SPEC-04 LAY-07: the link to the documentation leads to the configured address', async ({
  adminPage: page,
}) => {
  await page.goto('/dashboard');
  const link = page.getByRole('complementary').getByRole('link', { name: 'Documentation' });
  await expect(link).toHaveAttribute('href', DOCS_URL);
});

test('COV-05: who signs up accepts the terms that the operator names', async ({ page }) => {
  await page.goto('/signup');
  const read = page.getByRole('link', { name: 'Read the terms and conditions' });
  await expect(read).toHaveAttribute('href', TERMS_URL);
  const accept = 'I have read and accept the terms and conditions';
  await expect(page.getByRole('checkbox', { name: accept })).not.toBeChecked();
  await page.getByLabel('Your name').fill('Ana');
  await page.getByLabel('Your e-mail').fill('ana@example.com');
  await page.getByLabel('Company').fill('Acme');
  await page.getByRole('button', { name: 'Create account' }).click();
  await expect(page.getByText('You must accept the terms and conditions!')).toBeVisible();
});
