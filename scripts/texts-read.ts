import path from 'node:path';
import { parseSync, visitorKeys } from 'oxc-parser';

/** How the sources use the messages: the keys that nothing reads, and the literals that are not a key. */
export interface TextsRead {
  readonly unread: readonly string[];
  /** Each as `file: key`. */
  readonly unknown: readonly string[];
}

interface Node {
  readonly type: string;
  readonly [key: string]: unknown;
}

/** Sources without any of these read no text; they are not parsed, to save time. */
const MAY_READ = /\b(?:useTranslations|speak|Say)\b|['"`][\w-]+(?:\.[\w-]+)+['"`]/;

/** A source, as far as it concerns texts. */
interface Reader {
  /** The prefixes of keys by the translator's name, such as `t` in `const t = useTranslations('toggle.list')`. */
  readonly translators: ReadonlyMap<string, ReadonlySet<string>>;
  /** The name of each function that is called, with the first argument: `t` for `t('x')`, `t.rich('x')` and `it.t('x')`. */
  readonly calls: readonly (readonly [name: string, argument: Node])[];
  /** The keys of `useTranslations('audit')('title')`. */
  readonly calledAtOnce: readonly string[];
  readonly literals: readonly string[];
  /** The translators that its interfaces have, for the files that import these. */
  readonly offered: readonly (readonly [name: string, prefix: string])[];
  /** The relative paths that it imports. */
  readonly imports: readonly string[];
}

/**
 * Looks for each key in the calls of translators: a literal, one of several (`a ? 'x' : 'y'`), or a
 * template, in which `${…}` matches any text without a dot. A literal with a full key counts everywhere.
 * Where a call has only a variable, any literal of that file may be the key. A translator in an interface is known to the
 * files that import from its file.
 */
export function readTexts(
  keys: readonly string[],
  sources: ReadonlyMap<string, string>,
): TextsRead {
  const known = new Set(keys);
  const read = new Set<string>();
  const unknown: string[] = [];
  const readers = new Map<string, Reader>();
  for (const [file, source] of sources) {
    if (MAY_READ.test(source)) readers.set(file, readSource(file, source));
  }
  for (const [file, { calls, calledAtOnce, literals, ...reader }] of readers) {
    const translators = new Map(reader.translators);
    for (const imported of reader.imports) {
      const offered = readers.get(path.posix.join(path.posix.dirname(file), imported))?.offered;
      for (const [name, prefix] of offered ?? []) {
        translators.set(name, new Set([...(translators.get(name) ?? []), prefix]));
      }
    }
    for (const key of [...literals, ...calledAtOnce]) read.add(key);
    for (const [name, argument] of calls) {
      const prefixes = [...(translators.get(name) ?? [])];
      if (prefixes.length === 0) continue;
      const named = namedBy(argument);
      if (named.length === 0) {
        for (const key of literals) for (const prefix of prefixes) read.add(prefix + key);
      }
      for (const key of named) {
        const found = key.includes('*')
          ? prefixes.flatMap((prefix) => keysLike(prefix + key, keys))
          : prefixes.map((prefix) => prefix + key).filter((each) => known.has(each));
        for (const each of found) read.add(each);
        if (found.length === 0) unknown.push(`${file}: ${key}`);
      }
    }
  }
  return { unread: keys.filter((key) => !read.has(key)), unknown };
}

/** Keys with this text, in which `*` stands for any text without a dot. */
function keysLike(text: string, keys: readonly string[]): string[] {
  const pattern = new RegExp(`^${text.replaceAll('.', '\\.').replaceAll('*', '[^.]+')}$`);
  return keys.filter((key) => pattern.test(key));
}

/** The keys that an argument may be, with `*` for what a template fills in. Empty for a variable or a call. */
function namedBy(node: Node): string[] {
  const inside = (key: string) => (isNode(node[key]) ? namedBy(node[key]) : []);
  switch (node.type) {
    case 'Literal':
      return typeof node.value === 'string' ? [node.value] : [];
    case 'TemplateLiteral':
      return [
        (node.quasis as { value: { cooked: string } }[]).map((each) => each.value.cooked).join('*'),
      ];
    case 'ConditionalExpression':
      return [...inside('consequent'), ...inside('alternate')];
    case 'LogicalExpression':
      return [...inside('left'), ...inside('right')];
    case 'ParenthesizedExpression':
    case 'TSAsExpression':
      return inside('expression');
    default:
      return [];
  }
}

function readSource(file: string, text: string): Reader {
  const translators = new Map<string, Set<string>>();
  const renamed: string[] = [];
  const calls: (readonly [string, Node])[] = [];
  const calledAtOnce: string[] = [];
  const literals: string[] = [];
  const offered: (readonly [string, string])[] = [];
  const imports: string[] = [];
  visit(parseSync(file, text).program as unknown as Node);
  for (const name of renamed) for (const prefix of translators.get('t') ?? []) add(name, prefix);
  return { translators, calls, calledAtOnce, literals, offered, imports };

  function add(name: string, namespace: string): void {
    const prefix = prefixOf(namespace);
    translators.set(name, (translators.get(name) ?? new Set()).add(prefix));
  }

  function visit(node: Node): void {
    const declared = translatorOf(node);
    if (declared !== undefined) {
      add(...declared);
      if (node.type === 'TSPropertySignature') offered.push([declared[0], prefixOf(declared[1])]);
    }
    if (node.type === 'ImportDeclaration' && isNode(node.source)) {
      imports.push(String(node.source.value));
    }
    if (node.type === 'Literal' && typeof node.value === 'string') literals.push(node.value);
    // const { t: say } = latest.current
    if (node.type === 'Property' && nameOf(node.key) === 't')
      renamed.push(nameOf(node.value) ?? '');
    const [argument] = (node.type === 'CallExpression' ? node.arguments : []) as Node[];
    if (argument !== undefined) {
      const namespace = namespaceOf(node.callee);
      if (namespace !== undefined)
        calledAtOnce.push(...namedBy(argument).map((key) => `${namespace}.${key}`));
      const name = calledName(node.callee);
      if (name !== undefined) calls.push([name, argument]);
    }
    for (const key of visitorKeys[node.type] ?? []) {
      for (const child of [node[key]].flat()) if (isNode(child)) visit(child);
    }
  }
}

function prefixOf(namespace: string): string {
  return namespace === '' || namespace.endsWith('.') ? namespace : `${namespace}.`;
}

/** `t` for `t`, `t.rich`, `t.markup` and `it.t`. */
function calledName(callee: unknown): string | undefined {
  if (!isNode(callee) || callee.type !== 'MemberExpression') return nameOf(callee);
  const member = nameOf(callee.property);
  return member === 'rich' || member === 'markup' ? calledName(callee.object) : member;
}

/** What declares a translator, with the namespace of its keys. */
function translatorOf(node: Node): [name: string, namespace: string] | undefined {
  if (node.type === 'VariableDeclarator') {
    const [name, namespace] = [nameOf(node.id), namespaceOf(node.init)];
    return name === undefined || namespace === undefined ? undefined : [name, namespace];
  }
  const annotation = isNode(node.typeAnnotation) ? node.typeAnnotation.typeAnnotation : undefined;
  const name = nameOf(node) ?? nameOf(node.key);
  if (name === undefined || !isNode(annotation)) return undefined;
  const namespace = namespaceOfType(annotation);
  return namespace === undefined ? undefined : [name, namespace];
}

/** `toggle.list` for `useTranslations('toggle.list')`; empty for `useTranslations()` and `speak(language)`. */
function namespaceOf(node: unknown): string | undefined {
  if (!isNode(node) || node.type !== 'CallExpression') return undefined;
  const name = nameOf(node.callee);
  const [argument] = node.arguments as Node[];
  if (name === 'useTranslations') return argument === undefined ? '' : namedBy(argument)[0];
  return name === 'speak' ? '' : undefined;
}

/** For `Say`, and for `ReturnType<typeof useTranslations<'toggle.list'>>`. */
function namespaceOfType(node: Node): string | undefined {
  const name = nameOf(node.typeName);
  if (name === 'Say') return '';
  const [query] = name === 'ReturnType' ? typesOf(node) : [];
  if (query === undefined || nameOf(query.exprName) !== 'useTranslations') return undefined;
  const [namespace] = typesOf(query);
  return isNode(namespace?.literal) ? namedBy(namespace.literal)[0] : '';
}

function typesOf(node: Node): readonly Node[] {
  return isNode(node.typeArguments) ? (node.typeArguments.params as Node[]) : [];
}

function nameOf(node: unknown): string | undefined {
  return isNode(node) && node.type === 'Identifier' ? String(node.name) : undefined;
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value;
}
