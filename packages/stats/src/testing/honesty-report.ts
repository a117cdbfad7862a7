import { claims, mostWrongClaims, type Study } from './honesty.ts';
import { DISHONEST, FOUND, HONEST } from './studies.ts';

/** Factor of the number of runs compared with the tests: `npm run honesty --workspace @comporta/stats -- 10` */
const FACTOR = Number(process.argv[2] ?? 10);
const SEED = 6100;

let failed = 0;

function report(study: Study, isRight: (claimed: number, study: Study) => boolean): void {
  const long = { ...study, runs: study.runs * FACTOR };
  const claimed = claims(long, SEED);
  const verdict = isRight(claimed, long) ? 'ok  ' : 'FAIL';
  if (verdict === 'FAIL') failed++;
  const rate = ((100 * claimed) / long.runs).toFixed(2).padStart(6);
  const limit = ((100 * mostWrongClaims(long)) / long.runs).toFixed(2);
  process.stdout.write(`${verdict} ${rate} % of ${long.runs}, limit ${limit} %: ${study.name}\n`);
}

process.stdout.write('Wrong claims of the product, at most the limit\n');
for (const study of HONEST) report(study, (claimed, long) => claimed <= mostWrongClaims(long));
process.stdout.write('Wrong claims of others, above the limit\n');
for (const study of DISHONEST) report(study, (claimed, long) => claimed > mostWrongClaims(long));
process.stdout.write('Right claims of the product, at least 80 %\n');
for (const study of FOUND) report(study, (claimed, long) => claimed >= 0.8 * long.runs);
process.exitCode = failed === 0 ? 0 : 1;
