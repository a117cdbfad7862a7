import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { BUDGETS } from './budget-rows.ts';

/** The rows of the page's first table (what, measured, budget), as `what: budget`. */
function rowsOf(page: string): string[] {
  const [table = ''] = /^\| what \|[\s\S]*?\n\n/m.exec(page) ?? [];
  return table
    .trim()
    .split('\n')
    .slice(2)
    .map((line) => {
      const [, what = '', , budget = ''] = line.split('|').map((cell) => cell.trim());
      return `${what}: ${budget}`;
    });
}

it('CDW-64: docs/console-budgets.md has exactly the rows that are measured', () => {
  const page = readFileSync(new URL('../docs/console-budgets.md', import.meta.url), 'utf8');
  expect(rowsOf(page)).toEqual(
    Object.entries(BUDGETS).map(([what, budget]) => `${what}: ${budget}`),
  );
});
