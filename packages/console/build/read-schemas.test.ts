import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';

const SOURCES = path.join(import.meta.dirname, '../src');

/** Schemas of the contract that the console reads. None is of a field, of which the build leaves nothing. */
const KEPT = ['conditionDraftSchema', 'missingSchema'];

/** The build puts plain data in their place, see leave-out-unread.ts: the compiler and vitest miss nothing there. */
it('the console reads no schema that its build leaves out', () => {
  const read = new Set<string>();
  for (const file of globSync('**/*.{ts,tsx}', { cwd: SOURCES })) {
    if (file.includes('.test.')) continue;
    const code = readFileSync(path.join(SOURCES, file), 'utf8');
    for (const [, names = ''] of code.matchAll(/import \{([^}]*)\} from '@comporta\/contract\//g)) {
      const values = names.split(',').filter((name) => !name.trim().startsWith('type '));
      for (const name of values) if (name.trim().endsWith('Schema')) read.add(name.trim());
    }
    for (const [found] of code.matchAll(/\b[A-Z_]{3,}\.(stored|draft|document)\b/g))
      read.add(found);
  }
  expect([...read].sort()).toEqual(KEPT);
});
