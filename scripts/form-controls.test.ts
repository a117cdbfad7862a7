import { globSync, readFileSync } from 'node:fs';
import { APPLICATION } from '@comporta/contract/applications/application';
import { METRIC } from '@comporta/contract/metrics/metric';
import { PROPERTY } from '@comporta/contract/properties/property';
import { TARGET_GROUP } from '@comporta/contract/target-groups/target-group';
import { TOGGLE } from '@comporta/contract/toggles/toggle';
import { USER } from '@comporta/contract/users/user';
import { expect, it } from 'vitest';

const CONSOLE = new URL('../packages/console/src/', import.meta.url);

/** The fields for which a form of this slice has a control. */
function controlsOf(slice: string): ReadonlySet<string | undefined> {
  const texts = globSync(`${slice}/**/*.tsx`, { cwd: CONSOLE }).map((file) =>
    readFileSync(new URL(file, CONSOLE), 'utf8'),
  );
  const named = [...texts.join('\n').matchAll(/\bfield\('(\w+)'\)/g)];
  return new Set(named.map(([, field]) => field));
}

it.each([
  ['applications', APPLICATION],
  ['metrics', METRIC],
  ['properties', PROPERTY],
  ['target-groups', TARGET_GROUP],
  ['toggles', TOGGLE],
  ['users', USER],
])('CODE-03: every field of a draft of %s has a control in a form', (slice, { draft }) => {
  const controls = controlsOf(slice);
  expect(Object.keys(draft).filter((field) => !controls.has(field))).toEqual([]);
});
