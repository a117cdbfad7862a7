import type { TextBounds } from './fields.ts';
import { lengthOf, type Problem } from './problem.ts';
import { holdsAddress, isVisible, isVisibleInLines, normalizeText } from './visible-text.ts';

type TextCode<Code extends string> = Code | 'INVALID_CHARACTERS';

interface CheckedTexts<Name extends string, Code extends string> {
  readonly texts: Readonly<Record<Name, string>>;
  readonly problems: readonly Problem<TextCode<Code>>[];
}

/** Normalises the texts for which a noun declares bounds, and returns them with the problems of each. One that is omitted is empty. */
export function checkTexts<Name extends string, Code extends string>(
  { bounds }: { readonly bounds: Readonly<Record<Name, TextBounds<Code>>> },
  draft: { readonly [Each in NoInfer<Name>]?: string | undefined },
): CheckedTexts<Name, Code> {
  const names = Object.keys(bounds) as Name[]; // Only the declared names: `bounds` has no other keys.
  const texts = Object.fromEntries(names.map((name) => [name, normalizeText(draft[name] ?? '')]));
  return {
    texts: texts as Record<Name, string>, // The type of Object.fromEntries loses the names.
    problems: names.flatMap((name) => problemsOfText([name], texts[name] ?? '', bounds[name])),
  };
}

/** The problems of one normalised text. */
export function problemsOfText<Code extends string>(
  at: Problem['at'],
  text: string,
  { maxChars, empty, tooLong, holds = 'one line' }: TextBounds<Code>,
): Problem<TextCode<Code>>[] {
  const field = at.join('.');
  if (text === '' && empty !== undefined) return [{ code: empty, at }];
  const isShown = holds === 'lines' ? isVisibleInLines(text) : isVisible(text);
  if (!isShown || (holds === 'name of somebody' && holdsAddress(text))) {
    return [{ code: 'INVALID_CHARACTERS', at, meta: { field } }];
  }
  if (lengthOf(text) <= maxChars) return [];
  return [{ code: tooLong, at, meta: { field, limit: maxChars } }];
}
