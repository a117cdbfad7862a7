import type { Page } from '@playwright/test';
import { expectAccessible } from './accessibility.ts';
import type { Company } from './company.ts';
import { expect, test } from './fixtures.ts';
import { expectError, nextCall, recordCalls } from './requests.ts';

const PROPERTIES = [
  ['country', 'STRING'],
  ['age', 'NUMERIC'],
  ['since', 'DATE'],
  ['beta', 'BOOLEAN'],
  ['app', 'SEMANTIC_VERSION'],
  ['roles', 'LIST'],
] as const;

interface CreatedProperties {
  readonly appId: string;
  readonly ids: ReadonlyMap<string, string>;
}

async function createProperties(company: Company): Promise<CreatedProperties> {
  const { id: appId } = await company.createApplication('Checkout', ['Production']);
  const ids = new Map<string, string>();
  for (const [key, type] of PROPERTIES) {
    const { id } = await company.call<{ readonly id: string }>(
      'POST',
      `/api/apps/${appId}/properties`,
      { key, type, description: '' },
    );
    ids.set(key, id);
  }
  return { appId, ids };
}

const property = (page: Page) => page.getByLabel('Condition 1: Property', { exact: true });
const expression = (page: Page) => page.getByLabel('Condition 1: Expression', { exact: true });
const term = (page: Page) => page.getByLabel('Condition 1: Value', { exact: true });

async function openWithCondition(page: Page, company: Company): Promise<CreatedProperties> {
  const place = await createProperties(company);
  await page.goto(`/applications/${place.appId}/target-groups/new`);
  await page.getByLabel('Name', { exact: true }).fill('Some');
  await page.getByRole('button', { name: 'Add condition' }).click();
  return place;
}

async function save(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Save', exact: true }).click();
}

/** The expressions that can be chosen, without the placeholder. */
async function offered(page: Page): Promise<string[]> {
  const texts = await expression(page).getByRole('option').allTextContents();
  return texts.slice(1);
}

const ORDERED = [
  'Equals',
  'Does not equal',
  'Is one of',
  'Is greater than',
  'Is greater than or equals',
  'Is less than',
  'Is less than or equals',
  'More…',
];

const NUMBERS = 'One of the values is not a number!';
const DAYS = 'Invalid date format in provided values! Use YYYY-MM-DD.';
const VERSION = 'Invalid semantic version. Use the format MAJOR.MINOR.FIX';
const VERSIONS = 'Invalid semantic version in provided values. Use the format MAJOR.MINOR.FIX';
const REFUSED = [
  ['country', 'Is one of', 'a,,b', 'One of the provided values is invalid!'],
  ['country', 'Is one of', 'a, ', 'One of the provided values is invalid!'],
  ['age', 'Equals', 'abc', 'Value is not a number!'],
  ['age', 'Equals', 'true', 'Value is not a number!'],
  ['age', 'Equals', '1,5', 'Value is not a number!'],
  ['age', 'Is one of', '1,x', NUMBERS],
  ['since', 'Equals', '31/12/2025', 'Invalid date format! Use YYYY-MM-DD.'],
  ['since', 'Equals', '2025-02-30', 'Invalid date!'],
  ['since', 'Is one of', '2025-01-01,01/02/2025', DAYS],
  ['since', 'Is one of', '2025-01-01,2025-02-30', 'Invalid date in provided values!'],
  ['app', 'Equals', '1.2', VERSION],
  ['app', 'Equals', '1.2.3-beta', VERSION],
  ['app', 'Is one of', '1.2.3,2.0', VERSIONS],
] as const;

test('CND-01 CND-02 CND-04 CND-05 CND-06 CND-07 CND-08 CND-09 CND-11 CND-12 CND-13 CND-15 CND-16: a condition is entered part by part, and each type says what is wrong with a value', async ({
  adminPage: page,
  company,
}) => {
  const { appId, ids } = await openWithCondition(page, company);
  const calls = recordCalls(page, 'POST /api/apps/*/target-groups');

  await test.step('CND-01 CND-02 CND-04: property, expression and value are asked for one after the other', async () => {
    await save(page);
    await expectError(page, 'No property selected!', 'Condition 1: Property');
    await property(page).selectOption('country');
    await save(page);
    await expectError(page, 'No expression selected!', 'Condition 1: Expression');
    await expression(page).selectOption('Equals');
    await save(page);
    await expectError(page, 'Value not provided!', 'Condition 1: Value');
  });

  await test.step('CND-05 CND-06 CND-07 CND-08: each type has its expressions; another property clears them', async () => {
    expect(await offered(page)).toEqual([
      'Equals',
      'Does not equal',
      'Is one of',
      'Starts with',
      'Ends with',
      'Contains',
      'Does not contain',
      'More…',
    ]);
    await expression(page).selectOption('Contains');
    await term(page).fill('B');
    await property(page).selectOption('age');
    await expect(expression(page)).toHaveValue('');
    await expect(term(page)).toHaveValue('');
    expect(await offered(page)).toEqual(ORDERED);
    await property(page).selectOption('app');
    expect(await offered(page)).toEqual(ORDERED);
    await property(page).selectOption('since');
    expect(await offered(page)).toEqual([
      ...ORDERED.slice(0, 3),
      'Is after',
      'Is on or after',
      'Is before',
      'Is on or before',
      'More…',
    ]);
  });

  for (const [key, chosen, text, message] of REFUSED) {
    await test.step(`${key} ${chosen} ${text}`, async () => {
      await property(page).selectOption(key);
      await expression(page).selectOption(chosen);
      await term(page).fill(text);
      await save(page);
      await expectError(page, message, 'Condition 1: Value');
      await term(page).fill(`${text} `);
      await expect(term(page)).not.toHaveAttribute('aria-invalid', 'true');
    });
  }
  expect(calls).toHaveLength(0);

  await test.step('CND-08: true or false is chosen, and not typed', async () => {
    await property(page).selectOption('beta');
    expect(await offered(page)).toEqual(['Is True', 'Is False', 'More…']);
    await expect(term(page)).toHaveCount(0);
    await expression(page).selectOption('Is False');
    await page.getByRole('button', { name: 'Add condition' }).click();
    const second = (name: string) => page.getByLabel(`Condition 2: ${name}`, { exact: true });
    await second('Property').selectOption('app');
    await second('Expression').selectOption('Equals');
    await second('Value').fill('1.2.3');
    const sent = nextCall(page, 'POST /api/apps/*/target-groups');
    await save(page);
    expect((await sent).postDataJSON().conditions).toEqual([
      {
        id: expect.any(String),
        propertyId: ids.get('beta'),
        propertyType: 'BOOLEAN',
        expression: 'EQUALS',
        term: 'false',
      },
      expect.objectContaining({ propertyType: 'SEMANTIC_VERSION', term: '1.2.3' }),
    ]);
    await expect(page).toHaveURL(`/applications/${appId}/target-groups`);
  });
});

test('CND-03 CND-10 CND-14 CND-18 CND-19: a loaded condition keeps its text, and its errors are shown', async ({
  adminPage: page,
  company,
}) => {
  const { appId, ids } = await createProperties(company);
  const country = ids.get('country') ?? '';
  const beta = ids.get('beta') ?? '';
  const { id } = await company.call<{ readonly id: string }>(
    'POST',
    `/api/apps/${appId}/target-groups`,
    {
      name: 'Loaded',
      description: '',
      policy: 'AND',
      conditions: [
        { propertyId: country, expression: 'REGEX', term: '^B' },
        { propertyId: beta, expression: 'NOT_EQUALS', term: 'true' },
        { propertyId: beta, expression: 'EQUALS', term: 'TRUE' },
        { propertyId: country, expression: 'EQUALS', term: 'BR' },
      ],
    },
  );
  const shown = (number: number) =>
    page
      .getByLabel(`Condition ${number}: Expression`, { exact: true })
      .getByRole('option', { selected: true });
  await page.goto(`/applications/${appId}/target-groups/${id}`);
  await expect(shown(1)).toHaveText('Matches regular expression');
  await expect(shown(2)).toHaveText('Is False');
  await expect(shown(3)).toHaveText('Is True');
  expect(
    await page.getByLabel('Condition 4: Expression').getByRole('option').allTextContents(),
  ).not.toContain('Matches regular expression');

  await expression(page).selectOption('Equals');
  await expression(page).selectOption('Matches regular expression');
  await term(page).fill('(');
  await save(page);
  await expectError(page, 'Invalid Regular Expression!', 'Condition 1: Value');
  await term(page).fill('^(BR|PT)$');
  const sent = nextCall(page, 'PUT /api/apps/*/target-groups/*');
  await save(page);
  const { conditions } = (await sent).postDataJSON();
  expect(conditions[0]).toMatchObject({ expression: 'REGEX', term: '^(BR|PT)$' });
  // Before the save is done, the draft of the edits would be restored.
  await expect(page).toHaveURL(/\/target-groups$/);

  // The service does not store such conditions: only a faulty response can contain them.
  const path = `/api/apps/${appId}/target-groups/${id}`;
  const answer = await company.call<{ conditions: object[] }>('GET', path);
  for (const [faulty, message] of [
    [{ ...answer.conditions[2], term: 'yes' }, "Value must be 'true' or 'false'!"],
    [{ ...answer.conditions[3], expression: 'LESS_THAN' }, 'Invalid expression!'],
  ] as const) {
    await page.route(`**${path}`, (route) =>
      route.fulfill({ json: { ...answer, conditions: [faulty] } }),
    );
    await page.goto(`/applications/${appId}/target-groups/${id}`);
    await save(page);
    await expectError(page, message, 'Condition 1: Expression');
  }
});

test('RUL-25 RUL-26 RUL-28 RUL-41 RUL-42 RUL-45 LIF-55: More… widens the list, and each word says what it means', async ({
  adminPage: page,
  company,
}) => {
  const { appId, ids } = await openWithCondition(page, company);
  const ignoresCase = page.getByLabel('Condition 1: Ignore case');

  await test.step('RUL-25: the same list gets more entries, and the choice stays', async () => {
    await property(page).selectOption('country');
    await expression(page).selectOption('Does not equal');
    await expect(
      page.getByText('Not for users without country. “Is none of” includes'),
    ).toBeVisible();
    await expression(page).selectOption('More…');
    await expect(expression(page)).toHaveValue('NOT_EQUALS');
    expect(await offered(page)).toEqual(expect.arrayContaining(['Does not contain', 'Is none of']));
    expect(await offered(page)).not.toContain('More…');
  });

  await test.step('RUL-25: Is set has no value', async () => {
    await expression(page).selectOption('Is set');
    await expect(term(page)).toHaveCount(0);
  });

  await test.step('LIF-55: networks are explained, and their errors named', async () => {
    await expression(page).selectOption('Is an address in');
    await expect(page.getByText('Networks or addresses, separated by commas')).toBeVisible();
    await term(page).fill('10.0.0.0/8, 10.0.0.0/33');
    await save(page);
    await expectError(
      page,
      'Invalid network! Use 10.0.0.0/8 or 2001:db8::/32.',
      'Condition 1: Value',
    );
    await property(page).selectOption('since');
    await expression(page).selectOption('Is before the moment');
    await term(page).fill('2027-03-01T10:00');
    await save(page);
    const moment = 'Invalid moment! Use 2027-03-01 or 2027-03-01T10:00:00Z.';
    await expectError(page, moment, 'Condition 1: Value');
  });

  await test.step('RUL-41: case is ignored by a checkbox, and the group says so', async () => {
    await property(page).selectOption('country');
    await expression(page).selectOption('Equals');
    await expect(ignoresCase).toHaveCount(0);
    await expression(page).selectOption('Is none of');
    await term(page).fill('br, pt');
    await ignoresCase.check();
    await page.getByRole('button', { name: 'Add condition' }).click();
    const second = (name: string) => page.getByLabel(`Condition 2: ${name}`, { exact: true });
    await second('Property').selectOption('roles');
    await second('Expression').selectOption('Has all of');
    await second('Value').fill('admin, staff');
    await page.getByRole('button', { name: 'Try it' }).click();
    await expect(page.getByText('Texts separated by commas')).toBeVisible();
    await page.getByLabel('roles', { exact: true }).fill('staff, admin, other');
    await page.getByLabel('country', { exact: true }).fill('DE');
    await expect(
      page.getByText('country is none of br, pt (ignoring case) (or is not set)').first(),
    ).toBeVisible();
    await expect(page.getByText('This user belongs to the group.')).toBeVisible();
  });

  const sent = nextCall(page, 'POST /api/apps/*/target-groups');
  await save(page);
  expect((await sent).postDataJSON().conditions).toEqual([
    expect.objectContaining({
      propertyId: ids.get('country'),
      expression: 'NOT_IN_IGNORING_CASE',
      term: 'br,pt',
    }),
    expect.objectContaining({ propertyType: 'LIST', expression: 'HAS_ALL' }),
  ]);
  await expect(page).toHaveURL(`/applications/${appId}/target-groups`);

  await test.step('RUL-25: what has such a word opens with the wide list', async () => {
    await page.getByRole('link', { name: 'Some', exact: true }).click();
    await expect(expression(page)).toHaveValue('NOT_IN');
    await expect(ignoresCase).toBeChecked();
    expect(await offered(page)).toContain('Is none of');
    await expectAccessible(page);
  });
});
