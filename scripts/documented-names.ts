import { parseSync } from 'oxc-parser';

/** What the repository has, and documents may name. */
export interface Repository {
  /** Every word of the sources, without their comments; also the names of files and of installed packages. */
  readonly words: ReadonlySet<string>;
  /** Every file and folder, from the root, with `/` as separator. */
  readonly paths: readonly string[];
  /** What sources import. */
  readonly imports: ReadonlySet<string>;
  /** The scripts of all `package.json`. */
  readonly scripts: ReadonlySet<string>;
  /** `GET /api/apps/:`: the calls of the contract, with `:` for each parameter; other paths of the API without a method. */
  readonly calls: readonly string[];
}

const WORD = /[\w$][\w$-]*/g;
const BLOCK = /^( *)(```+).*\n([\s\S]*?)^\1\2 *$/gm;
const SPAN = /(?<!`)`([^`]+)`(?!`)/g;
const CALL = /^(?:(GET|POST|PUT|DELETE) )?((?:\/api|…)\/[^\s?]*)/;
const SCRIPT = /\bnpm run (?:--\w+ )*([\w:-]+)/g;
const FOLDERS = /^(?:\.{0,2}\/)?(?:[\w.*<>{},…-]+\/)+(?:[\w.*<>{},…-]+)?$/;
const FILE = /^[\w.*<>{},…-]+\.(?:tsx?|js|md|json|sql|css|ya?ml)$/;
/** In a longer text, a word like this is an identifier: `isServed`, `DATA_DIR`, `Noun`. */
const IDENTIFIER = /[A-Z_$]/;

/** The modules that a source imports, as it names them. */
export function importsOf(text: string): readonly string[] {
  return [...text.matchAll(/ from '([^']+)'/g)].map(([, module = '']) => module);
}

/** The words of a source. Comments of TypeScript do not count: they may name what is gone, as documents may. */
export function wordsOf(path: string, text: string): readonly string[] {
  const code = /\.tsx?$/.test(path) ? withoutComments(path, text) : text;
  return [path, code].flatMap((each) =>
    [...each.matchAll(WORD)].flatMap(([word]) => [word, ...word.split('-')]),
  );
}

function withoutComments(path: string, text: string): string {
  const { comments } = parseSync(path, text);
  const starts = [0, ...comments.map(({ end }) => end)];
  return starts.map((start, index) => text.slice(start, comments[index]?.start)).join(' ');
}

/**
 * Returns what a document names in backticks although the repository does not have it: paths, identifiers, calls of the
 * API, scripts of npm. Of blocks of code, which show what others have, only the scripts count.
 */
export function missingNames(
  document: string,
  markdown: string,
  repository: Repository,
): readonly string[] {
  const blocks = [...markdown.matchAll(BLOCK)].map(([, , , code = '']) => code);
  const spans = [...markdown.replace(BLOCK, '').matchAll(SPAN)].map(([, span = '']) =>
    span.replace(/\s+/g, ' '),
  );
  const scripts = [...blocks, ...spans].flatMap((code) => [...code.matchAll(SCRIPT)]);
  return [
    ...spans.flatMap((span) => missingIn(span, document, repository)),
    ...scripts.flatMap(([, name = '']) => (repository.scripts.has(name) ? [] : [name])),
  ];
}

function missingIn(span: string, document: string, repository: Repository): string[] {
  const [, method, path] = CALL.exec(span) ?? [];
  if (path !== undefined) return isCall(method, path, repository) ? [] : [span];
  return span.split(' ').flatMap((part) => {
    // Paths of the console, and of the machine that runs it.
    if (part.startsWith('/') || !/[a-z]/i.test(part)) return [];
    if (!FOLDERS.test(part) && !FILE.test(part))
      return missingWords(part, part === span, repository);
    return isPath(part, document, repository) ? [] : [part];
  });
}

function isCall(method: string | undefined, path: string, { calls }: Repository): boolean {
  return withEachChoice(path.replace(/:\w+|\{\w+\}/g, ':')).every((shape) =>
    calls.some((call) => {
      const [itsMethod, itsPath] = call.startsWith('/') ? ['', call] : call.split(' ');
      if (itsPath === undefined || (method !== undefined && itsMethod !== method)) return false;
      if (shape.startsWith('…')) return itsPath.endsWith(shape.slice(1));
      return itsPath === shape || itsPath.startsWith(`${shape.replace(/\/?(?:…|\*)?$/, '')}/`);
    }),
  );
}

/** `a/{b,c}[/d]` stands for `a/b`, `a/c`, `a/b/d` and `a/c/d`. */
function withEachChoice(path: string): string[] {
  const [all = '', choices, option = ''] = /\{([^}]*)\}|\[([^\]]*)\]/.exec(path) ?? [];
  if (all === '') return [path];
  const each = choices?.split(',') ?? ['', option];
  return each.flatMap((choice) => withEachChoice(path.replace(all, choice)));
}

/** A path counts from the root, from the document's folder, or as the end of one: `contract/src/fields.ts`. */
function isPath(part: string, document: string, { paths, imports }: Repository): boolean {
  if (imports.has(part)) return true;
  const wanted = part.replace(/^(?:\.{1,2}\/)+/, '').replace(/\/$/, '');
  const nextToIt = document.replace(/[^/]*$/, '') + wanted;
  return withEachChoice(wanted).every((path) => {
    const pattern = path.replace(/[.+$()^|]/g, '\\$&').replace(/<[\w-]+>|…|\*+/g, '[^/]*');
    const isEnd = new RegExp(`(?:^|/)${pattern}$`);
    return paths.some((each) => each === nextToIt || isEnd.test(each));
  });
}

function missingWords(part: string, isWhole: boolean, { words }: Repository): string[] {
  const found = part.matchAll(/[\w$][\w$-]*(?:<[\w-]+>|…)?/g);
  return [...found].flatMap(([word]) => {
    const [stem = ''] = word.split(/[<…]/);
    if (stem !== word) return [...words].some((each) => each.startsWith(stem)) ? [] : [word];
    const isName = IDENTIFIER.test(word) || (isWhole && word === part.replace(/^-+/, ''));
    return !isName || words.has(word) || words.has(asProperty(word)) ? [] : [word];
  });
}

/** A column `ends_at` is the property `endsAt` of its table. */
function asProperty(column: string): string {
  return column.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
}
