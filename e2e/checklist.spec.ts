import { readdir, readFile } from 'node:fs/promises';
import { expect, test } from '@playwright/test';
import { readRequirements } from '../scripts/requirements.ts';

/** Every statement that the title of some browser test says it proves. */
async function provenStatements(): Promise<Set<string>> {
  const proven = new Set<string>();
  for (const name of await readdir(import.meta.dirname)) {
    if (!name.endsWith('.spec.ts')) continue;
    const source = await readFile(`${import.meta.dirname}/${name}`, 'utf8');
    for (const [id] of source.matchAll(/\b[A-Z][A-Z0-9]{1,4}-\d\d\b/g)) proven.add(id);
  }
  return proven;
}

test('every statement the product must keep is proven by a test that names it', async () => {
  const proven = await provenStatements();
  const { statements } = await readRequirements();
  const asked = [...statements.values()].filter(({ isLater }) => !isLater);
  const idsOf = (level: string) => asked.filter((it) => it.level === level).map(({ id }) => id);
  const expected = idsOf('expected');
  const unproven = expected.filter((id) => !proven.has(id));
  // biome-ignore lint/suspicious/noConsole: The list is what this test is for.
  console.info(
    `Expected, not proven: ${unproven.length} of ${expected.length}: ${unproven.join(' ')}`,
  );
  expect(idsOf('must').filter((id) => !proven.has(id))).toEqual([]);
});
