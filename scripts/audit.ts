/**
 * `npm run audit`: asks the registry for known vulnerabilities of the locked versions that are shipped. Fails on a high
 * or critical one. When the registry does not support audits, as many mirrors do not, it prints so and does not fail.
 */
import { spawnSync } from 'node:child_process';
import { verdictOf } from './audit-verdict.ts';

const { stdout } = spawnSync('npm', ['audit', '--omit', 'dev', '--json'], {
  encoding: 'utf8',
  shell: process.platform === 'win32', // npm is a script on Windows.
});
const { sentences, isGood } = verdictOf(stdout);
process.stdout.write(`${sentences.join('\n')}\n`);
process.exitCode = isGood ? 0 : 1;
