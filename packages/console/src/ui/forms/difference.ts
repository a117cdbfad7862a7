import type { Messages } from '@comporta/messages/catalogue';

/** A field name of the audit log. */
export type PartName = keyof Messages['audit']['field'];

/** One text, or the texts of a list. */
type Part = string | readonly string[];

/** The content of a form, in words. */
export type Parts = { readonly [Name in PartName]?: Part | undefined };

/**
 * The same for a draft: every field that has a name in the audit log must be described. A text that a draft may omit is
 * described as it is.
 */
export type PartsOf<Draft> = Parts & {
  readonly [Name in keyof Draft as Name & PartName]: Part | Extract<Draft[Name], undefined>;
};

/** One difference between two states of a form. */
export type Difference =
  | {
      readonly kind: 'changed';
      readonly part: PartName;
      readonly before: string;
      readonly after: string;
    }
  | { readonly kind: 'added' | 'removed'; readonly part: PartName; readonly text: string };

/** Returns the changes from the first state to the second, part by part. */
export function differencesBetween(before: Parts, after: Parts): Difference[] {
  const names = Object.keys({ ...before, ...after }) as PartName[]; // Their keys are names of parts.
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

/** Returns the texts of one list that are missing in the other; a text that occurs twice must occur there twice. */
function without(texts: readonly string[], others: readonly string[]): string[] {
  const left = [...others];
  return texts.filter((text) => {
    const index = left.indexOf(text);
    if (index !== -1) left.splice(index, 1);
    return index === -1;
  });
}

/**
 * Takes a removed and an added text of the same part as one change, when both have several lines: people see what differs
 * in them, not two documents.
 */
export function withPairs(
  differences: readonly Difference[],
  hasLines: (text: string) => boolean,
): readonly Difference[] {
  const isLong = (kind: 'added' | 'removed', part: PartName) => (one: Difference) =>
    one.kind === kind && one.part === part && hasLines(one.text);
  return differences.flatMap((difference): readonly Difference[] => {
    const { kind, part } = difference;
    if (kind === 'changed' || !hasLines(difference.text)) return [difference];
    const removed = differences.filter(isLong('removed', part));
    const added = differences.filter(isLong('added', part));
    const place = (kind === 'removed' ? removed : added).indexOf(difference);
    const other = (kind === 'removed' ? added : removed)[place];
    if (other === undefined || other.kind === 'changed') return [difference];
    if (kind === 'added') return [];
    return [{ kind: 'changed', part, before: difference.text, after: other.text }];
  });
}
