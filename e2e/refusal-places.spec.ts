import { updateApplication } from '@comporta/contract/applications/application-api';
import type { Endpoint } from '@comporta/contract/endpoint';
import { ERRORS, type ErrorCode } from '@comporta/contract/errors';
import { createAccountKey } from '@comporta/contract/keys/account-key-api';
import { createEnvironmentKey } from '@comporta/contract/keys/environment-key-api';
import { updateMetric } from '@comporta/contract/metrics/metric-api';
import { updateProperty } from '@comporta/contract/properties/property-api';
import { updateTargetGroup } from '@comporta/contract/target-groups/target-group-api';
import { updateToggle } from '@comporta/contract/toggles/toggle-api';
import { updateUser } from '@comporta/contract/users/user-api';
import type { Locator, Page } from '@playwright/test';
import type { Company } from './company.ts';
import { expect, test } from './fixtures.ts';
import { furnishApplication } from './furnished-application.ts';
import { letCallsThrough, refuseCalls } from './requests.ts';

interface FormCase {
  readonly path: string;
  /** Opens the form, where it is closed at first. */
  readonly opener?: Locator;
  /** Those of the endpoint that the form is about; absent: all. */
  readonly about?: readonly string[];
  readonly call: Parameters<typeof refuseCalls>[1];
  readonly endpoint: Endpoint;
  /** An edit of it takes back what is said of the form. */
  readonly edited: Locator;
  /** The key that ends the edit, where one has to. */
  readonly entered?: string;
  /** What takes the focus for a problem at a path. */
  readonly fields: readonly (readonly [at: readonly (string | number)[], field: Locator])[];
  readonly submit: Locator;
}

/** Fields without a control that can take the focus, and why. */
const WITHOUT_CONTROL: readonly string[] = [
  // Chosen in the dialog that removes an environment.
  'removeEnvironments',
  // Of a property: it stays as it was created.
  'type',
  // Of a metric: of other kinds.
  'fromHours',
  'lookbackDays',
];

/** Opens a dialog of its own, on every form. */
const ELSEWHERE: readonly ErrorCode[] = ['VERSION_CONFLICT'];
const GENERAL = 'An unexpected error occurred. Please try again.';

/** The forms of an application in use, with what is mandatory filled in. */
async function formsOf(page: Page, paths: Readonly<Record<string, string>>): Promise<FormCase[]> {
  const label = (text: string) => page.getByLabel(text, { exact: true });
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  const password: FormCase['fields'] = [[['password'], label('Enter your password to continue')]];
  return [
    {
      path: `${paths.application}`,
      call: 'PUT /api/apps/*',
      endpoint: updateApplication,
      edited: label('Name'),
      fields: [
        [['name'], label('Name')],
        [['environments', 0, 'name'], label('Environment name')],
        [['notificationWebhook'], label('Notification webhook (optional)')],
        [['notificationLanguage'], label('Notification language')],
      ],
      submit: button('Save'),
    },
    {
      path: `${paths.property}`,
      call: 'PUT /api/apps/*/properties/*',
      endpoint: updateProperty,
      edited: label('Key'),
      fields: [
        [['key'], label('Key')],
        [['description'], label('Description (optional)')],
      ],
      submit: button('Save'),
    },
    {
      path: `${paths.targetGroup}`,
      call: 'PUT /api/apps/*/target-groups/*',
      endpoint: updateTargetGroup,
      edited: label('Name'),
      fields: [
        [['name'], label('Name')],
        [['policy'], page.getByRole('radio').first()],
        [['conditions'], button('Add condition')],
        [['conditions', 1, 'propertyId'], label('Condition 2: Property')],
        [['conditions', 1, 'expression'], label('Condition 2: Expression')],
        [['conditions', 0, 'term'], label('Condition 1: Value')],
      ],
      submit: button('Save'),
    },
    {
      path: `${paths.metric}`,
      call: 'PUT /api/apps/*/metrics/*',
      endpoint: updateMetric,
      edited: label('Name'),
      fields: [
        [['eventKey'], label('Event key')],
        [['denominatorKey'], label('Event key of the denominator')],
        [['windowHours'], label('Time window after the first exposure')],
        [['cap'], label('Value of the cap')],
      ],
      submit: button('Save'),
    },
    {
      path: `${paths.toggle}`,
      call: 'PUT /api/apps/*/toggles/*',
      endpoint: updateToggle,
      // Its name is a text and no field.
      about: ['values', 'defaultValue', 'valueType', 'availableToClients'],
      edited: page.locator('textarea[name="value"]'),
      // What is typed is a value once it is entered.
      entered: 'Enter',
      fields: [
        [['values', 1], page.locator('textarea[name="value"]')],
        [['defaultValue'], page.getByRole('radiogroup')],
        [['valueType'], label('Value type')],
      ],
      submit: button('Save'),
    },
    {
      path: `${paths.toggle}`,
      opener: button('Edit description'),
      about: ['description', 'tags', 'ownerId'],
      call: 'PUT /api/apps/*/toggles/*',
      endpoint: updateToggle,
      edited: label('Description (optional)'),
      fields: [
        [['description'], label('Description (optional)')],
        [['tags', 0], page.locator('[name="tags"]')],
        [['ownerId'], label('Owner')],
      ],
      submit: button('Save').first(),
    },
    {
      path: `${paths.user}`,
      call: 'PUT /api/users/*',
      endpoint: updateUser,
      edited: label('Name'),
      fields: [
        [['name'], label('Name')],
        [['email'], label('E-mail')],
        [['admin'], page.getByRole('switch', { name: 'Administrator' })],
        [['apps'], page.getByRole('group', { name: 'Applications' })],
      ],
      submit: button('Save'),
    },
    {
      path: `${paths.environmentKey}`,
      call: 'POST /api/apps/*/env/*/new-token',
      endpoint: createEnvironmentKey,
      edited: label('Enter your password to continue'),
      fields: password,
      submit: button('Generate key'),
    },
    {
      path: '/account/keys/new',
      call: 'POST /api/accounts/keys/new',
      endpoint: createAccountKey,
      edited: label('Enter your password to continue'),
      fields: password,
      submit: button('Generate key'),
    },
  ];
}

test('CODE-03: every field of every form has a control with a label', async ({
  adminPage: page,
  company,
}) => {
  test.setTimeout(120_000);
  const forms = (await formsOf(page, await openPaths(company))).filter(
    ({ endpoint }) => endpoint.method === 'PUT',
  );
  for (const { path, opener, about, call, endpoint, submit } of forms) {
    await page.goto(path);
    await opener?.click();
    const [code = 'NOT_FOUND'] = endpoint.errors;
    for (const field of about ?? fieldsOf(endpoint)) {
      const { status } = ERRORS[code];
      await refuseCalls(page, call, { status, error_code: code, meta_data: { at: [field] } });
      await submit.click();
      const message = `the control of ${field} on ${path}`;
      await expect(submit, message).not.toBeFocused();
      await expect(page.locator('form :focus'), message).toHaveAccessibleName(/./);
      await letCallsThrough(page);
    }
  }
});

function fieldsOf({ body }: Endpoint): readonly string[] {
  // Bodies are objects.
  const { shape } = body as unknown as { readonly shape: Readonly<Record<string, unknown>> };
  return Object.keys(shape).filter((field) => !WITHOUT_CONTROL.includes(field));
}

/** The forms' paths, of what exists and may be changed. */
async function openPaths(company: Company) {
  const { id, production, ...checkout } = await furnishApplication(company);
  await company.addUser({ name: 'Bia' });
  const users = await company.call<{ id: string; name: string }[]>('GET', '/api/users');
  const application = `/applications/${id}`;
  return {
    application,
    property: `${application}/properties/${checkout.propertyId}`,
    targetGroup: `${application}/target-groups/${checkout.targetGroupId}`,
    metric: `${application}/metrics/${checkout.metricId}`,
    toggle: `${application}/toggles/${checkout.toggleId}`,
    user: `/users/${users.find(({ name }) => name === 'Bia')?.id}`,
    environmentKey: `${application}/env/${production}/reset`,
  };
}

test('CODE-04: every code of every form stands at its field or above the form', async ({
  adminPage: page,
  company,
}) => {
  test.setTimeout(180_000);
  const forms = await formsOf(page, await openPaths(company));
  for (const { path, opener, call, endpoint, edited, entered, fields, submit } of forms) {
    await test.step(path, async () => {
      await page.goto(path);
      await opener?.click();
      const codes = endpoint.errors.filter((code) => !ELSEWHERE.includes(code));
      const top = page.locator('form').getByRole('alert').first();
      for (const [index, code] of codes.entries()) {
        await edited.fill(`changed${index}`);
        if (entered !== undefined) await edited.press(entered);
        await expect(top, code).toHaveCount(0);
        const { status } = ERRORS[code];
        await refuseCalls(page, call, { status, error_code: code, meta_data: { at: [] } });
        await submit.click();
        await expect(top, code).toBeVisible();
        await expect(top, code).not.toHaveText(GENERAL);
        await expect(top, code).not.toContainText('error.');
        await letCallsThrough(page);
      }
      const [code] = codes;
      if (code === undefined) return;
      for (const [at, field] of fields) {
        const { status } = ERRORS[code];
        await refuseCalls(page, call, { status, error_code: code, meta_data: { at } });
        await submit.click();
        await expect(field, at.join('.')).toBeFocused();
        await letCallsThrough(page);
      }
    });
  }
});
