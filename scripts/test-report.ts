import { mkdirSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';

export const OUTCOMES = ['passed', 'retried', 'failed', 'skipped'] as const;
/** `retried`: failed first and passed on a retry. */
export type Outcome = (typeof OUTCOMES)[number];

/** The result of one test. */
export interface TestOutcome {
  /** The path from the root of the repository. */
  readonly file: string;
  /** The title, after the titles of the groups around the test. */
  readonly title: string;
  readonly outcome: Outcome;
  readonly ms: number;
  /** The first line of the first error. */
  readonly error?: string;
}

const ROOT = path.resolve(import.meta.dirname, '..');

/** Converts a path on this machine to the path from the root of the repository, as reports use it. */
export function fromRoot(file: string): string {
  return path.relative(ROOT, file).replaceAll(path.sep, '/');
}

export function firstLine(text: string | undefined): string | undefined {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: They are colours.
  return text?.replace(/\u001b\[[\d;]*m/g, '').split('\n', 1)[0];
}

/** Writes the report to the file that `npm test` names in TEST_REPORT; does nothing without that variable. */
export function writeReport(outcomes: readonly TestOutcome[]): void {
  const file = process.env.TEST_REPORT;
  if (file === undefined) return;
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, JSON.stringify(outcomes));
}

/** Resolves with an empty list when the layer ended before it wrote a report. */
export async function readReport(file: string): Promise<readonly TestOutcome[]> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '[]';
    throw error;
  });
  return JSON.parse(text);
}
