import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { furnishApplication } from './furnished-application.ts';
import { nextCall, recordCalls } from './requests.ts';

function toasts(page: Page) {
  return page.getByRole('region', { name: 'Notifications' });
}

/** The editors of an application, each with the field that is changed and the request that saves it. */
const EDITORS = [
  {
    noun: 'toggle',
    path: 'toggles',
    id: 'toggleId',
    field: /^Add a value/,
    name: 'new-checkout',
  },
  {
    noun: 'property',
    path: 'properties',
    id: 'propertyId',
    field: /^Description/,
    name: 'country',
  },
  {
    noun: 'target group',
    path: 'target-groups',
    id: 'targetGroupId',
    field: /^Description/,
    name: 'Paying customers',
  },
  {
    noun: 'metric',
    path: 'metrics',
    id: 'metricId',
    field: /^Description/,
    name: 'basket',
  },
] as const;

interface Described {
  readonly description: string;
  readonly values?: readonly string[];
}

test('CDW-02 CDW-03 CDW-34 CON-09: an editor is headed by a name, its save is reported with View and Undo, and its row is shown', async ({
  adminPage: page,
  company,
}) => {
  const application = await furnishApplication(company);
  for (const { noun, path, id, field, name } of EDITORS) {
    await test.step(noun, async () => {
      const list = `/applications/${application.id}/${path}`;
      const entity = `/api${list.replace('applications', 'apps')}/${application[id]}`;
      const { description, values } = await company.call<Described>('GET', entity);
      await page.goto(`${list}/${application[id]}`);
      // A metric is reported by its key, and headed by its name.
      const own = new RegExp(`^${name}$`, 'i');
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(own);
      const trail = page.getByRole('navigation', { name: 'You are here' });
      await expect(trail.locator('[aria-current="page"]')).toHaveText(own);
      await expect(page).toHaveTitle(new RegExp(`^Comporta \\| Checkout - ${name}$`, 'i'));
      await page.getByRole('textbox', { name: field }).fill('Another text');
      await page.keyboard.press('Control+s');
      await expect(page).toHaveURL(list);
      await expect(toasts(page)).toContainText(`${name} saved.`);
      await expect(page.locator('tr[data-saved]')).toContainText(name);
      await expect(toasts(page).getByRole('link', { name: 'View' })).toHaveAttribute(
        'href',
        `${list}/${application[id]}`,
      );
      const saved = await company.call<Described & { readonly version: number }>('GET', entity);
      // A save enters a value that was typed and not added.
      if (values) expect(saved.values).toEqual([...values, 'Another text']);
      const sent = page.waitForRequest((request) => request.method() === 'PUT');
      await toasts(page).getByRole('button', { name: 'Undo' }).click();
      expect((await sent).headers()['if-match']).toBe(`"${saved.version}"`);
      await expect(toasts(page)).toContainText(`${name} is as it was before.`);
      expect(await company.call('GET', entity)).toMatchObject({
        description,
        ...(values && { values }),
      });
      await expect(page.getByRole('row').filter({ hasText: name }).first()).toContainText(
        description,
      );
    });
  }
});

test('CDW-04: an Undo changes nothing that somebody else has saved since, and says who', async ({
  adminPage: page,
  company,
}) => {
  const { id, propertyId } = await furnishApplication(company);
  const rui = await company.addUser({ name: 'Rui', apps: [id] });
  await page.goto(`/applications/${id}/properties/${propertyId}`);
  await page.getByRole('textbox', { name: /^Description/ }).fill('Mine');
  await page.keyboard.press('Control+s');
  await expect(toasts(page)).toContainText('country saved.');
  const path = `/api/apps/${id}/properties/${propertyId}`;
  await company.callAs(rui)('PUT', path, { key: 'country', description: 'Theirs' });
  await toasts(page).getByRole('button', { name: 'Undo' }).click();
  await expect(toasts(page)).toContainText('country not undone: Rui has saved it since.');
  expect(await company.call('GET', path)).toMatchObject({ description: 'Theirs' });
});

test('CDW-02 CDW-05 CDW-06 CON-03: edits are restored after a new login, and are removed by a save or a discard', async ({
  adminPage: page,
  company,
}) => {
  const { id, propertyId, targetGroupId, toggleId } = await furnishApplication(company);
  const { token } = company.admin;
  const logInAgain = async () => {
    await expect(page).toHaveURL('/login');
    await page.getByRole('textbox', { name: 'E-mail' }).fill(company.admin.email);
    await page.getByRole('textbox', { name: 'Password' }).fill('abc123');
    await page.keyboard.press('Enter');
  };
  const drafts = () =>
    page.evaluate(() =>
      Object.entries(sessionStorage).filter(([key]) => key.startsWith('comporta.draft.')),
    );
  const application = `/applications/${id}`;
  const users = await company.call<{ readonly id: string }[]>('GET', '/api/users');
  const editors = [
    [`${application}/toggles/${toggleId}`, /^Description/],
    [`${application}/properties/${propertyId}`, /^Description/],
    [`${application}/target-groups/${targetGroupId}`, /^Description/],
    [application, 'Name'],
    [`/users/${users[0]?.id}`, 'Name'],
  ] as const;
  let session = String(token.access_token);
  for (const [path, field] of editors) {
    await page.goto(path);
    const edit = page.getByRole('button', { name: 'Edit description' });
    if (path.includes('/toggles/')) await edit.click();
    const input = page.getByRole('main').getByRole('textbox', { name: field }).first();
    await input.fill('Typed before the session ended');
    // The session is ended on the server, so the next call is answered 401.
    const form = new URLSearchParams({ token: session });
    const revoked = await page.request.post('/oauth/revoke', {
      data: form.toString(),
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        authorization: `Basic ${Buffer.from('console:console').toString('base64')}`,
      },
    });
    expect(revoked.ok()).toBe(true);
    await page.keyboard.press('Control+s');
    await logInAgain();
    await expect(page).toHaveURL(path);
    await expect(input).toHaveValue('Typed before the session ended');
    await expect(page.getByText('These are your changes from before.')).toBeVisible();
    expect(JSON.stringify(await drafts())).not.toContain('ebhook');
    session = await page.evaluate(
      () => JSON.parse(localStorage.getItem('comporta.session') ?? '{}').access_token,
    );
    await page
      .locator('form')
      .first()
      .getByRole('button', { name: /^(Reset|Cancel)$/ })
      .click();
    await expect.poll(drafts).toEqual([]);
  }

  await test.step('CDW-02: applications and users are told of as well, and a save takes the draft along', async () => {
    const saves = [
      [application, `${application}/config`, 'Till'],
      [`/users/${users[0]?.id}`, '/users', 'Ana Maria'],
    ] as const;
    for (const [path, list, name] of saves) {
      await page.goto(path);
      const input = page.getByRole('main').getByRole('textbox', { name: 'Name' }).first();
      const former = await input.inputValue();
      await input.fill(name);
      await expect.poll(drafts).not.toEqual([]);
      await page.keyboard.press('Control+s');
      await expect(page).toHaveURL(list);
      await expect(toasts(page)).toContainText(`${name} saved.`);
      await expect(toasts(page).getByRole('link', { name: 'View' }).last()).toHaveAttribute(
        'href',
        path,
      );
      expect(await drafts()).toEqual([]);
      if (list === '/users') await expect(page.locator('tr[data-saved]')).toContainText(name);
      await toasts(page).getByRole('button', { name: 'Undo' }).last().click();
      await expect(toasts(page)).toContainText('is as it was before.');
      await page.goto(path);
      await expect(input).toHaveValue(former);
    }
  });
});

test('CDW-23 CON-10: Back to a list restores its scroll position and the row that was left', async ({
  adminPage: page,
  company,
}) => {
  const { id } = await company.createApplication('Large', ['Production']);
  const toggles = Array.from({ length: 80 }, (_, number) => ({
    name: `toggle-${String(number).padStart(2, '0')}`,
    description: '',
    values: ['enabled', 'disabled'],
    defaultValue: 'disabled',
    valueType: 'BOOLEAN',
  }));
  await company.call('POST', `/api/apps/${id}/import`, {
    format: 'comporta-application-1',
    application: 'Large',
    environments: ['Production'],
    properties: [],
    targetGroups: [],
    experiments: [],
    toggles,
  });
  await page.goto(`/applications/${id}/toggles?q=toggle`);
  const link = page.getByRole('link', { name: 'toggle-61', exact: true });
  await link.scrollIntoViewIfNeeded();
  const before = await page.evaluate(() => window.scrollY);
  expect(before).toBeGreaterThan(1000);
  await link.click();
  await expect(page).toHaveURL(/\/toggles\/[0-9a-f-]+$/);
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await page.goBack();
  await expect(link).toBeFocused();
  expect(Math.abs((await page.evaluate(() => window.scrollY)) - before)).toBeLessThan(60);
  await expect(page.getByRole('searchbox')).toHaveValue('toggle');
});

test('CDW-08 CON-04: offline is shown, keeps the form, and a save is never repeated automatically', async ({
  adminPage: page,
  company,
}) => {
  const { id, propertyId } = await furnishApplication(company);
  await page.goto(`/applications/${id}/properties/${propertyId}`);
  const text = page.getByRole('textbox', { name: /^Description/ });
  await text.fill('Typed offline');
  const saves = recordCalls(page, 'PUT /api/apps/*/properties/*');
  await page.context().setOffline(true);
  await expect(page.getByText('You are offline.')).toBeVisible();
  await page.keyboard.press('Control+s');
  await expect(page.getByRole('alert')).toContainText('The server cannot be reached.');
  await expect(text).toHaveValue('Typed offline');
  expect(saves).toHaveLength(1);
  const asked = nextCall(page, 'GET /api/config');
  await page.context().setOffline(false);
  await asked;
  await expect(page.getByText('You are offline.')).toBeHidden();
  expect(saves).toHaveLength(1);
  await expect(text).toHaveValue('Typed offline');
});

test('CDW-09 CON-04: an unavailable service is retried with growing pauses, and failed loads are repeated', async ({
  adminPage: page,
  company,
}) => {
  const { id } = await furnishApplication(company);
  await page.goto('/dashboard');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.clock.install();
  let isAway = true;
  await page.route('**/api/**', (route) => (isAway ? route.abort() : route.fallback()));
  await page.getByRole('button', { name: 'Checkout' }).click();
  await page.getByRole('link', { name: 'Properties' }).click();
  const bar = page.getByText('The server cannot be reached. Next try in');
  await expect(bar).toContainText(/in \d+ seconds?/);
  const probes = recordCalls(page, 'GET /api/config');
  for (let tries = 1; tries <= 3; tries++) {
    await page.clock.runFor(31_000);
    await expect.poll(() => probes.length).toBeGreaterThanOrEqual(tries);
  }
  await page.getByRole('button', { name: 'Try now' }).focus();
  isAway = false;
  await page.keyboard.press('Enter');
  await expect(bar).toBeHidden();
  await expect(async () => {
    await page.clock.runFor(5000);
    await expect(page.getByRole('table')).toContainText('country', { timeout: 500 });
  }).toPass();
  await expect(page).toHaveURL(`/applications/${id}/properties`);
});

test('CDW-07: the notice of a session that ends soon does not warn of a loss: unsaved edits are kept', async ({
  adminPage: page,
}) => {
  await page.goto('/dashboard');
  await page.evaluate(() => {
    const session = JSON.parse(localStorage.getItem('comporta.session') ?? '{}');
    const expiration_date = Date.now() + 60_000;
    localStorage.setItem('comporta.session', JSON.stringify({ ...session, expiration_date }));
  });
  await page.reload();
  await expect(page.getByText('Your session ends soon.')).toBeVisible();
  await expect(page.getByText('would be lost')).toBeHidden();
});

test('CDW-61: several entities are added one after the other in the same form, which keeps what they share', async ({
  adminPage: page,
  company,
}) => {
  const { id } = await company.createApplication('Checkout', ['Production']);
  await page.clock.install();
  const textbox = (name: string | RegExp) => page.getByRole('textbox', { name });
  const saveAndAddAnother = page.getByRole('button', { name: 'Save and add another' });

  await page.goto(`/applications/${id}/properties/new`);
  await textbox('Key').fill('age');
  await page.getByLabel('Type').selectOption('NUMERIC');
  await textbox(/^Description/).fill('In years');
  await saveAndAddAnother.click();
  await expect(toasts(page)).toContainText('age saved.');
  await expect(textbox('Key')).toBeFocused();
  await expect(textbox('Key')).toHaveValue('');
  await expect(textbox(/^Description/)).toHaveValue('');
  await expect(page.getByLabel('Type')).toHaveValue('NUMERIC');
  // A refusal of the second one is shown as usual, and keeps what was typed.
  await page.keyboard.type('age');
  await saveAndAddAnother.click();
  await expect(page.getByText("There's already a property with this key!")).toBeVisible();
  await expect(textbox('Key')).toHaveValue('age');
  await textbox('Key').fill('orders');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(`/applications/${id}/properties`);
  expect(await company.call('GET', `/api/apps/${id}/properties`)).toMatchObject([
    { key: 'age', type: 'NUMERIC', description: 'In years' },
    { key: 'orders', type: 'NUMERIC', description: '' },
  ]);

  await page.goto(`/applications/${id}/toggles/new`);
  await textbox('Name').fill('one');
  await saveAndAddAnother.click();
  await expect(toasts(page)).toContainText('one saved.');
  await expect(textbox('Name')).toBeFocused();
  await expect(textbox('Name')).toHaveValue('');
  // Nothing was typed since the save, so leaving asks nothing. Toasts do not stay because the focus was in one.
  await toasts(page).getByRole('link', { name: 'View' }).press('Enter');
  await expect(page).toHaveURL(/\/toggles\/[0-9a-f-]+$/);
  await page.getByRole('link', { name: 'Target groups' }).click();
  await page.getByRole('main').getByRole('link', { name: /^New / }).first().click();
  await textbox('Name').fill('Grown up');
  await page.getByRole('radio', { name: 'at least one condition holds' }).check();
  await page.getByRole('button', { name: 'Add condition' }).click();
  await page.getByLabel('Condition 1: Property').selectOption('age');
  await page.getByLabel('Condition 1: Expression').selectOption('GREATER_THAN');
  await page.getByLabel('Condition 1: Value').fill('17');
  await saveAndAddAnother.click();
  await expect(toasts(page)).toContainText('Grown up saved.');
  await page.clock.fastForward(8_500);
  await expect(toasts(page)).not.toContainText('Grown up saved.');
  await expect(textbox('Name')).toBeFocused();
  await expect(textbox('Name')).toHaveValue('');
  await expect(page.getByRole('radio', { name: 'at least one condition holds' })).toBeChecked();

  await page.goto('/users/new');
  await textbox('Name').fill('Bia');
  await textbox('E-mail').fill(`bia.${id}@example.com`);
  await page.getByRole('switch', { name: 'Checkout' }).check();
  await saveAndAddAnother.click();
  await expect(toasts(page)).toContainText('Bia saved.');
  await expect(textbox('Name')).toBeFocused();
  await expect(textbox('E-mail')).toHaveValue('');
  await expect(page.getByRole('switch', { name: 'Checkout' })).toBeChecked();
  // This service sends no e-mail, so the link of each user stays on the screen until it was handed over.
  await expect(page.getByText('Bia', { exact: false }).first()).toBeVisible();
});
