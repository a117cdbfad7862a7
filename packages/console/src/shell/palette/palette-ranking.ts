import { fold } from '../../ui/list/matches.ts';

export interface Ranked {
  readonly label: string;
  /** Where it is, or other words for it. */
  readonly detail?: string | undefined;
}

/** What was searched for, best first: names that begin with it, then words in them, then its letters in order. */
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

/** Whether the letters stand in the text one after the other, with anything between: `nchk` in `new-checkout`. */
function hasInOrder(text: string, letters: string): boolean {
  let from = 0;
  for (const letter of letters) {
    const at = text.indexOf(letter, from);
    if (at < 0) return false;
    from = at + 1;
  }
  return true;
}
