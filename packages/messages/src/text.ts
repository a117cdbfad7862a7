import type { Language } from './languages.ts';

/** A sentence or a word in every language. use-intl fills in its arguments. */
export type Text = Readonly<Record<Language, string>>;

/** Texts by name, in any depth. The path to one, joined by dots, is its key. */
export interface Texts {
  readonly [name: string]: Text | Texts;
}

/** The same tree with the texts of one language. */
export type InLanguage<Of extends Texts> = {
  readonly [Name in keyof Of]: Of[Name] extends Text
    ? string
    : Of[Name] extends Texts
      ? InLanguage<Of[Name]>
      : never;
};

/** The texts of one language under the same names. */
export function inLanguage<Of extends Texts>(texts: Of, language: Language): InLanguage<Of> {
  const entries = Object.entries(texts).map(([name, value]) => [
    name,
    isText(value) ? value[language] : inLanguage(value, language),
  ]);
  // The type of Object.fromEntries loses which name has which value.
  return Object.fromEntries(entries) as InLanguage<Of>;
}

/** The names of texts may be those of languages, so the type of the member decides. */
function isText(value: Text | Texts): value is Text {
  return typeof value.en === 'string';
}
