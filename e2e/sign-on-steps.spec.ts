import { randomBytes } from 'node:crypto';
import type { Provider } from '@comporta/contract/identity/provider';
import { codeOf } from '@comporta/server/testing/identity/second-factor';
import {
  type CompanyLogin,
  openCompanyLogin,
} from '@comporta/server/testing/providers/company-login';
import type { Page } from '@playwright/test';
import { expectAccessible } from './accessibility.ts';
import { giveAuthenticator } from './authenticator.ts';
import { press, type as typeIn } from './by-keyboard.ts';
import { type Company, CREDENTIAL, PASSWORD } from './company.ts';
import { expect, test } from './fixtures.ts';
import { letSessionEndSoon, logIn } from './logged-in.ts';

// Several companies live here, and the providers are on this machine.
test.use({
  settings: {
    IDENTITY_ALLOW_CIDRS: '127.0.0.0/8',
    ENCRYPTION_KEY: randomBytes(32).toString('base64url'),
  },
});

let login: CompanyLogin;
let counted = 0;
test.beforeAll(async () => {
  login = await openCompanyLogin();
});
test.afterAll(() => login[Symbol.asyncDispose]());
test.beforeEach(() => {
  login.authTime = 'TRUE';
});

/** Providers lead back to the public address, which is by name. */
const publicUrl = ({ url }: { readonly url: string }) => url.replace('127.0.0.1', 'localhost');

async function addProvider(company: Company, draft: object = {}): Promise<Provider> {
  counted += 1;
  return company.call<Provider>('POST', '/api/accounts/providers', {
    name: 'Corp SSO',
    slug: `corp-${counted}`,
    issuer: login.issuer,
    ...login.client,
    domains: ['corp.example'],
    createsUsers: true,
    enabled: true,
    ...draft,
  });
}

/** Somebody of the company's login; `sub` is in each test another one. */
function person(
  name: string,
  claims: object = {},
): { readonly sub: string; readonly email: string } {
  const sub = `${name}-${counted}`;
  const email = `${sub}@corp.example`;
  login.people.set(sub, { sub, name, email, email_verified: true, ...claims });
  return { sub, email };
}

/** At the company's login. */
async function chooseThere(page: Page, sub: string): Promise<void> {
  await expect(page.getByRole('heading', { name: 'Who are you?' })).toBeVisible();
  await page.getByRole('link', { name: sub, exact: true }).click();
}

test('IDN-83 IDN-65 T24: who came in through a provider confirms with it, and goes on with what they had typed', async ({
  company,
  visitorPage: page,
  service,
}) => {
  const home = publicUrl(service);
  const asked: string[] = [];
  page.on('dialog', (dialog) => {
    asked.push(dialog.type());
    void dialog.accept();
  });
  const provider = await addProvider(company, {
    groupsAt: '/groups',
    mappingMode: 'ALWAYS',
    mapping: [{ group: 'flags-admin', admin: true }],
  });
  const rita = person('rita', { groups: ['flags-admin'] });
  const other = person('olga', { groups: [] });
  await page.goto(`${home}/sso/${provider.slug}`);
  await chooseThere(page, rita.sub);
  await expect(page).toHaveURL(`${home}/dashboard`);
  await page.goto(`${home}/account/sign-in/policy`);
  const hours = page.getByLabel('Hours of a session');
  const save = page.getByRole('button', { name: 'Save' });
  const dialog = page.getByRole('dialog', { name: 'Is it you?' });
  await hours.fill('4');

  async function leave(sub: string): Promise<void> {
    await press(page, save);
    await press(page, dialog.getByRole('button', { name: 'Confirm with Corp SSO' }));
    await chooseThere(page, sub);
  }

  await test.step('as somebody else there, nothing is confirmed', async () => {
    await press(page, save);
    await expect(dialog).toContainText('You come back to this page');
    await expectAccessible(page);
    await press(page, dialog.getByRole('button', { name: 'Cancel' }));
    await expect(dialog).toHaveCount(0);
    await leave(other.sub);
    await expect(page.getByRole('alert')).toHaveText(
      'At Corp SSO you are somebody else than here.',
    );
    await expectAccessible(page);
    await press(page, page.getByRole('link', { name: 'Back to where you were' }));
    await expect(hours).toHaveValue('4');
  });

  await test.step('nor by a login of an hour ago, or a refusal there', async () => {
    login.authTime = 'OLD';
    await leave(rita.sub);
    await expect(page.getByRole('alert')).toContainText('did not have you log in anew');
    login.authTime = 'TRUE';
    await press(page, page.getByRole('link', { name: 'Back to where you were' }));
    await leave('nobody');
    await expect(page.getByRole('alert')).toHaveText('Corp SSO did not let you in.');
    await press(page, page.getByRole('link', { name: 'Back to where you were' }));
  });

  await test.step('else the save goes on, and so do others for a while', async () => {
    await leave(rita.sub);
    await expect(page).toHaveURL(`${home}/account/sign-in/policy`);
    await expect(page.getByText('Confirmed for five minutes.')).toBeVisible();
    await expect(page.getByText('These are your changes from before.')).toBeVisible();
    await expect(hours).toHaveValue('4');
    await press(page, save);
    await expect(page.getByText('Sign-in policy saved.')).toBeVisible();
    await hours.fill('5');
    await press(page, save);
    await expect
      .poll(() => company.call('GET', '/api/accounts/sign-in-policy'))
      .toMatchObject({ sessionHours: 5 });
  });

  await test.step('G22: who stays logged in does so through the provider, as nobody else', async () => {
    await letSessionEndSoon(page);
    await hours.fill('6');
    const stay = page.getByRole('dialog', { name: 'Stay logged in' });
    const through = stay.getByRole('button', { name: 'Continue with Corp SSO' });
    await press(page, page.getByRole('button', { name: 'Stay logged in' }));
    await expect(stay).toContainText('You come back to this page');
    await expect(stay.getByRole('textbox')).toHaveCount(0);
    await expectAccessible(page);
    // Who is logged in there is not asked again.
    await page.context().clearCookies();
    await press(page, through);
    await chooseThere(page, other.sub);
    await expect(page.getByRole('alert')).toHaveText(
      'At Corp SSO you are somebody else than here.',
    );
    await expectAccessible(page);
    await press(page, page.getByRole('link', { name: 'Back to where you were' }));
    await expect(hours).toHaveValue('6');
    await press(page, page.getByRole('button', { name: 'Stay logged in' }));
    await page.context().clearCookies();
    await press(page, through);
    await chooseThere(page, rita.sub);
    await expect(page).toHaveURL(`${home}/account/sign-in/policy`);
    await expect(hours).toHaveValue('6');
    await expect(page.getByText('Your session ends soon.')).toHaveCount(0);
    // As it is saved: nobody is asked about leaving.
    await hours.fill('5');
  });

  await test.step('a new token is as it was typed, and is made', async () => {
    await press(page, page.getByRole('button', { name: /User menu/ }));
    await page.getByRole('menuitem', { name: 'Profile' }).click();
    await press(page, page.getByRole('button', { name: 'New token' }));
    const form = page.getByRole('region', { name: 'Personal tokens' });
    const name = form.getByLabel('Name', { exact: true });
    const scope = form.getByLabel('Change toggles, groups, experiments');
    await typeIn(page, name, 'nightly');
    await press(page, scope, 'Space');
    await press(page, form.getByRole('button', { name: 'Make token' }));
    await press(page, dialog.getByRole('button', { name: 'Confirm with Corp SSO' }));
    await chooseThere(page, rita.sub);
    await expect(page).toHaveURL(`${home}/profile`);
    await expect(name).toHaveValue('nightly');
    await expect(scope).toBeChecked();
    await press(page, form.getByRole('button', { name: 'Make token' }));
    await expect(page.getByText('cpt_pat_')).toBeVisible();
    await press(page, page.getByRole('button', { name: 'Done' }));
    await expect(page.getByRole('button', { name: 'New token' })).toBeVisible();
  });

  await test.step('IDN-55: a program is allowed with the code that was typed', async () => {
    const begun = await page.request.post('/oauth/device', {
      headers: { authorization: CREDENTIAL },
      form: { program: 'comporta', host: 'build-7' },
    });
    const { user_code: code } = (await begun.json()) as { user_code: string };
    await service.execute('update sessions set confirmed_at = null');
    await page.goto(`${home}/device`);
    await typeIn(page, page.getByLabel('Code'), code);
    await page.keyboard.press('Enter');
    await press(page, page.getByRole('button', { name: 'Yes, allow' }));
    await press(page, dialog.getByRole('button', { name: 'Confirm with Corp SSO' }));
    await chooseThere(page, rita.sub);
    await expect(page).toHaveURL(`${home}/device`);
    await press(page, page.getByRole('button', { name: 'Continue' }));
    await press(page, page.getByRole('button', { name: 'Yes, allow' }));
    await expect(page.getByText('Allowed.')).toBeVisible();
  });
  expect(asked).toEqual([]);
});

test('IDN-15 IDN-65: who exists here already proves once that it is them, with what they have', async ({
  company,
  visitorPage: page,
  service,
}) => {
  const home = publicUrl(service);
  const { slug } = await addProvider(company);
  const leave = () => page.goto(`${home}/logout`);
  const signOn = async (sub: string) => {
    await page.context().clearCookies();
    await page.goto(`${home}/sso/${slug}`);
    await chooseThere(page, sub);
  };
  const asked = page.getByRole('heading', { name: 'Is it you?' });
  const isIn = async () => expect(page).toHaveURL(`${home}/dashboard`);

  await test.step('an administrator with the password, also after a wrong one', async () => {
    const boss = person('boss');
    await company.addUser({ name: 'Boss', email: boss.email, admin: true });
    await signOn(boss.sub);
    await expect(asked).toBeFocused();
    await expect(
      page.getByText(`${boss.email} already exists here. Prove once that it is you`),
    ).toBeVisible();
    await expectAccessible(page);
    await typeIn(page, page.getByRole('textbox', { name: 'Password' }), 'wrong1');
    await page.keyboard.press('Enter');
    await expect(page.getByText('Wrong password!')).toBeVisible();
    await page.getByRole('textbox', { name: 'Password' }).fill(PASSWORD);
    await page.keyboard.press('Enter');
    await isIn();
    await leave();
    await signOn(boss.sub);
    await isIn();
  });

  await test.step('who has an app with its code, or with a recovery code', async () => {
    const bia = person('bia');
    const user = await company.addUser({ name: 'Bia', email: bia.email });
    const asBia = company.callAs(user);
    const { secret } = await asBia<{ secret: string }>('POST', '/api/users/me/app');
    await asBia('PUT', '/api/users/me/app', { code: codeOf(secret) });
    const { codes } = await company.callAs(user)<{ codes: readonly string[] }>(
      'POST',
      '/api/users/me/recovery-codes',
    );
    await leave();
    await signOn(bia.sub);
    await expect(page.getByLabel('Code from your app')).toBeVisible();
    await press(page, page.getByRole('button', { name: 'Use a recovery code' }));
    await typeIn(page, page.getByLabel('Recovery code'), codes[0] ?? '');
    await page.keyboard.press('Enter');
    await isIn();
    await company.callAs(user)('GET', '/api/users/me');
    await service.execute(
      `delete from identities using users where users.id = user_id and email = '${bia.email}'`,
    );
    await leave();
    await signOn(bia.sub);
    await typeIn(page, page.getByLabel('Code from your app'), codeOf(secret, 1));
    await page.keyboard.press('Enter');
    await isIn();
  });

  await test.step('who has a passkey with that', async () => {
    const carla = person('carla');
    const user = await company.addUser({ name: 'Carla', email: carla.email });
    await logIn(page, user, home);
    await giveAuthenticator(page);
    // Also before the list of passkeys has come, the first one brings recovery codes.
    const pressed = Promise.withResolvers<void>();
    await page.route('**/api/users/me/passkeys', async (route) => {
      if (route.request().method() === 'GET') await pressed.promise;
      await route.continue();
    });
    await page.goto(`${home}/profile`);
    await page.getByRole('button', { name: 'Add a passkey' }).click();
    pressed.resolve();
    await page.getByRole('button', { name: 'I have kept them' }).click();
    await leave();
    await signOn(carla.sub);
    await expect(asked).toBeVisible();
    await expectAccessible(page);
    await press(page, page.getByRole('button', { name: 'Use a passkey' }));
    await isIn();
  });

  await test.step('who has nothing to prove it with asks an administrator', async () => {
    const dora = person('dora');
    await leave();
    await signOn(dora.sub);
    await isIn();
    const again = person('dora-again', { email: dora.email });
    await leave();
    await signOn(again.sub);
    await expect(page.getByRole('alert')).toHaveText(
      `${dora.email} already exists here. Ask your administrator to disconnect its former identity.`,
    );
    await expectAccessible(page);
  });
});

test('IDN-35: who comes through a provider without a second factor sets one up, and gets the codes', async ({
  company,
  visitorPage: page,
  service,
}) => {
  const home = publicUrl(service);
  const { slug } = await addProvider(company, { secondFactorThere: false });
  await company.call('PUT', '/api/accounts/sign-in-policy', { secondFactor: 'ALL', graceDays: 0 });
  const eva = person('eva');
  await page.goto(`${home}/sso/${slug}`);
  await chooseThere(page, eva.sub);
  await expect(
    page.getByText('Acme requires a second factor. Set it up now to go on.'),
  ).toBeVisible();
  await expectAccessible(page);
  await test.step('IDN-32: what was begun five minutes ago is begun again', async () => {
    await service.execute("update challenges set expires_at = now() where kind = 'STEP'");
    await press(page, page.getByRole('button', { name: 'Set up an app' }));
    await expect(page.getByRole('heading', { name: 'The second step is over' })).toBeFocused();
    await expectAccessible(page);
    await press(page, page.getByRole('button', { name: 'Start again' }));
  });
  await press(page, page.getByRole('button', { name: 'Set up an app' }));
  const shown = page.locator('code', { hasText: /^[A-Z2-7]{4}( [A-Z2-7]{4})+$/ });
  const secret = (await shown.innerText()).replaceAll(' ', '');
  await typeIn(page, page.getByLabel('Code from your app'), codeOf(secret));
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(`${home}/profile`);
  const codes = page.getByRole('dialog', { name: 'Recovery codes' });
  await expect(codes.getByRole('listitem')).toHaveCount(10);
});

test('IDN-13: where several companies live, the login asks for the short name and tells nobody of whom', async ({
  company,
  visitorPage: page,
  service,
}) => {
  const home = publicUrl(service);
  const { slug } = await addProvider(company);
  // Another company, without a provider: its people see the same.
  await page.goto(`${home}/login`);
  await expect(page.getByText('Corp SSO')).toHaveCount(0);
  await press(page, page.getByRole('link', { name: 'Log in with your company' }));
  await expectAccessible(page);
  const field = page.getByLabel('Short name of your company’s login');
  await typeIn(page, field, 'Nobody Here');
  await page.keyboard.press('Enter');
  await expect(page.getByText('No login has this short name here.')).toBeVisible();
  await expect(field).toBeFocused();
  await field.fill(` ${slug.toUpperCase()} `);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Who are you?' })).toBeVisible();
  await page.goto(`${home}/sso/unknown`);
  await expect(page.getByRole('alert')).toHaveText('No login has this short name here.');
  await expectAccessible(page);
  await press(page, page.getByRole('link', { name: 'Try again' }));
  await expect(field).toBeVisible();
});

test('IDN-17 SAF-40: an administrator maps a group to a role by keyboard, and sees in the user what it gave', async ({
  company,
  adminPage: page,
  visitorPage: visitor,
  service,
}) => {
  const home = publicUrl(service);
  await company.createApplication('Storefront', ['Production']);
  const { id, slug } = await addProvider(company, { groupsAt: '/groups' });
  await page.goto(`/account/sign-in/providers/${id}`);
  await page.getByLabel('Groups decide').selectOption('what somebody may do, at every login');
  await press(page, page.getByRole('button', { name: 'Add a group' }));
  const rows = page.getByRole('group', { name: 'What each group gives' });
  await typeIn(page, rows.getByRole('textbox', { name: 'Group' }), 'flags-web');
  const application = rows.getByRole('combobox', { name: 'Application' });
  await typeIn(page, application, 'Store');
  await expect(page.getByRole('option', { name: 'Storefront' })).toBeVisible();
  await page.keyboard.press('Enter');
  const role = rows.getByLabel('Role in these applications');
  await expect(role).toHaveValue('EDITOR');
  await role.selectOption('Viewer');
  await expectAccessible(page);
  await press(page, page.getByRole('button', { name: 'Save' }));
  await expect(page.getByText('Corp SSO saved.')).toBeVisible();
  const fay = person('fay', { groups: ['flags-web'] });
  await visitor.goto(`${home}/sso/${slug}`);
  await chooseThere(visitor, fay.sub);
  await expect(visitor).toHaveURL(`${home}/dashboard`);
  await page.goto('/users');
  await page.getByRole('link', { name: 'fay' }).click();
  const given = page.getByRole('switch', { name: 'Storefront' });
  await expect(given).toBeChecked();
  await expect(given).toBeDisabled();
  await expect(
    page.getByText('Storefront: Viewer. This comes from the group ‘flags-web’ of Corp SSO'),
  ).toBeVisible();
  await expectAccessible(page);
});
