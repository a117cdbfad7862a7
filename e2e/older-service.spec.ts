import { startPreviousRelease } from '@comporta/server/acceptance/previous-release';
import { copyTemplate } from '@comporta/server/testing/test-cluster';
import { type Company, createCompany, PASSWORD } from './company.ts';
import { openPath } from './every-path.ts';
import { expect, test } from './fixtures.ts';
import { logIn } from './logged-in.ts';

/** A node of the last release on the tables of this one, as in a rolling upgrade and on the way back. */
async function startOlder(stack: AsyncDisposableStack) {
  const database = await copyTemplate(JSON.parse(process.env.E2E_CLUSTER ?? ''));
  stack.defer(() => database.drop());
  const older = await startPreviousRelease({
    DATABASE_URL: database.url,
    SIGNUP: 'open',
    TRUST_PROXY: '127.0.0.1',
  });
  stack.defer(() => older.stop());
  return older;
}

/** The screens that 0.2.0 has, too, and what is their heading. */
async function sharedScreens(company: Company): Promise<readonly (readonly [string, string])[]> {
  const { id: appId, environments } = await company.createApplication('Shop', ['Production']);
  const create = async (path: string, body: object) =>
    (await company.call<{ readonly id: string }>('POST', `/api/apps/${appId}/${path}`, body)).id;
  const envId = environments[0]?.id ?? '';
  const toggleId = await create('toggles', {
    ...{ name: 'new-checkout', values: ['enabled', 'disabled'], defaultValue: 'disabled' },
  });
  const country = await create('properties', { key: 'country', type: 'STRING' });
  const groupId = await create('target-groups', {
    ...{ name: 'Staff', policy: 'AND' },
    conditions: [{ propertyId: country, expression: 'EQUALS', term: 'BR' }],
  });
  const experimentId = await create(`envs/${envId}/experiments`, {
    toggleId,
    rules: [{ type: 'ALL_USERS', valueSpec: { type: 'EXACT_VALUE', exactValue: 'enabled' } }],
  });
  const newKey = `/api/apps/${appId}/env/${envId}/new-token`;
  await company.call('POST', newKey, { password: PASSWORD });
  const application = `/applications/${appId}`;
  const environment = `${application}/environments/${envId}`;
  return [
    ['/dashboard', 'Dashboard'],
    ['/profile', 'Your profile'],
    ['/users', 'Users'],
    ['/account/keys', 'Account keys'],
    [`${application}/config`, 'Settings'],
    [`${application}/env/${envId}/reset`, 'New key for Shop / Production'],
    [`${application}/target-groups`, 'Target groups'],
    [`${application}/target-groups/${groupId}`, 'Staff'],
    [`${application}/metrics`, 'Metrics'],
    [`${application}/toggles`, 'Toggles'],
    [`${application}/toggles/${toggleId}`, 'new-checkout'],
    [`${environment}/experiments`, 'Experiments'],
    [`${environment}/experiments/${experimentId}`, 'new-checkout in Production'],
    [`${environment}/playground?uid=u-1`, 'Why did this user get this value?'],
  ];
}

test('T20: a page of this release opens every screen that 0.2.0 has where a node of 0.2.0 answers', async ({
  page,
  service,
}) => {
  await using stack = new AsyncDisposableStack();
  const older = await startOlder(stack);
  const company = await createCompany(older);
  const screens = await sharedScreens(company);
  // The files are of this release.
  await page.route(/\/(api|oauth)\//, (route) =>
    route.continue({ url: route.request().url().replace(service.url, older.url) }),
  );
  const errors: string[] = [];
  page.on('pageerror', ({ message }) => errors.push(message));
  page.on('console', (said) => {
    // The browser itself writes one for each answer of 404.
    if (said.type() === 'error' && !said.text().startsWith('Failed to load')) {
      errors.push(said.text());
    }
  });
  await logIn(page, company.admin, service.url);
  for (const [address, heading] of screens) {
    await openPath(page, address);
    await expect(page.getByRole('heading', { level: 1 }), address).toHaveText(heading);
    await expect(page.getByText(/NaN|undefined|This service saw no use/), address).toHaveCount(0);
  }
  expect(errors).toEqual([]);
});
