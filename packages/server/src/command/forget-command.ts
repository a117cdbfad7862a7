import { parseArgs } from 'node:util';
import { normalizeEmail } from '@comporta/contract/email';
import { rejectionOfDatabaseError } from '../platform/database/database-errors.ts';
import type { Command } from './command.ts';
import { CommandFailure } from './command-failure.ts';
import { changeOwnDatabase } from './own-database.ts';

export const FORGET: Command = {
  summary: 'Replace a person by a pseudonym, in the audit log too',
  usage: `forget EMAIL
  EMAIL               the e-mail of a user or a former user

Replaces name and e-mail by one pseudonym everywhere. A current user is deactivated and logged out. This cannot be undone.
The command works on the database itself, whether or not the service runs.`,
  async run(args, readSettings) {
    const { positionals } = parseArgs({ args: [...args], allowPositionals: true });
    const [email, ...others] = positionals;
    if (email === undefined || others.length > 0) {
      throw new CommandFailure('forget takes one EMAIL', 2);
    }
    const { forgetPerson } = await import('../accounts/forget-person-repository.ts');
    const { HELD_OF_PEOPLE } = await import('../nouns.ts');
    // Without the pool's timeout for statements, which is too short for a long audit log.
    const pseudonym = await changeOwnDatabase(readSettings(), (sql) =>
      sql.transaction((inside) => forgetPerson(inside, normalizeEmail(email), HELD_OF_PEOPLE)),
    ).catch(refuseLast);
    // The e-mail is not printed: this output may be stored, too.
    if (pseudonym === undefined) throw new CommandFailure('no user has or had this e-mail address');
    process.stdout.write(`The name of the person is now ${pseudonym}.\n`);
  },
};

function refuseLast(error: unknown): never {
  switch (rejectionOfDatabaseError(error)?.code) {
    case 'LAST_ADMIN':
      throw new CommandFailure(
        'this is the last admin of the company: make another user an admin first',
      );
    case 'EMERGENCY_USER_REQUIRED':
      throw new CommandFailure(
        'this is the last emergency user of the company: list another one in the sign-in policy first',
      );
    default:
      throw error;
  }
}
