import { expect, test } from './fixtures.ts';

const DOCS_URL = 'https://docs.example.com/start';

test.use({ settings: { DOCS_URL } });

test('SPEC-04 LAY-07: the link to the documentation leads to the configured address', async ({
  adminPage: page,
}) => {
  await page.goto('/dashboard');
  const link = page.getByRole('complementary').getByRole('link', { name: 'Documentation' });
  await expect(link).toHaveAttribute('href', DOCS_URL);
});
