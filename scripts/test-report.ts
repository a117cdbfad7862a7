import { mkdirSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';

export const OUTCOMES = ['passed', 'retried', 'failed', 'skipped'] as const;
/** `retried`: passed when it was tried again. */
export type Outcome = (typeof OUTCOMES)[number];

/** What became of one test. */
export interface TestOutcome {
  /** From the root of the repository. */
  readonly file: string;
  /** With the titles of the groups it stands in. */
  readonly title: string;
  readonly outcome: Outcome;
  readonly ms: number;
  /** The first line of what went wrong first. */
  readonly error?: string;
}

const ROOT = path.resolve(import.meta.dirname, '..');

/** Of a file's path on this machine, as reports name it. */
export function fromRoot(file: string): string {
  return path.relative(ROOT, file).replaceAll(path.sep, '/');
}

export function firstLine(text: string | undefined): string | undefined {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: They are colours.
  return text?.replace(/\u001b\[[\d;]*m/g, '').split('\n', 1)[0];
}

/** Writes the report that `npm test` reads, to where it asks for one; nothing otherwise. */
export function writeReport(outcomes: readonly TestOutcome[]): void {
  const file = process.env.TEST_REPORT;
  if (file === undefined) return;
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, JSON.stringify(outcomes));
}

/** Returns nothing for a layer that ended before it had a report. */
export async function readReport(file: string): Promise<readonly TestOutcome[]> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '[]';
    throw error;
  });
  return JSON.parse(text);
}
