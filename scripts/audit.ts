/**
 * Asks the registry what is known about the versions in the lockfile that are shipped: `npm run audit`. Fails when
 * something grave is. A registry that does not answer such questions, as many a mirror, is said so and fails nothing.
 */
import { spawnSync } from 'node:child_process';
import { verdictOf } from './audit-verdict.ts';

const { stdout } = spawnSync('npm', ['audit', '--omit', 'dev', '--json'], {
  encoding: 'utf8',
  shell: process.platform === 'win32', // npm is a script there.
});
const { sentences, isGood } = verdictOf(stdout);
process.stdout.write(`${sentences.join('\n')}\n`);
process.exitCode = isGood ? 0 : 1;
