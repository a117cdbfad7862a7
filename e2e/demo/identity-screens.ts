import type { Messages } from '@comporta/messages/catalogue';
import { codeOf } from '@comporta/server/testing/identity/second-factor';
import type { CompanyLogin } from '@comporta/server/testing/providers/company-login';
import { execute } from '@comporta/server/testing/test-cluster';
import { expect, type Page } from '@playwright/test';
import { type Company, CREDENTIAL, createCompany, PASSWORD, type Person } from '../company.ts';
import { openPath } from '../every-path.ts';
import { letSessionEndSoon, logIn } from '../logged-in.ts';
import type { ServiceAlone } from '../service-alone.ts';

/** The texts of the page's language: pictures are taken in both. */
interface View {
  readonly page: Page;
  readonly m: Messages;
  readonly language: 'en' | 'pt';
}

type Reach = (view: View) => Promise<void>;

/** The screens about who comes in, by their names, each with the way to it. Most are reached by hand only. */
export type ReachedScreens = Readonly<Record<string, Reach>>;

interface Stage {
  readonly service: ServiceAlone;
  readonly company: Company;
  readonly login: CompanyLogin;
}

const button = ({ page }: View, name: string) => page.getByRole('button', { name, exact: true });

const heading = ({ page }: View, name: string) => page.getByRole('heading', { name, exact: true });

/** Furnishes the company, and another one that is reached through a provider only. */
export async function identityScreens({ service, company, login }: Stage): Promise<ReachedScreens> {
  const home = service.url.replace('127.0.0.1', 'localhost');
  const sql = (statement: string) => execute(service.databaseUrl, statement);
  const idOf = (email: string) => `(select id from users where email = '${email}')`;

  const app = await company.createApplication('Storefront', ['Production']);
  const provider = await addProvider(company, 'corp', login, {
    groupsAt: '/groups',
    requiredGroups: ['flags-web', 'flags-admin'],
    mappingMode: 'ALWAYS',
    mapping: [
      { group: 'flags-admin', admin: true },
      { group: 'flags-web', apps: [app.id], role: 'VIEWER' },
    ],
  });
  await addProvider(company, 'partner', login, {
    name: 'Partner login',
    secondFactorThere: false,
    createsUsers: true,
  });

  const rui = await company.addUser({ name: 'Rui Lima', admin: true });
  const secret = await setUpApp(company, rui);
  const carla = await company.addUser({ name: 'Carla Dias' });
  const dora = await company.addUser({ name: 'Dora Reis' });
  const ida = await company.addUser({ name: 'Ida Melo' });
  await connect(ida, provider.id);
  await connect(company.admin, provider.id);
  await sql(`insert into passkeys (id, user_id, name, public_key, counter, transports)
    select 'k-' || users.id, users.id, 'Chrome, Linux', '\\x00', 0, '[]' from users
    where email in ('${company.admin.email}', '${carla.email}')`);
  const given = `${idOf(dora.email)}, '${app.id}', '${provider.id}'`;
  await sql(`insert into grants (user_id, application_id, provider_id) values (${given})`);
  await sql(`insert into roles (user_id, application_id, provider_id, role)
    values (${given}, 'VIEWER')`);
  await connect(dora, provider.id);
  await company.callAs(company.admin)('POST', '/api/users/me/tokens', {
    ...{ name: 'ci-deploy', scopes: ['read', 'write'], days: 30 },
    ...{ applications: [app.id], environments: null },
  });

  const enforced = await createCompany(service);
  await addProvider(enforced, 'only', login, { name: 'Head office' });
  await setUpApp(enforced, enforced.admin);
  const eva = await enforced.addUser({ name: 'Eva Reis' });
  const token = { scopes: ['read'], days: 30, applications: null, environments: null };
  await enforced.callAs(eva)('POST', '/api/users/me/tokens', { ...token, name: 'nightly-report' });
  await sql(`insert into sign_in_policies (account_id, password_login, emergency_users, second_factor,
      grace_days, session_hours, password_min_chars, token_max_days, token_sleep_days, device_login, saved_by)
    select account_id, 'EMERGENCY_ONLY', jsonb_build_array(id), 'OPTIONAL', 7, 8, 6, 365, 30, true, 'Ana'
    from users where email = '${enforced.admin.email}'`);

  const grace = await createCompany(service);
  const gina = await grace.addUser({ name: 'Gina Alves' });
  await grace.call('PUT', '/api/accounts/sign-in-policy', { secondFactor: 'ALL', graceDays: 5 });
  const due = await createCompany(service);
  const davi = await due.addUser({ name: 'Davi Nunes' });
  await due.call('PUT', '/api/accounts/sign-in-policy', { secondFactor: 'ALL', graceDays: 0 });

  async function connect({ email }: Person, providerId: string): Promise<void> {
    await sql(`insert into identities (provider_id, subject, user_id)
      values ('${providerId}', '${email}', ${idOf(email)})`);
  }

  const at =
    (path: string): Reach =>
    ({ page }) =>
      openPath(page, home + path);
  const as =
    (person: Person, path: string, then: Reach = async () => {}): Reach =>
    async (view) => {
      const { language } = view;
      await logIn(view.page, { ...person, token: { ...person.token, language } }, home);
      await openPath(view.page, home + path);
      await then(view);
    };

  async function firstPart(view: View, { email }: Person, password = PASSWORD): Promise<void> {
    const { page, m } = view;
    await openPath(page, `${home}/login`);
    await page.getByRole('textbox', { name: m.common.email }).fill(email);
    await page.getByRole('textbox', { name: m.common.password }).fill(password);
    await page.keyboard.press('Enter');
  }

  async function secondStep(view: View): Promise<void> {
    await firstPart(view, rui);
    await expect(view.page.getByLabel(view.m.secondStep.code)).toBeVisible();
  }

  async function signOn({ page }: View, slug: string, sub: string): Promise<void> {
    await page.goto(`${home}/sso/${slug}`);
    await page.getByRole('link', { name: sub, exact: true }).click();
    await page.waitForURL(`${home}/**`);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  }

  const dialog = async ({ page }: View) => {
    await expect(page.locator('dialog[open]')).toBeVisible();
  };
  const pressing =
    (name: (m: Messages) => string): Reach =>
    async (view) => {
      await button(view, name(view.m)).first().click();
      await dialog(view);
    };
  /** As after five minutes in which nobody confirmed anything. */
  const late = (email: string) =>
    sql(`update sessions set created_at = now() - interval '6 minutes', confirmed_at = null
      where user_id = ${idOf(email)}`);

  login.people.set('visitor', { sub: 'visitor', email: 'visitor@corp.example', name: 'Vera' });
  login.people.set('boss', {
    ...{ sub: 'boss', email: 'boss@corp.example', name: 'Boss', email_verified: true },
    groups: ['flags-admin'],
  });
  await company.addUser({ name: 'Boss', email: 'boss@corp.example', admin: true });

  return {
    'in-login': at('/login'),
    'in-wrong-password': async (view) => {
      await firstPart(view, rui, 'wrong1');
      await expect(view.page.getByRole('alert')).toBeVisible();
    },
    'in-second-step': secondStep,
    'in-wrong-code': async (view) => {
      await secondStep(view);
      await view.page.getByLabel(view.m.secondStep.code).fill('000000');
      await view.page.keyboard.press('Enter');
      await expect(view.page.getByText(view.m.secondStep.error.WRONG_CODE)).toBeVisible();
    },
    'in-recovery-code': async (view) => {
      await secondStep(view);
      await button(view, view.m.secondStep.recovery).click();
    },
    'in-step-over': async (view) => {
      await secondStep(view);
      await sql("update challenges set expires_at = now() where kind = 'STEP'");
      await view.page.getByLabel(view.m.secondStep.code).fill(codeOf(secret));
      await view.page.keyboard.press('Enter');
      await expect(view.page.getByRole('alert')).toBeVisible();
    },
    'in-passkey-step': async (view) => {
      await firstPart(view, carla);
      await expect(view.page.getByText(view.m.secondStep.title)).toBeVisible();
    },
    'in-set-up': async (view) => {
      await firstPart(view, davi);
      await button(view, view.m.secondStep.setUp.begin).click();
      await expect(view.page.getByLabel(view.m.secondStep.code)).toBeVisible();
    },
    'in-set-up-over': async (view) => {
      await signOnOver(view);
    },
    'in-only-sign-on': async (view) => {
      await firstPart(view, eva);
      await expect(heading(view, view.m.secondStep.onlySignOn.title)).toBeVisible();
    },
    'in-short-name': at('/sso'),
    'in-unknown-name': at('/sso/nobody'),
    'in-refused': (view) => signOn(view, 'only', 'nobody'),
    'in-no-email': (view) => signOn(view, 'only', 'visitor'),
    'in-prove': (view) => signOn(view, 'corp', 'boss'),
    'in-forgot': at('/forgot-password'),
    'in-sign-up': at('/signup'),
    'in-set-password': async ({ page }) => {
      await openPath(page, home + (await company.invite()));
    },
    'in-invalid-link': at('/password/some-id'),
    'own-security': as(company.admin, '/profile'),
    'own-security-app': as(rui, '/profile'),
    'own-grace': async (view) => {
      await firstPart(view, gina);
      await expect(view.page.getByRole('status').getByRole('link')).toBeVisible();
    },
    'own-grace-profile': async (view) => {
      await firstPart(view, gina);
      await view.page.getByRole('status').getByRole('link').click();
      await expect(
        view.page.getByRole('heading', { name: view.m.security.factor.title }),
      ).toBeFocused();
    },
    'own-asleep': as(eva, '/profile', async ({ page, m }) => {
      await page.getByRole('heading', { name: m.token.title }).scrollIntoViewIfNeeded();
    }),
    'own-stay': as(company.admin, '/profile', async (view) => {
      await letSessionEndSoon(view.page);
      await button(view, view.m.session.stay).click();
      await dialog(view);
    }),
    'own-stay-provider': as(eva, '/dashboard', async (view) => {
      await letSessionEndSoon(view.page);
      await button(view, view.m.session.stay).click();
      await dialog(view);
    }),
    'own-confirm': as(company.admin, '/profile', async (view) => {
      await late(company.admin.email);
      await button(view, view.m.security.recovery.make).click();
      await dialog(view);
    }),
    'own-set-up': as(
      gina,
      '/profile',
      pressing((m) => m.security.factor.setUp),
    ),
    'own-codes': as(
      rui,
      '/profile',
      pressing((m) => m.security.recovery.make),
    ),
    'own-remove-app': as(
      rui,
      '/profile',
      pressing((m) => m.security.factor.remove),
    ),
    'own-rename-passkey': as(company.admin, '/profile', async (view) => {
      await view.page
        .getByRole('button', { name: /Chrome, Linux/ })
        .first()
        .click();
      await dialog(view);
    }),
    'own-disconnect': as(
      ida,
      '/profile',
      pressing((m) => m.signOn.own.disconnect),
    ),
    'own-new-token': as(ida, '/profile', async (view) => {
      await button(view, view.m.token.new).click();
      await button(view, view.m.token.make).scrollIntoViewIfNeeded();
    }),
    'own-device': as(ida, '/device'),
    'own-device-question': as(ida, '/device', async ({ page, m }) => {
      await page.getByLabel(m.device.code).fill(await deviceCode());
      await page.keyboard.press('Enter');
      await expect(page.getByText('build-7')).toBeVisible();
    }),
    'admin-providers': as(company.admin, '/account/sign-in'),
    'admin-provider': as(company.admin, `/account/sign-in/providers/${provider.id}`),
    'admin-mapping': as(
      company.admin,
      `/account/sign-in/providers/${provider.id}`,
      async (view) => {
        await button(view, view.m.provider.mapping.add).scrollIntoViewIfNeeded();
      },
    ),
    'admin-policy': as(company.admin, '/account/sign-in/policy'),
    'admin-enforced': as(enforced.admin, '/account/sign-in/policy'),
    'admin-sign-ins': as(company.admin, '/account/sign-in/sign-ins'),
    'admin-log-out-all': as(
      company.admin,
      '/account/sign-in/sign-ins',
      pressing((m) => m.signIns.endAll.button),
    ),
    'admin-tokens': as(enforced.admin, '/account/sign-in/tokens'),
    'admin-end-tokens': as(
      enforced.admin,
      '/account/sign-in/tokens',
      pressing((m) => m.token.endAll.button),
    ),
    'admin-user': as(company.admin, await pathOf(company, dora)),
    'admin-reset': as(
      company.admin,
      await pathOf(company, dora),
      pressing((m) => m.user.resetSignIn.open),
    ),
    'admin-service-key': as(company.admin, '/account/keys/new', async ({ page, m }) => {
      await page.getByRole('radio', { name: m.accountKey.service }).check({ force: true });
    }),
  };

  async function signOnOver(view: View): Promise<void> {
    await due.call('GET', '/api/users');
    const own = await addProviderOnce();
    login.people.set('late', {
      sub: 'late',
      email: 'late@corp.example',
      name: 'Late',
      email_verified: true,
    });
    await signOn(view, own, 'late');
    await expect(button(view, view.m.secondStep.setUp.begin)).toBeVisible();
    await sql("update challenges set expires_at = now() where kind = 'STEP'");
    await button(view, view.m.secondStep.setUp.begin).click();
    await expect(heading(view, view.m.secondStep.over)).toBeVisible();
  }

  async function addProviderOnce(): Promise<string> {
    const list = await due.call<readonly unknown[]>('GET', '/api/accounts/providers');
    if (list.length === 0)
      await addProvider(due, 'late', login, { secondFactorThere: false, createsUsers: true });
    return 'late';
  }

  async function deviceCode(): Promise<string> {
    const response = await fetch(`${service.url}/oauth/device`, {
      method: 'POST',
      headers: { authorization: CREDENTIAL },
      body: new URLSearchParams({ program: 'comporta', host: 'build-7' }),
    });
    return ((await response.json()) as { user_code: string }).user_code;
  }
}

async function pathOf(company: Company, { email }: Person): Promise<string> {
  const users = await company.call<{ id: string; email: string }[]>('GET', '/api/users');
  return `/users/${users.find((user) => user.email === email)?.id}`;
}

async function setUpApp(company: Company, person: Person): Promise<string> {
  const { secret } = await company.callAs(person)<{ secret: string }>('POST', '/api/users/me/app');
  await company.callAs(person)('PUT', '/api/users/me/app', { code: codeOf(secret, -1) });
  await company.callAs(person)('POST', '/api/users/me/recovery-codes');
  return secret;
}

function addProvider(company: Company, slug: string, login: CompanyLogin, draft: object = {}) {
  return company.call<{ readonly id: string }>('POST', '/api/accounts/providers', {
    name: 'Corp SSO',
    slug,
    issuer: login.issuer,
    ...login.client,
    domains: ['corp.example'],
    enabled: true,
    ...draft,
  });
}
