import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseSync } from 'oxc-parser';
import { expect, it } from 'vitest';

const SERVER = path.join(import.meta.dirname, '../packages/server/src');
/** What any product could stand on. */
const FLOORS = ['platform', 'identity', 'process'];
/** Without tests. What no other folder of the platform needs has a better place: see decision 61. */
const PLATFORM_LINES = 9_000;

/** Nouns that applications have. Metrics are those of Prometheus here, and JSON has properties, too; the arrows refuse both. */
const NOUNS =
  /toggle|experiment|target[-_ ]?group|property[-_]?id|analys[ei]s|phase|favourite|condition/gi;

/** Names that people outside know. */
const ALLOWED: Readonly<Record<string, string>> = {
  // A limit in the setting PLANS.
  'platform/config/plans.ts': 'TOGGLE',
  // The setting SNAPSHOT_TOGGLES.
  'platform/config/config.ts': 'TOGGLE',
  // The path of the calls that are not logged.
  'platform/http/request-log.ts': 'toggle',
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

/** The sources of a floor, by their path from `src`. */
function filesOf(floor: string): string[] {
  const files = readdirSync(path.join(SERVER, floor), { recursive: true, encoding: 'utf8' });
  return files
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    .map((file) => `${floor}/${file}`);
}

it.each(FLOORS)('%s names no noun that applications have', (floor) => {
  const files = filesOf(floor);
  expect(files.length).toBeGreaterThan(10);
  const found = files.flatMap((file) =>
    nounsIn(file, readFileSync(path.join(SERVER, file), 'utf8')).map((word) => `${file}: ${word}`),
  );
  expect(found).toEqual([]);
});

it('the platform has at most 9,000 lines', () => {
  const texts = filesOf('platform').map((file) => readFileSync(path.join(SERVER, file), 'utf8'));
  const lines = texts.reduce((sum, text) => sum + text.split('\n').length - 1, 0);
  expect(lines).toBeLessThanOrEqual(PLATFORM_LINES);
});

it.each([
  ["import { toggles } from '../../tables/toggles.ts';", ['toggle', 'toggle']],
  ['sql`select id from target_groups`', ['target_group']],
  ['const { propertyId } = condition; // of a toggle', ['propertyid', 'condition']],
  ['/** Faster with 10,000 toggles. */ const properties = 0;', []],
])('in %j it finds %j', (text, words) => {
  expect(nounsIn('base/some.ts', text).map((word) => word.toLowerCase())).toEqual(words);
});
