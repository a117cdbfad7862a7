import { distance } from 'fastest-levenshtein';

/** PATH is two letters from PORT: short names have to be closer. */
const SHORT_NAME_CHARS = 8;

/** A sentence for each variable that looks like a setting and is none: DATABASE_ULR would start another database. */
export function misspeltSettings(
  given: readonly string[],
  known: readonly string[],
): readonly string[] {
  const isKnown = new Set(known);
  return given
    .filter((name) => !isKnown.has(name))
    .flatMap((name) => {
      const meant = known.find((setting) => isNear(name, setting));
      if (meant !== undefined) return `${name} is no setting: is ${meant} meant?`;
      return name.startsWith('COMPORTA_') ? `${name} is no setting` : [];
    });
}

function isNear(name: string, setting: string): boolean {
  const letters = distance(name.toUpperCase(), setting);
  return letters <= (setting.length < SHORT_NAME_CHARS ? 1 : 2);
}
