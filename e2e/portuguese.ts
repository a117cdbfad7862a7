import { catalogueOf } from '@comporta/messages/catalogue';
import { patternsOf } from './message-patterns.ts';

/** The same in every language: the product, codes of languages and of the time, an initial. */
const NAMES = /^(?:Comporta|EN|PT|UTC|\p{Lu})$/u;

/** What Intl says of times: it is asked by the language, like every text. */
const TIMES = [
  /^(?:há|em) \d+ (?:segundo|minuto|hora|dia)s?$/,
  /^(?:agora|ontem|hoje)$/,
  /^\d{1,2} de [a-z]{3}\.(?: de \d{4})?$/,
  /^(?:janeiro|fevereiro|março|abril|maio|junho|julho|agosto|setembro|outubro|novembro|dezembro) de \d{4}$/,
];

/** Stored as it is: ids, e-mails, addresses, times in UTC, keys and how they end. */
const STORED = [
  /^[\da-f]{8}-[\da-f-]{27}$/,
  /^\S+@\S+$/,
  /^https?:\S+$/,
  /^\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d)?(?:\.\d+)?(?: ?UTC|Z)?)?$/,
  /^cpt_\w+/,
  /^····\w+$/,
];

const { exact, patterns } = portuguese();

/**
 * Answers whether a text is one of the Portuguese catalogue with such arguments, or data: what is
 * stored is nobody's to translate.
 */
export function portugueseOr(data: ReadonlySet<string>): (text: string) => boolean {
  const known = new Map<string, boolean>();

  function isKnown(text: string): boolean {
    const said = text.trim();
    const before = known.get(said);
    if (before !== undefined) return before;
    // Whoever asks for the same while it is looked at is going round in a circle.
    known.set(said, false);
    const answer =
      data.has(said) ||
      isSame(said) ||
      isList(said) ||
      isIn(said) ||
      isMessage(said) ||
      isJoined(said);
    known.set(said, answer);
    return answer;
  }

  function isList(text: string): boolean {
    const parts = text.split(/, | \/ | → |: | · /);
    return parts.length > 1 && parts.every(isKnown);
  }

  /** An experiment is its toggle, and its environment in brackets. */
  function isIn(text: string): boolean {
    const [, what, where] = /^(.+) \((.+)\)$/.exec(text) ?? [];
    return what !== undefined && where !== undefined && isKnown(what) && isKnown(where);
  }

  function isMessage(text: string): boolean {
    return patterns.some((expression) => {
      const [, ...given] = expression.exec(text) ?? [];
      return given.length > 0 && given.every(isKnown);
    });
  }

  /** `Excluir` and the name of what is deleted: two texts, one after the other. */
  function isJoined(text: string): boolean {
    return [...text.matchAll(/ /g)].some(
      ({ index }) => isKnown(text.slice(0, index)) && isKnown(text.slice(index)),
    );
  }

  return isKnown;
}

/** What the catalogue has word for word, and what is written alike everywhere. */
function isSame(text: string): boolean {
  return (
    !/\p{L}/u.test(text) ||
    exact.has(text.toLowerCase()) ||
    [NAMES, ...TIMES, ...STORED].some((expression) => expression.test(text))
  );
}

function portuguese(): { exact: ReadonlySet<string>; patterns: readonly RegExp[] } {
  const fragments = textsOf(catalogueOf('pt')).flatMap(patternsOf);
  return {
    // Sentences begin names of expressions with a small letter.
    exact: new Set(
      fragments.filter(({ given }) => given === 0).map(({ text }) => text.toLowerCase()),
    ),
    patterns: fragments.filter(({ given }) => given > 0).map(({ expression }) => expression),
  };
}

type Catalogue = { readonly [key: string]: string | Catalogue };

function textsOf(catalogue: Catalogue): string[] {
  return Object.values(catalogue).flatMap((text) =>
    typeof text === 'string' ? [text] : textsOf(text),
  );
}
