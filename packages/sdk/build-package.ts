/** Writes dist/ for Node 20 and later. Exits with 1 when the bundle exceeds its byte budget. */
import { copyFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Plugin, transform } from 'esbuild';
import { buildPackage } from '../../scripts/published-package.ts';
import { withoutUnnamed } from './without-unnamed.ts';

/**
 * About half of it is re2js: linear-time regular expressions with Unicode tables. The words, combined rules and id lists of
 * 0.3.0 take the rest of what 0.2.0 left: an SDK that evaluates at home needs all of them.
 */
const BUDGET_BYTES = 80 * 1024;
const ROOT = fileURLToPath(new URL('.', import.meta.url));

/** The only module that uses re2js. */
const USER_OF_RE2JS = path.join(ROOT, '../engine/src/operators/regex.ts');

/** Of re2js only what is reached, with short names inside. Our own functions keep theirs for stack traces. */
const smallRe2js: Plugin = {
  name: 'small-re2js',
  setup({ onLoad }) {
    onLoad({ filter: /node_modules.re2js/ }, async ({ path: file }) => {
      const whole = await transform(await readFile(file, 'utf8'), { minifyWhitespace: true });
      const reached = withoutUnnamed(whole.code, await readFile(USER_OF_RE2JS, 'utf8'));
      const { code } = await transform(reached, { minify: true });
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
    plugins: [smallRe2js],
  },
  keepsFunctionNames: true,
  budgetBytes: BUDGET_BYTES,
});
// The bundle contains re2js, whose licence requires that its text is shipped too.
const engine = path.join(ROOT, '../engine/package.json');
const re2js = createRequire(engine).resolve('re2js');
copyFileSync(path.join(path.dirname(re2js), '../LICENSE'), path.join(ROOT, 'dist/LICENSE-re2js'));
if (!isWithinBudget) process.exit(1);
