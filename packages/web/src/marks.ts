import { hashOf } from './store.ts';

/**
 * Returns a function that answers whether a text is new in this browser on this UTC day, and remembers it; on this page alone
 * if nothing is to be stored, or if there is no storage or no room in it. Source: LIF-13.
 */
export function rememberMarks(address: string, isStored: boolean): (text: string) => boolean {
  const place = `comporta uses ${address}`;
  /** The day, then the hash of each text. */
  let marks = '';
  try {
    if (isStored) marks = localStorage.getItem(place) ?? '';
  } catch {}
  return (text) => {
    const today = new Date().toISOString().slice(0, 10);
    const mark = ` ${hashOf(text)};`;
    if (!marks.startsWith(today)) marks = today;
    if (marks.includes(mark)) return false;
    marks += mark;
    try {
      if (isStored) localStorage.setItem(place, marks);
    } catch {}
    return true;
  };
}
