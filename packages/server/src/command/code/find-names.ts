/** How names are looked for: between two equal quotes, or also bare. */
export const MATCHES = ['quoted', 'word'] as const;
export type Match = (typeof MATCHES)[number];

export interface FoundName {
  readonly toggle: string;
  /** From 1. */
  readonly line: number;
  /** In UTF-16 units, from 1. */
  readonly column: number;
}

/** The second quote may be escaped. It is not consumed, because it may be the first one of the next name. */
const QUOTED = /(["'`])([A-Za-z0-9._-]+)(?=\\?\1)/g;
const WORDS = /[A-Za-z0-9_-]+(?:\.[A-Za-z0-9_-]+)*/g;
const LINE_END = /\r\n|\r|\n/g;

/** The places where a text names one of `names`, in their order. Source: LIF-30. */
export function findNames(text: string, names: ReadonlySet<string>, match: Match): FoundName[] {
  const found = match === 'quoted' ? quotedIn(text, names) : wordsIn(text, names);
  return withLines(text, found);
}

interface Found {
  readonly toggle: string;
  readonly index: number;
}

function quotedIn(text: string, names: ReadonlySet<string>): Found[] {
  const found: Found[] = [];
  for (const { 2: toggle = '', index } of text.matchAll(QUOTED)) {
    if (names.has(toggle)) found.push({ toggle, index: index + 1 });
  }
  return found;
}

/** A dot may be part of a name or end it, so the longest row of words with dots between them that is a name wins. */
function wordsIn(text: string, names: ReadonlySet<string>): Found[] {
  const found: Found[] = [];
  for (const { 0: row, index } of text.matchAll(WORDS)) {
    let start = 0;
    while (start < row.length) {
      const toggle = longestNameAt(row.slice(start), names);
      if (toggle !== undefined) found.push({ toggle, index: index + start });
      const next = row.indexOf('.', start + (toggle?.length ?? 0));
      if (next < 0) break;
      start = next + 1;
    }
  }
  return found;
}

function longestNameAt(row: string, names: ReadonlySet<string>): string | undefined {
  let end = row.length;
  while (end > 0) {
    const name = row.slice(0, end);
    if (names.has(name)) return name;
    end = row.lastIndexOf('.', end - 1);
  }
  return undefined;
}

function withLines(text: string, found: readonly Found[]): FoundName[] {
  let line = 1;
  let start = 0;
  const ends = found.length > 0 ? text.matchAll(LINE_END) : [].values();
  let end = ends.next();
  return found.map(({ toggle, index }) => {
    while (!end.done && end.value.index < index) {
      line += 1;
      start = end.value.index + end.value[0].length;
      end = ends.next();
    }
    return { toggle, line, column: index - start + 1 };
  });
}
