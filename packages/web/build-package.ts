/** Writes dist/ for the two last versions of browsers. Fails when the result is larger than it may be. */
import { fileURLToPath } from 'node:url';
import { buildPackage } from '../../scripts/published-package.ts';

const BUDGET_BYTES = 6 * 1024;

const isWithinBudget = await buildPackage({
  root: fileURLToPath(new URL('.', import.meta.url)),
  entries: ['web', 'openfeature'],
  options: {
    platform: 'browser',
    target: 'es2022',
    external: ['@openfeature/web-sdk'],
    minifyIdentifiers: true,
  },
  budgetBytes: BUDGET_BYTES,
});
if (!isWithinBudget) process.exit(1);
