import { distance } from 'fastest-levenshtein';

/** Names shorter than this may differ in one letter only: PATH and PORT differ in two. */
const SHORT_NAME_CHARS = 8;

/** Set by npm for what it starts: the path of its Node. */
const KNOWN_TO_OTHERS: readonly string[] = ['NODE'];

/** One sentence for each variable that looks like a misspelt setting: DATABASE_ULR would start the embedded database. */
export function misspeltSettings(
  given: readonly string[],
  known: readonly string[],
): readonly string[] {
  const isKnown = new Set([...known, ...KNOWN_TO_OTHERS]);
  return given
    .filter((name) => !isKnown.has(name))
    .flatMap((name) => {
      const meant = known.find((setting) => isNear(name, setting));
      if (meant !== undefined) return `${name} is not a setting; did you mean ${meant}?`;
      return name.startsWith('COMPORTA_') ? `${name} is not a setting` : [];
    });
}

function isNear(name: string, setting: string): boolean {
  const letters = distance(name.toUpperCase(), setting);
  return letters <= (setting.length < SHORT_NAME_CHARS ? 1 : 2);
}
