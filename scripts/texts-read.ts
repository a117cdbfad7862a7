/** How the sources use the messages: the keys that nothing reads, and the literals that are not a key. */
export interface TextsRead {
  readonly unread: readonly string[];
  /** Each as `file: key`. */
  readonly unknown: readonly string[];
}

/** The prefixes of keys by the translator's name, such as `t` in `const t = useTranslations('toggle.list')`. */
type Translators = ReadonlyMap<string, ReadonlySet<string>>;

const BINDING = /\bconst (\w+)[^=\n]* = (?:useTranslations|speak)\((?:'([\w.]+)')?/g;
const PARAMETER = /\b(\w+): Say\b/g;
/** `readonly t: ReturnType<typeof useTranslations<'experiment'>>` */
const TYPED = /\b(\w+): ReturnType<typeof useTranslations<'([\w.]+)'>>/g;
/** `const { t: say } = latest.current` */
const RENAMED = /\bconst \{[^}]*\bt: (\w+)/g;
/** `useTranslations('audit')('title')` */
const CALLED_AT_ONCE = /\buseTranslations\('([\w.]+)'\)\('([\w.]+)'/g;
const WORD = /'([\w.-]+)'/g;
const PLACEHOLDER = /\$\{[^{}]*\}/;
const LITERAL = /'([^'\n]*)'|`([^`]*)`/g;

/**
 * Looks for each key in the calls of translators: a literal, one of several (`a ? 'x' : 'y'`), or a
 * template, in which `${…}` matches any text without a dot. A literal with a full key counts everywhere.
 * Where a call has only a variable, any literal of that file may be the key.
 */
export function readTexts(
  keys: readonly string[],
  sources: ReadonlyMap<string, string>,
): TextsRead {
  const known = new Set(keys);
  const read = new Set<string>();
  const unknown: string[] = [];
  for (const [file, source] of sources) {
    const words = [...source.matchAll(WORD)].map(([, word = '']) => word);
    for (const word of words) read.add(word);
    for (const [, prefix, key] of source.matchAll(CALLED_AT_ONCE)) read.add(`${prefix}.${key}`);
    for (const [name, prefixes] of translatorsOf(source)) {
      const withPrefix = (key: string) => [...prefixes].map((prefix) => prefix + key);
      for (const argument of firstArguments(source, name)) {
        const literals = [...argument.matchAll(LITERAL)];
        if (literals.length === 0) for (const key of words.flatMap(withPrefix)) read.add(key);
        for (const [, word, template] of literals) {
          const found =
            word === undefined
              ? withPrefix(template ?? '').flatMap((each) => keysLike(each, keys))
              : withPrefix(word).filter((key) => known.has(key));
          for (const key of found) read.add(key);
          if (found.length === 0) unknown.push(`${file}: ${word ?? template}`);
        }
      }
    }
  }
  return { unread: keys.filter((key) => !read.has(key)), unknown };
}

function translatorsOf(source: string): Translators {
  const translators = new Map<string, Set<string>>();
  const add = (name: string, prefix: string) =>
    translators.set(name, (translators.get(name) ?? new Set()).add(prefix));
  for (const [, name = '', namespace] of source.matchAll(BINDING))
    add(name, namespace === undefined ? '' : `${namespace}.`);
  for (const [, name = ''] of source.matchAll(PARAMETER)) add(name, '');
  for (const [, name = '', namespace] of source.matchAll(TYPED)) add(name, `${namespace}.`);
  for (const [, name = ''] of source.matchAll(RENAMED))
    for (const prefix of translators.get('t') ?? []) add(name, prefix);
  return translators;
}

function keysLike(template: string, keys: readonly string[]): string[] {
  const parts = template.split(PLACEHOLDER).map((part) => part.replaceAll('.', '\\.'));
  const pattern = new RegExp(`^${parts.join('[^.]+')}$`);
  return keys.filter((key) => pattern.test(key));
}

/** The first argument of each call of `name(…)`, `name.rich(…)` and `name.markup(…)`, and also of `it.name(…)`. */
function firstArguments(source: string, name: string): string[] {
  const calls = source.matchAll(new RegExp(`(?<!\\w)${name}(?:\\.rich|\\.markup)?\\(`, 'g'));
  return [...calls].map(({ 0: call, index }) => {
    const start = index + call.length;
    return source.slice(start, endOfArgument(source, start));
  });
}

function endOfArgument(source: string, start: number): number {
  let depth = 0;
  for (let index = start; index < source.length; index++) {
    const character = source.charAt(index);
    if ('([{'.includes(character)) depth++;
    else if (depth === 0 && ',)'.includes(character)) return index;
    else if (')]}'.includes(character)) depth--;
  }
  return source.length;
}
