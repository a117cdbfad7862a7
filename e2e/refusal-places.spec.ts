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
import { letCallsThrough, type Refusal, type refuseCalls, refuseEach } from './requests.ts';
import { GENERAL, SHARED } from './shared-refusals.ts';

interface FormCase {
  readonly path: string;
  /** The control that opens the form, where it is closed at first. */
  readonly opener?: Locator;
  /** The fields of the endpoint that the form has; absent: all. */
  readonly about?: readonly string[];
  readonly call: Parameters<typeof refuseCalls>[1];
  readonly endpoint: Endpoint;
  /** An edit of this field removes the message about the form. */
  readonly edited: Locator;
  /** The key that completes the edit, where one is needed. */
  readonly entered?: string;
  /** The control that takes the focus for a problem at a path. */
  readonly fields: readonly (readonly [at: readonly (string | number)[], field: Locator])[];
  readonly submit: Locator;
}

/** Fields without a control that can take the focus, and why. */
const WITHOUT_CONTROL: readonly string[] = [
  // It is filled by the dialog that removes an environment.
  'removeEnvironments',
  // The type of a property cannot be changed.
  'type',
  // Fields of other kinds of metrics.
  'fromHours',
  'lookbackDays',
];

/** These codes open a dialog on every form instead of a message. */
const ELSEWHERE: readonly ErrorCode[] = ['VERSION_CONFLICT'];

/** The forms of an application in use. Their mandatory fields are filled. */
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
      // This form has no field for the name.
      about: ['values', 'defaultValue', 'valueType', 'availableToClients'],
      edited: page.locator('textarea[name="value"]'),
      // A typed value is added with Enter.
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

/** `npm run test:nightly` tries every code on every form. */
const IS_NIGHTLY = process.env.NIGHTLY !== undefined;

test('CODE-03 CODE-04 DLG-01 DLG-02: every form has a control for every field, shows refusals at their places, and keeps what was typed', async ({
  adminPage: page,
  company,
}) => {
  test.setTimeout(480_000); // Nine forms, in all.
  for (const [index, form] of (await formsOf(page, await openPaths(company))).entries()) {
    await test.step(form.path, async () => {
      await page.goto(form.path);
      await form.opener?.click();
      const refuse = await refuseEach(page, form.call);
      // All forms handle a refusal with one function: the first form has every code, the others have one of each kind.
      const most = index === 0 || IS_NIGHTLY ? Number.POSITIVE_INFINITY : 1;
      await test.step('refusals of the form as a whole', () =>
        expectRefusals(page, { ...form, most }, refuse));
      await test.step('refusals of its fields', () => expectPlaces(page, form, refuse));
      await letCallsThrough(page);
    });
  }
});

type Refuse = (refusal: Refusal) => void;

/** Expects a message for `most` codes of the endpoint and as many refusals of any call. */
async function expectRefusals(
  page: Page,
  { endpoint, edited, entered, submit, most }: FormCase & { readonly most: number },
  refuse: Refuse,
): Promise<void> {
  const codes = endpoint.errors.filter((code) => !ELSEWHERE.includes(code));
  const own = codes.map((code) => [refusalOf(code, []), undefined] as const);
  const top = page.locator('form').getByRole('alert').first();
  const some = [...own.slice(0, most), ...SHARED.slice(0, most)];
  for (const [index, [refusal, said]] of some.entries()) {
    const code = refusal.error_code ?? 'no code';
    const typed = `changed${index}`;
    await edited.fill(typed);
    if (entered !== undefined) await edited.press(entered);
    await expect(top, code).toHaveCount(0);
    refuse(refusal);
    await submit.click();
    await expect(top, code).toContainText(said ?? /./);
    if (entered === undefined) await expect(edited, code).toHaveValue(typed);
    if (said !== undefined) continue;
    expect(await top.textContent(), code).not.toBe(GENERAL);
    expect(await top.textContent(), code).not.toContain('error.');
  }
}

/** Expects each problem with a field to move the focus to its control. */
async function expectPlaces(page: Page, form: FormCase, refuse: Refuse): Promise<void> {
  const { path, endpoint, about, fields, submit } = form;
  const [code] = endpoint.errors.filter((one) => !ELSEWHERE.includes(one));
  if (code === undefined) return;
  for (const [at, field] of fields) {
    refuse(refusalOf(code, at));
    await submit.click();
    await expect(field, at.join('.')).toBeFocused();
  }
  if (endpoint.method !== 'PUT') return;
  const reached = new Set(fields.flatMap(([at]) => (at.length === 1 ? at : [])));
  for (const field of about ?? fieldsOf(endpoint)) {
    if (reached.has(field)) continue;
    refuse(refusalOf(code, [field]));
    await submit.click();
    const message = `the control of ${field} on ${path}`;
    await expect(submit, message).not.toBeFocused();
    await expect(page.locator('form :focus'), message).toHaveAccessibleName(/./);
  }
}

function refusalOf(code: ErrorCode, at: readonly (string | number)[]): Refusal {
  return { status: ERRORS[code].status, error_code: code, meta_data: { at } };
}

function fieldsOf({ body }: Endpoint): readonly string[] {
  // All these endpoints have an object schema as body.
  const { shape } = body as unknown as { readonly shape: Readonly<Record<string, unknown>> };
  return Object.keys(shape).filter((field) => !WITHOUT_CONTROL.includes(field));
}

/** The paths of the forms, all of entities that exist and may be changed. */
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
