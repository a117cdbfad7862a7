import { and, type Column, sql as raw, type SQL } from 'drizzle-orm';

/** The words of what was searched for, without case and accents. */
export function foldedParts(query: string): string[] {
  const folded = query
    .toLowerCase()
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '');
  return folded.split(/\s+/).filter((part) => part !== '');
}

/** Whether every part occurs in a text that is folded already, in any order. */
export function containsAll(text: SQL, parts: readonly string[]): SQL | undefined {
  return and(...parts.map((part) => raw`strpos(${text}, ${part}) > 0`));
}

/** As `foldedParts` folds. */
export function folded(text: Column | SQL): SQL {
  return raw`case when octet_length(${text}) = length(${text}) then lower(${text} collate "C")
    else regexp_replace(normalize(lower(${text} collate "und-x-icu"), NFD), '[\\u0300-\\u036f]', '', 'g') collate "C" end`;
}

/** The same of what can be nothing but ASCII, in a fraction of the time: there are many toggles. */
export function foldedAscii(text: Column): SQL {
  return raw`lower(${text} collate "C")`;
}
