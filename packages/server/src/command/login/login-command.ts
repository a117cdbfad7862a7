import os from 'node:os';
import { setTimeout } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { DEVICE_GRANT } from '@comporta/contract/identity/device-api';
import type { Session } from '@comporta/contract/sessions/session';
import type { Command } from '../command.ts';
import { CommandFailure } from '../command-failure.ts';
import { credentialsFile, credentialsFor, keepCredentials } from './credentials.ts';
import { formClientOf, type OAuthAnswer } from './oauth-form.ts';

const NAME_CHARS = 40;
/** By how much a program that asked too often slows down. Source: RFC 8628, section 3.5. */
const SLOWER_SECONDS = 5;

interface Begun {
  readonly device_code: string;
  readonly user_code: string;
  readonly verification_uri: string;
  readonly interval: number;
}

export const LOGIN: Command = {
  summary: 'Log in to a service, on a machine that needs no browser',
  usage: `login [URL] [--scope SCOPES]
  URL              the service; COMPORTA_URL by default
  --scope SCOPES   what commands may do: "read write settings" by default

Shows a code, which somebody types in a browser anywhere. Then commands use a personal token of that user, which ends after
30 days. It is kept in ${'$XDG_CONFIG_HOME'}/comporta/credentials.json; --key and COMPORTA_KEY win.`,
  async run(args, readSettings) {
    const { values, positionals } = parseArgs({
      args: [...args],
      options: { scope: { type: 'string' } },
      allowPositionals: true,
    });
    const url = positionals[0] ?? readSettings().comportaUrl;
    const send = formClientOf(url);
    // Told now, not after somebody has typed the code.
    credentialsFor(url);
    const begun = await send<Begun>('/oauth/device', {
      program: 'comporta',
      host: [...os.hostname()].slice(0, NAME_CHARS).join(''),
      scope: values.scope ?? '',
    });
    if ('error' in begun) {
      if (begun.status !== 404) throw refused(url, begun);
      throw new CommandFailure(`${url} knows no login of programs: update it, or use a key`);
    }
    process.stdout.write(
      `Open ${begun.verification_uri} in any browser, and enter the code ${begun.user_code}\n`,
    );
    const session = await pollFor(begun, (form) => send<Session>('/oauth/token', form), url);
    keepCredentials(url, {
      token: session.access_token,
      name: session.name,
      email: session.user_name,
      company: session.company_name,
      endsAt: new Date(Date.now() + session.expires_in * 1000).toISOString(),
    });
    process.stdout.write(
      `Logged in to ${url} as ${session.name} (${session.company_name}), for ${Math.round(session.expires_in / 86_400)} days.\n`,
    );
  },
};

async function pollFor(
  { device_code, interval }: Begun,
  ask: (form: Record<string, string>) => Promise<OAuthAnswer<Session>>,
  url: string,
): Promise<Session> {
  let seconds = interval;
  for (;;) {
    await setTimeout(seconds * 1000);
    const answer = await ask({ grant_type: DEVICE_GRANT, device_code });
    if (!('error' in answer)) return answer;
    if (answer.error === 'slow_down') seconds += SLOWER_SECONDS;
    else if (answer.error === 'expired_token')
      throw new CommandFailure('nobody entered the code in time');
    else if (answer.error === 'access_denied') throw new CommandFailure('the program was refused');
    // A node that stops, or is busy, loses nothing.
    else if (answer.error !== 'authorization_pending' && answer.status < 500) {
      throw refused(url, answer);
    }
  }
}

function refused(url: string, { error_code }: { readonly error_code: string }): CommandFailure {
  return new CommandFailure(`${url} refused the login: ${error_code}`);
}

export const LOGOUT: Command = {
  summary: 'End the token of comporta login, here and on the service',
  usage: `logout [URL]
  URL   the service; COMPORTA_URL by default`,
  async run(args, readSettings) {
    const { positionals } = parseArgs({ args: [...args], allowPositionals: true });
    const url = positionals[0] ?? readSettings().comportaUrl;
    const kept = credentialsFor(url);
    if (kept === undefined) throw new CommandFailure(`nobody is logged in to ${url}`);
    const answer = await formClientOf(url)('/oauth/revoke', { token: kept.token });
    if (typeof answer === 'object' && 'error' in answer) throw refused(url, answer);
    keepCredentials(url, undefined);
    process.stdout.write(`Logged out of ${url}.\n`);
  },
};

export const WHOAMI: Command = {
  summary: 'Say with whose token commands call a service',
  usage: `whoami [URL]
  URL   the service; COMPORTA_URL by default`,
  async run(args, readSettings) {
    const { positionals } = parseArgs({ args: [...args], allowPositionals: true });
    const settings = readSettings();
    const url = positionals[0] ?? settings.comportaUrl;
    if (settings.comportaKeys[0] !== undefined) {
      process.stdout.write(`Commands call ${url} with COMPORTA_KEY.\n`);
      return;
    }
    const kept = credentialsFor(url);
    if (kept === undefined)
      throw new CommandFailure(`nobody is logged in to ${url}: comporta login`);
    const response = await fetch(new URL('/api/accounts/limits', url), {
      headers: { authorization: `Bearer ${kept.token}` },
      redirect: 'manual',
    }).catch(() => undefined);
    if (response?.status === 401) {
      throw new CommandFailure(
        `the token of ${kept.email} at ${url} opens nothing any more: comporta login`,
      );
    }
    const { name, email, company, endsAt } = kept;
    process.stdout.write(
      `${name} <${email}>, ${company}, at ${url}, until ${endsAt.slice(0, 10)} (${credentialsFile()})\n`,
    );
  },
};
