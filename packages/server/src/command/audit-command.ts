import { type FileHandle, open } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import type { Command } from './command.ts';
import { CommandFailure } from './command-failure.ts';
import { openOwnDatabase } from './own-database.ts';

export const AUDIT: Command = {
  summary: 'Move old entries of the audit log into a file',
  usage: `audit archive FILE [--days N]
  FILE                a new file: one entry per line, as JSON, oldest first
  --days N            move entries older than N days; AUDIT_KEPT_DAYS by default

Each entry is on the disk before it is removed from the database. The command works on the database itself, embedded or
DATABASE_URL, as the owner of its tables, whether or not the service runs.`,
  async run(args, readSettings) {
    const { positionals, values } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: { days: { type: 'string' } },
    });
    const [action, file, ...others] = positionals;
    if (action !== 'archive' || file === undefined || others.length > 0) {
      throw new CommandFailure('audit takes archive FILE', 2);
    }
    const settings = readSettings();
    const days = daysOf(values.days) ?? settings.auditKeptDays;
    if (days === undefined) {
      throw new CommandFailure('audit archive needs --days N, or AUDIT_KEPT_DAYS', 2);
    }
    const { openConnection } = await import('../platform/database/connection.ts');
    const { momentBefore, removeEntries } = await import('../platform/changes/expire-entries.ts');
    await using opened = new AsyncDisposableStack();
    const connection = await openConnection(await openOwnDatabase(settings, opened));
    opened.defer(connection.close);
    const archive = await openNew(file);
    opened.defer(() => archive.close());
    const count = await removeEntries(connection.sql, momentBefore(days), async (entries) => {
      await archive.appendFile(entries.map((entry) => `${JSON.stringify(entry)}\n`).join(''));
      await archive.sync();
    });
    process.stdout.write(`${count} entries older than ${days} days were moved to ${file}.\n`);
  },
};

function daysOf(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  if (!/^[1-9]\d{0,4}$/.test(text)) {
    throw new CommandFailure('--days takes a whole number from 1 to 99999', 2);
  }
  return Number(text);
}

/** Fails when the file exists: it may hold the only copy of archived entries. */
async function openNew(file: string): Promise<FileHandle> {
  try {
    return await open(file, 'wx', 0o600);
  } catch (error) {
    throw new CommandFailure(`${file}: ${error instanceof Error ? error.message : error}`);
  }
}
