import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseSync } from 'oxc-parser';

/**
 * Prints, for each package, how many of the exported names say what they are: by a docstring, or because they need none.
 * With the name of a package, it lists the others.
 */
const ROOT = path.resolve(import.meta.dirname, '..');
export const PACKAGES = ['contract', 'engine', 'messages'];

interface Exported {
  readonly name: string;
  /** Why it is clear what this is; undefined when nothing says it. */
  readonly said: 'docstring' | 'name' | undefined;
}

interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [key: string]: unknown;
}

/**
 * Names that need no docstring: what describes itself (a call has its `summary`, a documented schema its description, fields
 * their bounds, texts are texts), what only names a part of something else (`Note` of `noteSchema`, one of a list), lists
 * of codes, and limits whose unit is in their name.
 */
const CALLED = /^(?:endpoint|documented|fieldsOf)$/;
const TEXTS = /\bsatisfies Texts$/;
const DERIVED =
  /^(?:z\.\w+<typeof \w+>|\(typeof \w+\)\[number\]|keyof typeof \w+|ValueOf<typeof \w+>)$/;
const DRAFT = /^z\.object\([A-Z_]+\.draft\)$/;
const LIMIT =
  /^[A-Z_]*(?:MAX|MIN|MOST|LEAST)_(?:CHARS|BYTES|HOURS|DAYS|ITEMS|[A-Z]+S)$|^[A-Z_]+_(?:HOURS|DAYS)_MOST$/;
const CODES = /^[A-Z_]+_CODES$/;

export function exportedNames(file: string, text: string): Exported[] {
  const { program, comments } = parseSync(file, text);
  const docstrings = new Set(
    comments
      .filter(({ type, value }) => type === 'Block' && value.startsWith('*'))
      .map(({ end }) => end),
  );
  return (program.body as unknown as Node[]).flatMap((node) => {
    const declaration = node.declaration as Node | null | undefined;
    if (node.type !== 'ExportNamedDeclaration' || !declaration) return [];
    const hasDocstring = docstrings.has(text.slice(0, node.start).trimEnd().length);
    const [first] = (declaration.declarations as Node[] | undefined) ?? [declaration];
    const name = String((first?.id as Node | undefined)?.name);
    const value = (first?.init ?? first?.typeAnnotation) as Node | undefined;
    const source = value === undefined ? '' : text.slice(value.start, value.end);
    const isClear =
      CALLED.test(String((value?.callee as Node | undefined)?.name)) ||
      [DERIVED, DRAFT, TEXTS].some((pattern) => pattern.test(source)) ||
      [LIMIT, CODES].some((pattern) => pattern.test(name));
    return [{ name, said: hasDocstring ? 'docstring' : isClear ? 'name' : undefined }];
  });
}

export function exportedOf(name: string): (Exported & { readonly file: string })[] {
  return globSync(`packages/${name}/src/**/*.{ts,tsx}`, { cwd: ROOT })
    .filter((file) => !/\.test\.|\/(?:testing|test-support)\//.test(file))
    .toSorted()
    .flatMap((file) =>
      exportedNames(file, readFileSync(path.join(ROOT, file), 'utf8')).map((each) => ({
        ...each,
        file,
      })),
    );
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const [only] = process.argv.slice(2);
  for (const name of only === undefined ? PACKAGES : [only]) {
    const all = exportedOf(name);
    const count = (said: Exported['said']) => all.filter((each) => each.said === said).length;
    const share = Math.round((100 * (all.length - count(undefined))) / all.length);
    process.stdout.write(
      `${name}: ${share} % of ${all.length} (docstring ${count('docstring')}, name ${count('name')})\n`,
    );
    if (only === undefined) continue;
    for (const { file, name, said } of all)
      if (said === undefined) process.stdout.write(`  ${file} ${name}\n`);
  }
}
