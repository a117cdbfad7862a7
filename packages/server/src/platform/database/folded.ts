import { and, type Column, sql as raw, type SQL } from 'drizzle-orm';

/** The words of a search query, folded: in lower case and without accents. */
export function foldedParts(query: string): string[] {
  const folded = query
    .toLowerCase()
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '');
  return folded.split(/\s+/).filter((part) => part !== '');
}

/** SQL: whether every part occurs in an already folded text, in any order. */
export function containsAll(text: SQL, parts: readonly string[]): SQL | undefined {
  return and(...parts.map((part) => raw`strpos(${text}, ${part}) > 0`));
}

/** SQL that folds text in the same way as `foldedParts`. */
export function folded(text: Column | SQL): SQL {
  return raw`case when octet_length(${text}) = length(${text}) then lower(${text} collate "C")
    else regexp_replace(normalize(lower(${text} collate "und-x-icu"), NFD), '[\\u0300-\\u036f]', '', 'g') collate "C" end`;
}

/** The same for a column that holds only ASCII. It takes a fraction of the time, which matters for many toggles. */
export function foldedAscii(text: Column): SQL {
  return raw`lower(${text} collate "C")`;
}
