import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';

const SOURCES = path.join(import.meta.dirname, '../src');

/** The scale of the design. Any other value is a one-off size that nobody asked for. */
const ALLOWED = {
  'font-size': /^(12px|13px|14px|16px|20px|0\.93em|inherit)$/,
  'font-weight': /^(400|500|600|400 600|inherit)$/,
  // One value for all corners, or one for each.
  'border-radius': /^((var\(--radius[a-z-]*\)|50%|inherit|[0-3]px|0) ?)+$/,
} as const;

it('CDW-35: styles know the sizes, weights and radii of the design, and no others', () => {
  const strange = globSync('**/*.css', { cwd: SOURCES }).flatMap((file) => {
    const css = readFileSync(path.join(SOURCES, file), 'utf8');
    return [...css.matchAll(/^ *([a-z-]+): ([^;]+);/gm)]
      .filter(([, name = '', value = '']) => isStrange(name, value))
      .map(([line]) => `${file}: ${line.trim()}`);
  });
  expect(strange).toEqual([]);
});

function isStrange(name: string, value: string): boolean {
  return name in ALLOWED && !ALLOWED[name as keyof typeof ALLOWED].test(value);
}
