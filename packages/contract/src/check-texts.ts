import type { TextBounds } from './fields.ts';
import { lengthOf, type Problem } from './problem.ts';

interface CheckedTexts<Name extends string, Code extends string> {
  readonly texts: Readonly<Record<Name, string>>;
  readonly problems: readonly Problem<Code>[];
}

/** The texts of a draft whose noun declares bounds for them, trimmed, and what is wrong with each. */
export function checkTexts<Name extends string, Code extends string>(
  { bounds }: { readonly bounds: Readonly<Record<Name, TextBounds<Code>>> },
  draft: Readonly<Record<NoInfer<Name>, string>>,
): CheckedTexts<Name, Code> {
  const names = Object.keys(bounds) as Name[]; // Of the object's own keys.
  const texts = Object.fromEntries(names.map((name) => [name, draft[name].trim()]));
  return {
    texts: texts as Record<Name, string>, // Object.fromEntries forgets which name has which value.
    problems: names.flatMap((name) => problemsOf(name, texts[name] ?? '', bounds[name])),
  };
}

function problemsOf<Code extends string>(
  field: string,
  text: string,
  { maxChars, empty, tooLong }: TextBounds<Code>,
): Problem<Code>[] {
  const at = [field];
  if (text === '' && empty !== undefined) return [{ code: empty, at }];
  if (lengthOf(text) <= maxChars) return [];
  return [{ code: tooLong, at, meta: { field, limit: maxChars } }];
}
