import { parseArgs } from 'node:util';
import type { Command } from './command.ts';
import { CommandFailure } from './command-failure.ts';
import { openOwnDatabase } from './own-database.ts';

export const SSO: Command = {
  summary: 'Let the users of a company log in without single sign-on again',
  usage: `sso release EMAIL
  EMAIL               the e-mail of any user of the company

For a company that allows only single sign-on, when neither its provider nor an emergency user can let anybody in.
Passwords and passkeys work again at once; providers, identities and second factors stay. The audit log says it, and
its administrators are told by mail.

It works on the database itself, embedded or DATABASE_URL, whether or not the service runs.`,
  async run(args, readSettings) {
    const { positionals } = parseArgs({ args: [...args], allowPositionals: true });
    const [action, email, ...others] = positionals;
    if (action !== 'release' || email === undefined || others.length > 0) {
      throw new CommandFailure('sso takes release EMAIL', 2);
    }
    const settings = readSettings();
    const { openConnection } = await import('../platform/database/connection.ts');
    await using opened = new AsyncDisposableStack();
    const connection = await openConnection(await openOwnDatabase(settings, opened));
    opened.defer(connection.close);
    const { releaseSignIn } = await import('../accounts/sign-in-policy/release-sign-in.ts');
    const released = await releaseSignIn(connection.sql, email);
    if (released === undefined) throw new CommandFailure(`no user has the e-mail ${email}`);
    const { name, wasEnforced } = released;
    process.stdout.write(
      wasEnforced
        ? `${name} allows passwords and passkeys again.\n`
        : `${name} allowed passwords and passkeys already: nothing was changed.\n`,
    );
  },
};
