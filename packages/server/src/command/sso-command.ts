import { parseArgs } from 'node:util';
import type { Config } from '../platform/config/config.ts';
import type { Command } from './command.ts';
import { CommandFailure } from './command-failure.ts';
import { changeOwnDatabase, openOwnDatabase } from './own-database.ts';

export const SSO: Command = {
  summary:
    'Check the providers of single sign-on, or let users of a company log in without it again',
  usage: `sso check [SLUG]
       comporta sso release EMAIL
  SLUG                the short name of a provider; without it, all are checked
  EMAIL               the e-mail of any user of the company

check asks each provider from this machine: whether it can be reached, is the issuer that is stored, has keys for its
signatures and a clock that fits, and whether it knows client, secret and redirect URI. It prints one line for each, which
begins with "ok", "wrong" with what to do about it, or "note". It changes nothing; what depends on a person shows Test
sign-in. The exit code is 1 if anything is wrong.

release is for a company that allows only single sign-on, when neither its provider nor an emergency user can let anybody
in. Passwords and passkeys work again at once; providers, identities and second factors stay. The audit log says it, and
its administrators are told by mail.

Both work on the database itself, embedded or DATABASE_URL, whether or not the service runs.`,
  async run(args, readSettings) {
    const { positionals } = parseArgs({ args: [...args], allowPositionals: true });
    const [action, name, ...others] = positionals;
    const isCheck = action === 'check';
    if (others.length > 0 || !(isCheck || (action === 'release' && name !== undefined))) {
      throw new CommandFailure('sso takes check [SLUG], or release EMAIL', 2);
    }
    if (isCheck) await check(readSettings(), name);
    else await release(readSettings(), name ?? '');
  },
};

async function check(settings: Config, slug: string | undefined): Promise<void> {
  const { openConnection } = await import('../platform/database/connection.ts');
  await using opened = new AsyncDisposableStack();
  const { sql, close } = await openConnection(await openOwnDatabase(settings, opened));
  opened.defer(close);
  const { checkProviders } = await import('../providers/check/check-providers.ts');
  const checked = await checkProviders(sql, settings, slug);
  if (checked.length === 0) {
    if (slug !== undefined) throw new CommandFailure(`no provider has the short name ${slug}`);
    process.stdout.write('No company has a provider.\n');
  }
  for (const { title, findings } of checked) {
    process.stdout.write(`${title}\n`);
    for (const { is, text } of findings) process.stdout.write(`  ${is.padEnd(5)}  ${text}\n`);
  }
  const count = checked.flatMap(({ findings }) => findings).filter(({ is }) => is === 'wrong');
  if (count.length > 0) throw new CommandFailure(`${count.length} of the checks failed`);
}

async function release(settings: Config, email: string): Promise<void> {
  const { releaseSignIn } = await import('../accounts/sign-in-policy/release-sign-in.ts');
  const released = await changeOwnDatabase(settings, (sql) => releaseSignIn(sql, email));
  if (released === undefined) throw new CommandFailure(`no user has the e-mail ${email}`);
  const { name, wasEnforced } = released;
  process.stdout.write(
    wasEnforced
      ? `${name} allows passwords and passkeys again.\n`
      : `${name} allowed passwords and passkeys already: nothing was changed.\n`,
  );
}
