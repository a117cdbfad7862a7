import { readFile } from 'node:fs/promises';

const DOCUMENT = new URL('../docs/requirements.md', import.meta.url);

export const LEVELS = ['must', 'expected'] as const;

/** Something that a user or a program can observe of the product, with the id that tests and comments cite. */
export interface Statement {
  readonly id: string;
  readonly level: (typeof LEVELS)[number];
  /** Not part of this release: no test is required. */
  readonly isLater: boolean;
  readonly text: string;
}

export interface Requirements {
  readonly statements: ReadonlyMap<string, Statement>;
  /** The text of each decision, by its id: `R01`, `S07`, … */
  readonly decisions: ReadonlyMap<string, string>;
}

/** An id such as `SES-01` in a title, a comment or a document, of any series. From 100 on it has three digits. */
export const STATEMENT_ID = /\b[A-Z][A-Z0-9]{1,4}-(?:\d\d|[1-9]\d\d)\b/g;
export const DECISION_ID = /\b[RGST]\d\d\b/g;

const STATEMENT_ROW =
  /^\| ([A-Z0-9]+-(?:\d\d|[1-9]\d\d)) \| (must|expected)(, later)? \| (\S.*) \|$/;
const DECISION_ROW = /^\| ([RGST]\d\d) \| (\S.*) \|$/;
const ROW_WITH_ID = /^\| *(?:[A-Z][A-Z0-9]*-\d+|[A-Z]\d+) *\|/;

export async function readRequirements(): Promise<Requirements> {
  return parseRequirements(await readFile(DOCUMENT, 'utf8'));
}

/** Throws for a row whose level cannot be read, and for an id that occurs twice. */
export function parseRequirements(markdown: string): Requirements {
  const statements = new Map<string, Statement>();
  const decisions = new Map<string, string>();
  for (const row of markdown.split('\n').filter((line) => ROW_WITH_ID.test(line))) {
    const [, id = '', level, later, text = ''] = STATEMENT_ROW.exec(row) ?? [];
    const [, decision = '', decided = ''] = DECISION_ROW.exec(row) ?? [];
    const known = LEVELS.find((name) => name === level);
    if (known === undefined && decision === '')
      throw new Error(`Neither statement nor decision: ${row}`);
    if (statements.has(id) || decisions.has(decision)) throw new Error(`Stands twice: ${row}`);
    if (known === undefined) decisions.set(decision, decided);
    else statements.set(id, { id, level: known, isLater: later !== undefined, text });
  }
  return { statements, decisions };
}
