import { fold } from '../../ui/list/matches.ts';

export interface Ranked {
  readonly label: string;
  /** The place, or other words for it. */
  readonly detail?: string | undefined;
}

/**
 * Returns the matching entries, best first: names that start with the query, then words in names, then its
 * letters in order.
 */
export function rank<Entry extends Ranked>(entries: readonly Entry[], query: string): Entry[] {
  const wanted = fold(query);
  if (wanted === '') return [...entries];
  return entries
    .map((entry) => ({ entry, score: scoreOf(entry, wanted) }))
    .filter(({ score }) => score > 0)
    .sort((left, right) => right.score - left.score)
    .map(({ entry }) => entry);
}

function scoreOf({ label, detail = '' }: Ranked, wanted: string): number {
  const name = fold(label);
  if (name === wanted) return 6;
  if (name.startsWith(wanted)) return 5;
  if (name.split(/[\s._-]+/).some((word) => word.startsWith(wanted))) return 4;
  if (name.includes(wanted)) return 3;
  const everything = `${name} ${fold(detail)}`;
  if (wanted.split(/\s+/).every((part) => everything.includes(part))) return 2;
  return hasInOrder(name, wanted) ? 1 : 0;
}

/** Whether the text contains the letters in order, with anything between them: `nchk` in `new-checkout`. */
function hasInOrder(text: string, letters: string): boolean {
  let from = 0;
  for (const letter of letters) {
    const at = text.indexOf(letter, from);
    if (at < 0) return false;
    from = at + 1;
  }
  return true;
}
