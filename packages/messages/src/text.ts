import type { Language } from './languages.ts';

/** A sentence or a word in every language; use-intl fills in its arguments. */
export type Text = Readonly<Record<Language, string>>;

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

export function inLanguage<Of extends Texts>(texts: Of, language: Language): InLanguage<Of> {
  const entries = Object.entries(texts).map(([name, value]) => [
    name,
    isText(value) ? value[language] : inLanguage(value, language),
  ]);
  // Object.fromEntries forgets which name has which value.
  return Object.fromEntries(entries) as InLanguage<Of>;
}

/** Texts may be named as languages are; the words of a text are strings. */
function isText(value: Text | Texts): value is Text {
  return typeof value.en === 'string';
}
