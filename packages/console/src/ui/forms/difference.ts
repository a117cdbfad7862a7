import type { Messages } from '@comporta/messages/catalogue';

/** As the audit log calls it. */
export type PartName = keyof Messages['audit']['field'];

/** One text, or the texts of a list. */
type Part = string | readonly string[];

/** What a form holds, in words. */
export type Parts = Partial<Readonly<Record<PartName, Part>>>;

/** The same of a draft: every field that the audit log has a name for is said. */
export type PartsOf<Draft> = Parts & Readonly<Record<keyof Draft & PartName, Part>>;

/** One difference between two states of a form. */
export type Difference =
  | {
      readonly kind: 'changed';
      readonly part: PartName;
      readonly before: string;
      readonly after: string;
    }
  | { readonly kind: 'added' | 'removed'; readonly part: PartName; readonly text: string };

/** What makes the second state of the first, part by part. */
export function differencesBetween(before: Parts, after: Parts): Difference[] {
  const names = Object.keys(before) as PartName[]; // Of the object's own keys.
  return names.flatMap((part) => differencesIn(part, before[part] ?? '', after[part] ?? ''));
}

function differencesIn(part: PartName, before: Part, after: Part): Difference[] {
  if (typeof before === 'string' || typeof after === 'string') {
    return changed(part, String(before), String(after));
  }
  const differences: Difference[] = [
    ...without(before, after).map((text) => ({ kind: 'removed' as const, part, text })),
    ...without(after, before).map((text) => ({ kind: 'added' as const, part, text })),
  ];
  return differences.length > 0 ? differences : changed(part, before.join(', '), after.join(', '));
}

function changed(part: PartName, before: string, after: string): Difference[] {
  return before === after ? [] : [{ kind: 'changed', part, before, after }];
}

/** The texts of one list that are not in the other; the same text twice takes two to be there. */
function without(texts: readonly string[], others: readonly string[]): string[] {
  const left = [...others];
  return texts.filter((text) => {
    const index = left.indexOf(text);
    if (index !== -1) left.splice(index, 1);
    return index === -1;
  });
}
