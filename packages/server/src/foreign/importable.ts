import { hasNameOfToggle, TOGGLE_NAME_MAX_CHARS } from '@comporta/contract/toggles/toggle';
import type { Remark } from './remark.ts';

/** The features with valid and distinct toggle names; notes a remark for each of the others. */
export function importable<Feature extends { readonly name: string }>(
  features: readonly Feature[],
  remarks: Remark[],
): Feature[] {
  const taken = new Map<string, string>();
  return features.filter(({ name }) => {
    const isName = hasNameOfToggle(name) && name.length <= TOGGLE_NAME_MAX_CHARS;
    const other = taken.get(name.toLowerCase());
    if (isName && other === undefined) {
      taken.set(name.toLowerCase(), name);
      return true;
    }
    const reason = isName
      ? `its name differs from ${other} only by case`
      : `names of toggles have at most ${TOGGLE_NAME_MAX_CHARS} ASCII letters, digits, dots, hyphens and underscores`;
    remarks.push({ feature: name, result: 'LEFT_OUT', reason });
    return false;
  });
}
