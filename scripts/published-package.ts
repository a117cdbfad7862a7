import { copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { type BuildOptions, build, transform } from 'esbuild';
import { minify } from 'rolldown/utils';

const PACKAGES = fileURLToPath(new URL('../packages', import.meta.url));

export interface PublishedPackage {
  /** Its folder in `packages`. */
  readonly root: string;
  /** The names, without `.ts`, of its files in `src` that customers import. */
  readonly entries: readonly string[];
  readonly options: Pick<BuildOptions, 'external' | 'minifyIdentifiers' | 'plugins'> &
    Required<Pick<BuildOptions, 'platform' | 'target'>>;
  /** Whether functions and classes have their names in stack traces. */
  readonly keepsFunctionNames: boolean;
  /** The largest total size of all JavaScript that `import` may load, compressed with gzip. */
  readonly budgetBytes: number;
}

/**
 * Writes dist/: JavaScript that bundles our own packages, and type declarations that need none of them, for
 * `import` and for `require`. `tsc -b` has to run before. Resolves with whether the size is within the budget.
 */
export async function buildPackage(published: PublishedPackage): Promise<boolean> {
  const { root, entries, budgetBytes } = published;
  rmSync(path.join(root, 'dist'), { recursive: true, force: true });
  const bytes = await bundle(published);
  for (const entry of entries)
    declare(root, path.join(root, '.tsbuild/src', `${entry}.d.ts`), new Set());
  // npm expects the licence in the package; the repository has one copy.
  copyFileSync(path.join(PACKAGES, '../LICENSE'), path.join(root, 'LICENSE'));
  process.stdout.write(`${kilobytes(bytes)} of ${kilobytes(budgetBytes)}, compressed\n`);
  return bytes <= budgetBytes;
}

/** Resolves with the size in bytes of all JavaScript that `import` may load, compressed with gzip. */
async function bundle(published: PublishedPackage): Promise<number> {
  const { root, entries, options } = published;
  const outdir = path.join(root, 'dist');
  const { outputFiles } = await build({
    minifySyntax: true,
    minifyWhitespace: true,
    ...options,
    entryPoints: entries.map((entry) => path.join(root, 'src', `${entry}.ts`)),
    outdir,
    bundle: true,
    splitting: true,
    format: 'esm',
    write: false,
  });
  mkdirSync(outdir, { recursive: true });
  let total = 0;
  for (const { path: file, text } of outputFiles) {
    const code = await withShortNames(text, published);
    const contents = Buffer.from(code);
    writeFileSync(file, contents);
    writeFileSync(file.replace(/\.js$/, '.cjs'), await commonJsOf(code, options));
    const compressed = gzipSync(contents).length;
    total += compressed;
    process.stdout.write(
      `${path.basename(file)}: ${kilobytes(contents.length)}, compressed ${kilobytes(compressed)}\n`,
    );
  }
  return total;
}

/** Variables get short names: esbuild could only shorten those of functions with them. */
async function withShortNames(
  module: string,
  { keepsFunctionNames }: PublishedPackage,
): Promise<string> {
  const keepNames = { function: keepsFunctionNames, class: keepsFunctionNames };
  const { code, errors } = await minify('module.js', module, {
    module: true,
    compress: false,
    mangle: { toplevel: true, keepNames },
  });
  if (errors.length > 0) throw new Error(JSON.stringify(errors));
  return code;
}

/** The same module for `require`; it loads the same chunks under their `.cjs` names. */
async function commonJsOf(module: string, options: PublishedPackage['options']): Promise<string> {
  const { platform, target } = options;
  const { code } = await transform(module, {
    format: 'cjs',
    platform,
    target,
    minifySyntax: true,
    minifyWhitespace: true,
  });
  return code.replaceAll(/require\("(\.\/[^"]*)\.js"\)/g, 'require("$1.cjs")');
}

/** Copies a declaration file and all it imports; files of other packages go to one folder per package. */
function declare(root: string, source: string, done: Set<string>): void {
  if (done.has(source)) return;
  done.add(source);
  const target = declarationIn(root, source);
  const text = readFileSync(source, 'utf8').replaceAll(
    /(from |import\()'((?:\.|@comporta\/)[^']*)'/g,
    (_match, before: string, specifier: string) => {
      const imported = declarationOf(specifier, source);
      declare(root, imported, done);
      const relative = path.relative(path.dirname(target), declarationIn(root, imported));
      const posix = relative
        .split(path.sep)
        .join('/')
        .replace(/\.d\.ts$/, '.js');
      return `${before}'${posix.startsWith('.') ? posix : `./${posix}`}'`;
    },
  );
  mkdirSync(path.dirname(target), { recursive: true });
  writeFileSync(target, text);
  writeFileSync(
    target.replace(/\.d\.ts$/, '.d.cts'),
    text.replaceAll(/(from |import\()'(\.[^']*)\.js'/g, "$1'$2.cjs'"),
  );
}

/** The declaration file that tsc generated for an import. */
function declarationOf(specifier: string, importer: string): string {
  const [, name, module] = /^@comporta\/([^/]+)\/(.*)$/.exec(specifier) ?? [];
  if (name !== undefined) return path.join(PACKAGES, name, '.tsbuild/src', `${module}.d.ts`);
  return path.resolve(path.dirname(importer), specifier.replace(/\.ts$/, '.d.ts'));
}

function declarationIn(root: string, source: string): string {
  const [name = '', ...inside] = path.relative(PACKAGES, source).split(path.sep);
  const module = path.join(...inside.slice(inside.indexOf('src') + 1));
  const dist = path.join(root, 'dist');
  return name === path.basename(root) ? path.join(dist, module) : path.join(dist, name, module);
}

function kilobytes(bytes: number): string {
  return `${(bytes / 1024).toFixed(1)} kB`;
}
