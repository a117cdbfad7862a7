import { catalogueOf } from '@comporta/messages/catalogue';
import { patternsOf } from './message-patterns.ts';

/** Texts that are the same in every language: the product, codes of languages and time zones, an initial. */
const NAMES = /^(?:Comporta|EN|PT|UTC|\p{Lu})$/u;

/** Times as Intl formats them in Portuguese. */
const TIMES = [
  /^(?:há|em) \d+ (?:segundo|minuto|hora|dia)s?$/,
  /^(?:agora|ontem|hoje)$/,
  /^\d{1,2} de [a-z]{3}\.(?: de \d{4})?$/,
  /^(?:janeiro|fevereiro|março|abril|maio|junho|julho|agosto|setembro|outubro|novembro|dezembro) de \d{4}$/,
];

/**
 * Stored values that are never translated: ids, e-mails, addresses, times in UTC, lengths of time, keys and their last
 * characters, scopes of OpenID Connect.
 */
const STORED = [
  /^[\da-f]{8}-[\da-f-]{27}$/,
  /^\S+@\S+$/,
  /^https?:\S+$/,
  /^\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d)?(?:\.\d+)?(?: ?UTC|Z)?)?$/,
  /^\d+ s$/,
  /^cpt_\w+/,
  /^····[\w-]+$/,
  /^openid(?: [a-z_]+)*$/,
];

const { exact, patterns } = portuguese();

/**
 * Returns a function that tells whether a text is stored data, or a text of the Portuguese catalogue whose
 * arguments are such texts. Stored data is not translated.
 */
export function portugueseOr(data: ReadonlySet<string>): (text: string) => boolean {
  const known = new Map<string, boolean>();

  function isKnown(text: string): boolean {
    const said = inner(text);
    const before = known.get(said);
    if (before !== undefined) return before;
    // Breaks cycles: while a text is examined, it counts as unknown.
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

  /** The name of an experiment is that of its toggle, with the environment in parentheses. */
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

  /** Two texts separated by a space, such as `Excluir` and the name of the deleted item. */
  function isJoined(text: string): boolean {
    return [...text.matchAll(/ /g)].some(
      ({ index }) => isKnown(text.slice(0, index)) && isKnown(text.slice(index)),
    );
  }

  return isKnown;
}

/** The text without the punctuation that joins it to a chip beside it. */
function inner(text: string): string {
  return text.replaceAll(/^[\s,:;]+|[\s,:;]+$/g, '');
}

/** Whether a text is literally in the catalogue, or is the same in every language. */
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
    // Names of expressions begin with a lower-case letter inside sentences, so case is ignored.
    exact: new Set(
      fragments.flatMap(({ pieces }) => pieces.map((piece) => inner(piece).toLowerCase())),
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
