import { globSync, readFileSync } from 'node:fs';
import { APPLICATION } from '@comporta/contract/applications/application';
import { METRIC } from '@comporta/contract/metrics/metric';
import { PROPERTY } from '@comporta/contract/properties/property';
import { TARGET_GROUP } from '@comporta/contract/target-groups/target-group';
import { TOGGLE } from '@comporta/contract/toggles/toggle';
import { USER } from '@comporta/contract/users/user';
import { describe, expect, it } from 'vitest';

const CONSOLE = new URL('../packages/console/src/', import.meta.url);

interface Forms {
  readonly noun: { readonly draft: object };
  /** The one file with the controls. */
  readonly controls: string;
  /** The fields that the form shows which creates one, and those of the forms that edit one; without them, all. */
  readonly create?: readonly string[];
  readonly edit?: readonly string[];
  /** Fields that only one of them has, each with the reason. */
  readonly onlyCreate?: Readonly<Record<string, string>>;
  readonly onlyEdit?: Readonly<Record<string, string>>;
  /** The files that show the fields to those who change nothing. */
  readonly read: readonly string[];
  /** Fields that only the form shows, each with the reason. */
  readonly onlyInForm?: Readonly<Record<string, string>>;
}

const COUNTING = 'How a metric counts is read where it is decided, with the hint of the control.';

const FORMS: Readonly<Record<string, Forms>> = {
  applications: {
    noun: APPLICATION,
    controls: 'application-editor-page.tsx',
    read: ['environment-table.tsx', 'lifecycle/lifecycle-section.tsx', 'notification-settings.tsx'],
  },
  metrics: {
    noun: METRIC,
    controls: 'metric-fields.tsx',
    read: ['use-metric-columns.tsx'],
    onlyInForm: {
      denominatorKey: COUNTING,
      numeratorOf: COUNTING,
      denominatorOf: COUNTING,
      better: COUNTING,
      fromHours: COUNTING,
      windowHours: COUNTING,
      lookbackDays: COUNTING,
      cap: COUNTING,
      margin: COUNTING,
      trusted: COUNTING,
    },
  },
  properties: {
    noun: PROPERTY,
    controls: 'property-editor-page.tsx',
    read: ['property-list-page.tsx'],
  },
  'target-groups': {
    noun: TARGET_GROUP,
    controls: 'target-group-editor.tsx',
    read: ['target-group-list-page.tsx'],
  },
  toggles: {
    noun: TOGGLE,
    controls: 'toggle-fields.tsx',
    create: partOfToggle('NEW_PART'),
    edit: [...partOfToggle('VALUES_PART'), ...partOfToggle('DETAILS_PART')],
    onlyCreate: { name: 'Programs ask for a toggle by its name, so it never changes.' },
    onlyEdit: {
      tags: 'A new toggle has none: its form asks only for what it cannot be without.',
      lifetime: 'A new toggle is temporary: its form asks only for what it cannot be without.',
      removeBy: 'A new toggle has none: its form asks only for what it cannot be without.',
    },
    read: [
      'list/toggle-name.tsx',
      'list/value-list.tsx',
      'page/lifetime-line.tsx',
      'page/toggle-details.tsx',
    ],
    onlyInForm: {
      availableToClients: 'The page of the toggle always shows the form with its switch.',
    },
  },
  users: { noun: USER, controls: 'user-editor-page.tsx', read: ['use-user-columns.tsx'] },
};

/** Files with controls for other forms: of one's own profile. */
const OTHER_FORMS = [
  'users/profile-page.tsx',
  'applications/changes/policy-dialog.tsx',
  'applications/changes/freeze-dialog.tsx',
];

/** The fields of one of a toggle's forms. */
function partOfToggle(name: string): string[] {
  const [, list = ''] =
    new RegExp(`const ${name} = \\[([^\\]]*)\\]`).exec(textOf('toggles/toggle-form.ts')) ?? [];
  return [...list.matchAll(/'(\w+)'/g)].map(([, field = '']) => field);
}

function textOf(file: string): string {
  return readFileSync(new URL(file, CONSOLE), 'utf8');
}

function controlsIn(file: string): ReadonlySet<string | undefined> {
  const named = [...textOf(file).matchAll(/\bfield\('(\w+)'\)/g)];
  return new Set(named.map(([, field]) => field));
}

describe.each(Object.entries(FORMS))('the forms of %s', (slice, forms) => {
  const { noun, controls, read, onlyCreate = {}, onlyEdit = {}, onlyInForm = {} } = forms;
  const fields = Object.keys(noun.draft);

  /** A field has a place or a reason, never both; a reason that is not needed any more goes. */
  function requireEach(has: (field: string) => boolean, reasons: Readonly<Record<string, string>>) {
    const missing = fields.filter((field) => !has(field) && !Object.hasOwn(reasons, field));
    expect(missing).toEqual([]);
    expect(Object.keys(reasons).filter((field) => has(field) || !fields.includes(field))).toEqual(
      [],
    );
  }

  it.each([
    ['create', onlyEdit],
    ['edit', onlyCreate],
  ] as const)(
    'HOUSE-02, CODE-03: the form of %s has a control for each field of a draft',
    (form, others) => {
      const known = controlsIn(`${slice}/${controls}`);
      const shown = forms[form] ?? fields;
      requireEach((field) => known.has(field) && shown.includes(field), others);
    },
  );

  it('HOUSE-02: each field is read somewhere by those who change nothing', () => {
    const texts = read.map((file) => textOf(`${slice}/${file}`)).join('\n');
    requireEach((field) => new RegExp(`\\b${field}\\b`).test(texts), onlyInForm);
  });

  it('HOUSE-02: no other file of the slice has a control', () => {
    const files = globSync(`${slice}/**/*.tsx`, { cwd: CONSOLE });
    const others = files.filter((file) => controlsIn(file).size > 0);
    expect(
      others.filter((file) => file !== `${slice}/${controls}` && !OTHER_FORMS.includes(file)),
    ).toEqual([]);
  });
});
