import { hashOf } from './store.ts';

const DAY_MS = 86_400_000;

/**
 * Returns a function that answers whether a text is new in this browser on this UTC day, and remembers it; without storage
 * on this page. Source: LIF-13.
 */
export function rememberMarks(storage: () => Storage | undefined, place: string) {
  /** The day, then the hash of each text. */
  let marks = '';
  return (text: string): boolean => {
    const today = `${Math.floor(Date.now() / DAY_MS)}`;
    const mark = ` ${hashOf(text)};`;
    try {
      if (!marks.startsWith(today)) {
        marks = today;
        const kept = storage()?.getItem(place);
        if (kept?.startsWith(today)) marks = kept;
      }
      if (marks.includes(mark)) return false;
      marks += mark;
      storage()?.setItem(place, marks);
    } catch {
      // There may be no storage, or no room in it: on the next page it counts again.
    }
    return true;
  };
}
