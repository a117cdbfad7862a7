import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseSync } from 'oxc-parser';
import { expect, it } from 'vitest';

const PLATFORM = path.join(import.meta.dirname, '../packages/server/src/platform');

/** Nouns that applications have. Metrics are those of Prometheus here, and JSON has properties, too; the arrows refuse both. */
const NOUNS =
  /toggle|experiment|target[-_ ]?group|property[-_]?id|analys[ei]s|phase|favourite|condition/gi;

/** Names that people outside know. */
const ALLOWED: Readonly<Record<string, string>> = {
  // A limit in the setting PLANS.
  'config/plans.ts': 'TOGGLE',
  // The setting SNAPSHOT_TOGGLES.
  'config/config.ts': 'TOGGLE',
  // The path of the calls that are not logged.
  'http/request-log.ts': 'toggle',
};

/** The code of a file without its comments, which may tell of 10,000 toggles. */
function codeOf(file: string, text: string): string {
  const { comments } = parseSync(file, text);
  return comments.reduceRight(
    (rest, { start, end }) => rest.slice(0, start) + rest.slice(end),
    text,
  );
}

function nounsIn(file: string, text: string): string[] {
  return (codeOf(file, text).match(NOUNS) ?? []).filter((word) => word !== ALLOWED[file]);
}

it('the platform names no noun that applications have', () => {
  const files = readdirSync(PLATFORM, { recursive: true, encoding: 'utf8' }).filter(
    (file) => file.endsWith('.ts') && !file.endsWith('.test.ts'),
  );
  expect(files.length).toBeGreaterThan(50);
  const found = files.flatMap((file) =>
    nounsIn(file, readFileSync(path.join(PLATFORM, file), 'utf8')).map(
      (word) => `${file}: ${word}`,
    ),
  );
  expect(found).toEqual([]);
});

it.each([
  ["import { toggles } from '../../tables/toggles.ts';", ['toggle', 'toggle']],
  ['sql`select id from target_groups`', ['target_group']],
  ['const { propertyId } = condition; // of a toggle', ['propertyid', 'condition']],
  ['/** Faster with 10,000 toggles. */ const properties = 0;', []],
])('in %j it finds %j', (text, words) => {
  expect(nounsIn('base/some.ts', text).map((word) => word.toLowerCase())).toEqual(words);
});
