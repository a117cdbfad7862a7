/** Writes dist/ for Node 20 and later. Fails when the result is larger than it may be. */
import { copyFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildPackage } from '../../scripts/published-package.ts';

/** Half of it is re2js: the linear-time regular expressions, with Unicode's tables. */
const BUDGET_BYTES = 76 * 1024;
const ROOT = fileURLToPath(new URL('.', import.meta.url));

const isWithinBudget = await buildPackage({
  root: ROOT,
  entries: ['sdk', 'edge', 'hook', 'openfeature', 'testing'],
  options: { platform: 'node', target: 'node20', external: ['@openfeature/server-sdk'] },
  budgetBytes: BUDGET_BYTES,
});
// The engine's dependency is inside too, under a licence that wants to be told.
const engine = path.join(ROOT, '../engine/package.json');
const re2js = createRequire(engine).resolve('re2js');
copyFileSync(path.join(path.dirname(re2js), '../LICENSE'), path.join(ROOT, 'dist/LICENSE-re2js'));
if (!isWithinBudget) process.exit(1);
