import { parseArgs } from 'node:util';
import type { Config } from '../platform/config/config.ts';
import { reasonOfStartFailure } from '../process/start-failure.ts';
import type { Command } from './command.ts';
import { CommandFailure } from './command-failure.ts';
import { hasDatabase, openOwnDatabase } from './own-database.ts';

export const CHECK: Command = {
  summary: 'Check the settings, the database, the mail server and the disk',
  usage: `check
Prints one line for each, which begins with "ok" or "wrong". Changes nothing. The exit code is 1 if anything is wrong.`,
  async run(args, readSettings) {
    parseArgs({ args: [...args], options: {} });
    const settings = readSettings();
    const lines = [
      ...settings.warnings.map((warning) => wrong('settings', warning)),
      ...(settings.warnings.length === 0 ? [{ isOk: true, text: 'settings: valid' }] : []),
      ...(await tryDatabase(settings)),
      await tryMail(settings),
      await tryDisk(settings),
    ];
    for (const { isOk, text } of lines) process.stdout.write(`${isOk ? 'ok' : 'wrong'}  ${text}\n`);
    const count = lines.filter(({ isOk }) => !isOk).length;
    if (count > 0) throw new CommandFailure(`${count} of the checks failed`);
  },
};

interface Line {
  readonly isOk: boolean;
  readonly text: string;
}

async function tryDatabase(settings: Config): Promise<Line[]> {
  await using opened = new AsyncDisposableStack();
  try {
    if (!hasDatabase(settings)) {
      const { findPostgresPrograms } = await import('../embedded-postgres/postgres-programs.ts');
      await findPostgresPrograms();
      const text = 'database: not there yet; the first start creates it in DATA_DIR';
      return [{ isOk: true, text }];
    }
    const examined = await examine(settings, await openOwnDatabase(settings, opened));
    return examined.map(({ what, complaint }) =>
      complaint === undefined ? { isOk: true, text: what } : wrong(what, complaint),
    );
  } catch (error) {
    return [wrong('database', reasonOfStartFailure(error))];
  }
}

async function examine(settings: Config, url: string) {
  const { examineDatabase } = await import('../platform/database/examine-database.ts');
  const { EXAMINATIONS } = await import('../nouns.ts');
  const { DatabaseUnusable } = await import('../platform/database/migrate-when-reachable.ts');
  const { encryptionKeysOf } = await import('../identity/encryption-keys.ts');
  const { examineSealed } = await import('../identity/sealed-rows-repository.ts');
  const examinations = [...EXAMINATIONS, examineSealed(encryptionKeysOf(settings))];
  return examineDatabase(url, examinations).catch((error: unknown) => {
    throw new DatabaseUnusable(url, error);
  });
}

async function tryMail({ smtpUrl }: Config): Promise<Line> {
  if (smtpUrl === undefined)
    return { isOk: true, text: 'mail: SMTP_URL is not set; mails are written to DATA_DIR/outbox' };
  const { tryMailServer } = await import('../platform/mail/mail-delivery.ts');
  const complaint = await tryMailServer(smtpUrl);
  return complaint === undefined
    ? { isOk: true, text: 'mail: the server of SMTP_URL can be used' }
    : wrong('mail', complaint);
}

async function tryDisk({ databaseUrl, dataDir }: Config): Promise<Line> {
  if (databaseUrl !== undefined)
    return { isOk: true, text: 'disk: not checked, because the database is not in DATA_DIR' };
  const { freeMegabytes } = await import('../platform/database/storage.ts');
  const free = await freeMegabytes(dataDir);
  if (free === undefined) return { isOk: true, text: 'disk: the free space cannot be determined' };
  const text = `${free} MB are free for DATA_DIR`;
  return free < ENOUGH_MB ? wrong('disk', text) : { isOk: true, text: `disk: ${text}` };
}

/** Enough space for a few checkpoints of PostgreSQL and a backup. */
const ENOUGH_MB = 1_024;

function wrong(what: string, complaint: string): Line {
  return { isOk: false, text: `${what}: ${complaint.replaceAll('\n', ' ')}` };
}
