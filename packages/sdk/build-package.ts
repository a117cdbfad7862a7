/** Writes dist/ for Node 20 and later. Exits with 1 when the bundle exceeds its byte budget. */
import { copyFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Plugin, transform } from 'esbuild';
import { buildPackage } from '../../scripts/published-package.ts';

/**
 * About half of it is re2js: linear-time regular expressions with Unicode tables. The words and combined rules of 0.3.0
 * take 4 KB, its id lists 5.5 KB (a hash with a key, the look-up, what follows and stores the lists): an SDK that evaluates
 * at home needs all of them.
 */
const BUDGET_BYTES = 88 * 1024;
const ROOT = fileURLToPath(new URL('.', import.meta.url));

/** Minifies identifiers only in re2js. Our own names stay readable in stack traces. */
const shortNamesInRe2js: Plugin = {
  name: 'short-names-in-re2js',
  setup({ onLoad }) {
    onLoad({ filter: /node_modules.re2js/ }, async ({ path: file }) => {
      const { code } = await transform(await readFile(file, 'utf8'), { minify: true });
      return { contents: code };
    });
  },
};

const isWithinBudget = await buildPackage({
  root: ROOT,
  entries: ['sdk', 'edge', 'hook', 'openfeature', 'openfeature-edge', 'testing'],
  options: {
    platform: 'node',
    target: 'node20',
    external: ['@openfeature/server-sdk'],
    plugins: [shortNamesInRe2js],
  },
  budgetBytes: BUDGET_BYTES,
});
// The bundle contains re2js, whose licence requires that its text is shipped too.
const engine = path.join(ROOT, '../engine/package.json');
const re2js = createRequire(engine).resolve('re2js');
copyFileSync(path.join(path.dirname(re2js), '../LICENSE'), path.join(ROOT, 'dist/LICENSE-re2js'));
if (!isWithinBudget) process.exit(1);
