/**
 * Writes dist/: JavaScript for Node 20 with engine and client-core inside, and type declarations that need no
 * package of ours, for `import` and for `require`. `tsc -b` has to have run. Fails when the result is larger than
 * it may be.
 */
import { copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { build, transform } from 'esbuild';

/** Half of it is re2js: the linear-time regular expressions, with Unicode's tables. */
const BUDGET_BYTES = 72 * 1024;
const ENTRIES = ['sdk', 'openfeature', 'testing'];
const ROOT = fileURLToPath(new URL('.', import.meta.url));
const PACKAGES = path.join(ROOT, '..');
const ENGINE = path.join(PACKAGES, 'engine');
const DIST = path.join(ROOT, 'dist');

rmSync(DIST, { recursive: true, force: true });
const compressedBytes = await bundle();
for (const entry of ENTRIES) declare(path.join(ROOT, '.tsbuild/src', `${entry}.d.ts`), new Set());
// Where npm looks for it; the repository has it once.
copyFileSync(path.join(ROOT, '../../LICENSE'), path.join(ROOT, 'LICENSE'));
// The engine's dependency is inside too, under a licence that wants to be told.
const re2js = createRequire(path.join(ENGINE, 'package.json')).resolve('re2js');
copyFileSync(path.join(path.dirname(re2js), '../LICENSE'), path.join(DIST, 'LICENSE-re2js'));

process.stdout.write(`${kilobytes(compressedBytes)} of ${kilobytes(BUDGET_BYTES)}, compressed\n`);
if (compressedBytes > BUDGET_BYTES) process.exit(1);

/** Returns the size of all JavaScript that `import` may load, compressed. */
async function bundle(): Promise<number> {
  const { outputFiles } = await build({
    entryPoints: ENTRIES.map((entry) => path.join(ROOT, 'src', `${entry}.ts`)),
    outdir: DIST,
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    external: ['@openfeature/server-sdk'],
    minifySyntax: true,
    minifyWhitespace: true,
    write: false,
  });
  mkdirSync(DIST, { recursive: true });
  let total = 0;
  for (const { path: file, contents, text } of outputFiles) {
    writeFileSync(file, contents);
    writeFileSync(file.replace(/\.js$/, '.cjs'), await commonJsOf(text));
    const compressed = gzipSync(contents).length;
    total += compressed;
    process.stdout.write(
      `${path.basename(file)}: ${kilobytes(contents.length)}, compressed ${kilobytes(compressed)}\n`,
    );
  }
  return total;
}

/** The same file for `require`, which loads the same chunks under another name. */
async function commonJsOf(module: string): Promise<string> {
  const { code } = await transform(module, {
    format: 'cjs',
    platform: 'node',
    target: 'node20',
    minifySyntax: true,
    minifyWhitespace: true,
  });
  return code.replaceAll(/require\("(\.\/[^"]*)\.js"\)/g, 'require("$1.cjs")');
}

/** Copies a declaration file and all that it imports; those of other packages go to folders of their own. */
function declare(source: string, done: Set<string>): void {
  if (done.has(source)) return;
  done.add(source);
  const target = declarationIn(source);
  const text = readFileSync(source, 'utf8').replaceAll(
    /(from |import\()'((?:\.|@comporta\/)[^']*)'/g,
    (_match, before: string, specifier: string) => {
      const imported = declarationOf(specifier, source);
      declare(imported, done);
      const relative = path.relative(path.dirname(target), declarationIn(imported));
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

/** The declaration file that tsc made of an import. */
function declarationOf(specifier: string, importer: string): string {
  const [, name, module] = /^@comporta\/([^/]+)\/(.*)$/.exec(specifier) ?? [];
  if (name !== undefined) return path.join(PACKAGES, name, '.tsbuild/src', `${module}.d.ts`);
  return path.resolve(path.dirname(importer), specifier.replace(/\.ts$/, '.d.ts'));
}

function declarationIn(source: string): string {
  const [name = '', ...inside] = path.relative(PACKAGES, source).split(path.sep);
  const module = path.join(...inside.slice(inside.indexOf('src') + 1));
  return name === path.basename(ROOT) ? path.join(DIST, module) : path.join(DIST, name, module);
}

function kilobytes(bytes: number): string {
  return `${(bytes / 1024).toFixed(1)} kB`;
}
