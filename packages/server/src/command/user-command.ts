import { parseArgs } from 'node:util';
import { normalizeEmail } from '@comporta/contract/email';
import { rejectionOfDatabaseError } from '../platform/database/database-errors.ts';
import type { Command } from './command.ts';
import { CommandFailure } from './command-failure.ts';
import { changeOwnDatabase } from './own-database.ts';

export const USER: Command = {
  summary: 'Reset how a user logs in',
  usage: `user reset-sign-in EMAIL [--identities] [--tokens]
  EMAIL               the e-mail of a user
  --identities        also disconnect the user from all providers of single sign-on
  --tokens            also end the personal tokens of the user

Removes the second factors of a user who lost them, and logs the user out everywhere. The user is told by mail.
The command works on the database itself, whether or not the service runs.`,
  async run(args, readSettings) {
    const { positionals, values } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: { identities: { type: 'boolean' }, tokens: { type: 'boolean' } },
    });
    const [verb, email, ...others] = positionals;
    if (verb !== 'reset-sign-in' || email === undefined || others.length > 0) {
      throw new CommandFailure('user takes reset-sign-in and one EMAIL', 2);
    }
    const { resetSignInOf } = await import('../accounts/reset-sign-in-of.ts');
    const { identities = false, tokens = false } = values;
    const chosen = { factors: true, identities, tokens, sessions: true };
    const isDone = await changeOwnDatabase(readSettings(), (sql) =>
      sql.transaction((inside) => resetSignInOf(inside, normalizeEmail(email), chosen)),
    ).catch(refuseLast);
    if (!isDone) throw new CommandFailure('no user has this e-mail address');
    process.stdout.write('The second factors were removed, and all sessions of the user ended.\n');
  },
};

function refuseLast(error: unknown): never {
  if (rejectionOfDatabaseError(error)?.code !== 'EMERGENCY_USER_REQUIRED') throw error;
  throw new CommandFailure(
    'this is the last emergency user of the company: list another one in the sign-in policy first',
  );
}
