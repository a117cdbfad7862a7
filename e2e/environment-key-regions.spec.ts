import { PASSWORD } from './company.ts';
import { expect, test } from './fixtures.ts';

const URLS = {
  eu: 'https://eu.toggles.example.com',
  sa: 'https://sa.toggles.example.com',
  trial: 'https://trial.toggles.example.com',
} as const;
type Tag = keyof typeof URLS;

const REGIONS = { eu: 'Europe', sa: 'South America', trial: 'Trial' } as const;

const CASES: readonly (readonly Tag[])[] = [['eu'], ['sa'], ['trial'], ['eu', 'sa', 'trial'], []];

test.use({
  settings: { PUBLIC_URL: 'https://toggles.example.com', REGION_URLS: JSON.stringify(URLS) },
});

test('KEY-05 SPEC-08: a new key is shown with the address of each region of the account; without regions, with that of the service itself', async ({
  adminPage: page,
  company,
  service,
}) => {
  const application = await company.createApplication('Checkout', ['Production']);
  const environment = application.environments[0];
  for (const tags of CASES) {
    await service.execute(`update accounts set regions = '${JSON.stringify(tags)}'`);
    await page.goto(`/applications/${application.id}/env/${environment?.id}/reset`);
    await page.getByLabel('Enter your password to continue').fill(PASSWORD);
    await page.getByRole('button', { name: 'Generate key' }).click();
    const addresses = page.getByText(/^https:.*\/api\/toggles\?uid=user-1$/);
    const hosts =
      tags.length === 0 ? ['https://toggles.example.com'] : tags.map((tag) => URLS[tag]);
    await expect(addresses).toHaveText(hosts.map((host) => `${host}/api/toggles?uid=user-1`));
    for (const [tag, name] of Object.entries(REGIONS)) {
      const isShown = tags.some((shown) => shown === tag);
      await expect(page.getByText(name, { exact: true })).toHaveCount(isShown ? 1 : 0);
    }
  }
});
