import { randomBytes } from 'node:crypto';
import {
  type CompanyLogin,
  openCompanyLogin,
} from '@comporta/server/testing/providers/company-login';
import { expectAccessible } from './accessibility.ts';
import { expect, test } from './fixtures.ts';
import { expectFlags } from './flags.ts';
import { logIn } from './logged-in.ts';

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

test('IDN-01, IDN-12, IDN-13: logging in with a provider, and what a planted callback and an old ticket do not open', async ({
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

  await test.step('the form, its links and the flags are the door of an emergency, and other ways stand below', async () => {
    await page.goto('/login');
    const other = page.getByRole('link', { name: 'Continue with Corp SSO' });
    const submit = page.getByRole('button', { name: 'Log in', exact: true });
    const bottomOf = async () => {
      const box = await submit.boundingBox();
      return (box?.y ?? 0) + (box?.height ?? 0);
    };
    await expect(other).toBeVisible();
    expect((await other.boundingBox())?.y).toBeGreaterThan(await bottomOf());
    await expectDoor();
    // Whatever becomes of the providers: nobody says their names here.
    await page.route('**/api/config', (route) => route.abort());
    await page.reload();
    await expectDoor();
    await expect(other).toHaveCount(0);
    await page.unroute('**/api/config');

    async function expectDoor(): Promise<void> {
      await expect(page.getByRole('textbox', { name: 'E-mail' })).toBeVisible();
      await expect(page.getByRole('textbox', { name: 'Password' })).toBeVisible();
      await expect(submit).toBeEnabled();
      await expect(page.getByRole('link', { name: 'Forgot your password?' })).toBeVisible();
      await expectFlags(page.getByRole('group', { name: 'Language' }).getByRole('button'));
    }
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

test('IDN-19: a test sign-in names what to repair, and then what somebody would get', async ({
  company,
  visitorPage: page,
  service,
}) => {
  const home = service.url.replace('127.0.0.1', 'localhost');
  const application = await company.createApplication('Storefront', ['Production']);
  const { id } = await company.call<{ id: string }>('POST', '/api/accounts/providers', {
    name: 'Corp SSO',
    slug: 'tested',
    issuer: login.issuer,
    ...login.client,
    domains: ['corp.example'],
    createsUsers: true,
    enabled: true,
    groupsAt: '/groups',
    mappingMode: 'ALWAYS',
    mapping: [{ group: 'flags-web', apps: [application.id] }],
  });
  const noa = { ...INES, sub: 'noa', name: 'Noa Dias', email: 'noa@corp.example' };
  login.people.set(noa.sub, { ...noa, email_verified: false });
  await logIn(page, company.admin, home);
  await page.goto(`${home}/account/sign-in/providers/${id}`);
  const shown = page.getByRole('region', { name: 'Test sign-in' });
  await expect(shown).toContainText('Not tested yet');
  await shown.getByRole('button', { name: 'Test sign-in' }).click();
  await page.getByRole('link', { name: noa.sub, exact: true }).click();
  await expect(shown.getByRole('alert')).toContainText('Have it send ‘email_verified’');
  await expect(shown).toContainText('Not tested yet');
  await expectAccessible(page);

  // Repaired there, where they are still logged in.
  login.people.set(noa.sub, noa);
  await shown.getByRole('button', { name: 'Test again' }).click();
  await expect(shown).toContainText('Noa Dias comes in, as a new user.');
  await expect(shown).not.toContainText('Not tested yet');
  await expect(shown.getByRole('definition')).toContainText([
    'Noa Dias · noa@corp.example',
    'flags-web',
    'Storefront',
  ]);
  await shown.getByText('What the provider says').click();
  await expect(shown.getByText(/"sub": ?"noa"/)).toBeVisible();
  await expectAccessible(page);
  const users = await company.call<{ email: string }[]>('GET', '/api/users');
  expect(users.map(({ email }) => email)).not.toContain(noa.email);
});
