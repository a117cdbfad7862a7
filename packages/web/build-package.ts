/** Writes dist/ for the last two versions of browsers. Exits with 1 when the bundle exceeds its byte budget. */
import { fileURLToPath } from 'node:url';
import { buildPackage } from '../../scripts/published-package.ts';

const BUDGET_BYTES = 6.75 * 1024;

const isWithinBudget = await buildPackage({
  root: fileURLToPath(new URL('.', import.meta.url)),
  entries: ['web', 'openfeature'],
  options: {
    platform: 'browser',
    target: 'es2022',
    external: ['@openfeature/web-sdk'],
    minifyIdentifiers: true,
  },
  keepsFunctionNames: false,
  budgetBytes: BUDGET_BYTES,
});
if (!isWithinBudget) process.exit(1);
