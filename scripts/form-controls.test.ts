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
  /** The files with the controls of the form that creates one, and of the forms that edit one. */
  readonly create: readonly string[];
  readonly edit: readonly string[];
  /** Fields that only one of them has, each with the reason. */
  readonly onlyCreate?: Readonly<Record<string, string>>;
  readonly onlyEdit?: Readonly<Record<string, string>>;
}

const same = (file: string) => ({ create: [file], edit: [file] });

const FORMS: Readonly<Record<string, Forms>> = {
  applications: { noun: APPLICATION, ...same('application-editor-page.tsx') },
  metrics: { noun: METRIC, ...same('metric-fields.tsx') },
  properties: { noun: PROPERTY, ...same('property-editor-page.tsx') },
  'target-groups': { noun: TARGET_GROUP, ...same('target-group-editor.tsx') },
  toggles: {
    noun: TOGGLE,
    create: ['toggle-editor.tsx'],
    edit: ['page/details-form.tsx', 'page/toggle-values.tsx'],
    onlyCreate: { name: 'Programs ask for a toggle by its name, so it never changes.' },
    onlyEdit: {
      tags: 'A new toggle has none: its form asks only for what it cannot be without.',
    },
  },
  users: { noun: USER, ...same('user-editor-page.tsx') },
};

/** Files with controls for other forms: of one's own profile. */
const OTHER_FORMS = ['users/profile-page.tsx'];

function controlsIn(files: readonly string[]): ReadonlySet<string | undefined> {
  const texts = files.map((file) => readFileSync(new URL(file, CONSOLE), 'utf8'));
  const named = [...texts.join('\n').matchAll(/\bfield\('(\w+)'\)/g)];
  return new Set(named.map(([, field]) => field));
}

describe.each(Object.entries(FORMS))('the forms of %s', (slice, forms) => {
  const { noun, onlyCreate = {}, onlyEdit = {} } = forms;
  const fields = Object.keys(noun.draft);

  it.each([
    ['create', onlyEdit],
    ['edit', onlyCreate],
  ] as const)(
    'HOUSE-02, CODE-03: the form of %s has a control for each field of a draft',
    (form, others) => {
      const controls = controlsIn(forms[form].map((file) => `${slice}/${file}`));
      const missing = fields.filter(
        (field) => !controls.has(field) && !Object.hasOwn(others, field),
      );
      expect(missing.map((field) => `${field} in ${forms[form].join(', ')}`)).toEqual([]);
      // A reason that is not needed any more goes.
      expect(Object.keys(others).filter((field) => controls.has(field))).toEqual([]);
      expect(Object.keys(others).filter((field) => !fields.includes(field))).toEqual([]);
    },
  );

  it('HOUSE-02: no other file of the slice has a control', () => {
    const known = [...forms.create, ...forms.edit].map((file) => `${slice}/${file}`);
    const files = globSync(`${slice}/**/*.tsx`, { cwd: CONSOLE });
    const others = files.filter((file) => controlsIn([file]).size > 0);
    expect(others.filter((file) => ![...known, ...OTHER_FORMS].includes(file))).toEqual([]);
  });
});
