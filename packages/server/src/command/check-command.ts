import { existsSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import type { Config } from '../platform/config/config.ts';
import type { Command } from './command.ts';
import { CommandFailure } from './command-failure.ts';
import { openOwnDatabase } from './own-database.ts';

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
  if (settings.databaseUrl === undefined && !existsSync(path.join(settings.dataDir, 'postgres'))) {
    return [
      { isOk: true, text: 'database: not there yet; the first start creates it in DATA_DIR' },
    ];
  }
  const { examineDatabase } = await import('../platform/database/examine-database.ts');
  await using opened = new AsyncDisposableStack();
  try {
    const examined = await examineDatabase(await openOwnDatabase(settings, opened));
    return examined.map(({ what, complaint }) =>
      complaint === undefined ? { isOk: true, text: what } : wrong(what, complaint),
    );
  } catch (error) {
    return [wrong('database', reasonOf(error))];
  }
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

function reasonOf(error: unknown): string {
  if (error instanceof AggregateError) return reasonOf(error.errors[0]);
  return error instanceof Error ? error.message : String(error);
}
