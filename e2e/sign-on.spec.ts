import { randomBytes } from 'node:crypto';
import {
  type CompanyLogin,
  openCompanyLogin,
} from '@comporta/server/testing/providers/company-login';
import { expect, test } from './fixtures.ts';

// A service of its own: only where one company lives does the login name its providers.
test.use({
  settings: {
    SIGNUP: 'first',
    IDENTITY_ALLOW_CIDRS: '127.0.0.0/8',
    ENCRYPTION_KEY: randomBytes(32).toString('base64url'),
  },
});

let login: CompanyLogin;
test.beforeAll(async () => {
  login = await openCompanyLogin();
});
test.afterAll(() => login[Symbol.asyncDispose]());

const INES = {
  sub: 'ines',
  name: 'Inês Reis',
  email: 'ines@corp.example',
  email_verified: true,
  groups: ['flags-web'],
};

test('IDN-12, IDN-13: logging in with a provider, and what a planted callback and an old ticket do not open', async ({
  company,
  visitorPage: page,
  browser,
  service,
}) => {
  login.people.set(INES.sub, INES);
  const storefront = await company.createApplication('Storefront', ['Production']);
  await company.createApplication('Back office', ['Production']);
  const { slug } = await company.call<{ slug: string }>('POST', '/api/accounts/providers', {
    name: 'Corp SSO',
    slug: 'corp',
    issuer: login.issuer,
    ...login.client,
    domains: ['corp.example'],
    createsUsers: true,
    enabled: true,
    groupsAt: '/groups',
    mappingMode: 'ALWAYS',
    mapping: [{ group: 'flags-web', apps: [storefront.id] }],
  });

  await test.step('the login names the provider, and its button leads there and back', async () => {
    await page.goto('/login');
    await page.getByRole('link', { name: 'Continue with Corp SSO' }).click();
    await expect(page.getByRole('heading', { name: 'Who are you?' })).toBeVisible();
    await page.getByRole('link', { name: INES.sub }).click();
    // The address that the test uses is not the public one, where the provider leads back to.
    await expect(page).toHaveURL(/localhost:\d+\/dashboard$/);
    await expect(page.getByRole('navigation').getByText('Storefront')).toBeVisible();
    await expect(page.getByText('Back office')).toHaveCount(0);
  });

  await test.step('a callback that is planted in another browser opens nothing', async () => {
    const own = await browser.newContext({ baseURL: service.url });
    const attacker = await own.newPage();
    await attacker.goto(`/sso/${slug}`);
    const choice = attacker.getByRole('link', { name: INES.sub });
    let planted = `${login.issuer}${await choice.getAttribute('href')}`;
    // They keep the last address of the way back to themselves.
    while (!planted.includes('/callback?')) {
      const answer = await own.request.get(planted, { maxRedirects: 0 });
      planted = new URL(answer.headers().location ?? '', login.issuer).href;
    }
    const other = await browser.newContext({ baseURL: service.url });
    const victim = await other.newPage();
    await victim.goto(planted);
    await expect(victim.getByRole('alert')).toHaveText(
      'This took too long or was opened twice. Please start again.',
    );
    await victim.goto(new URL('/dashboard', planted).href);
    await expect(victim).toHaveURL(/\/login$/);
    await own.close();
    await other.close();
  });

  await test.step('who is refused there is told so, and may try again', async () => {
    const context = await browser.newContext({ baseURL: service.url });
    const refused = await context.newPage();
    await refused.goto(`/sso/${slug}`);
    await refused.getByRole('link', { name: 'nobody' }).click();
    await expect(refused.getByRole('alert')).toHaveText('Corp SSO did not let you in.');
    await expect(refused).toHaveURL(/\/sso$/);
    await refused.getByRole('link', { name: 'Try again' }).click();
    await expect(refused.getByRole('heading', { name: 'Who are you?' })).toBeVisible();
    await context.close();
  });
});
