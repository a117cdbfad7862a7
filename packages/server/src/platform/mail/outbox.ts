import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import type { Log } from '../base/log.ts';
import { doPeriodically, type PeriodicWork } from '../database/periodic-work.ts';

/** No link in a mail is valid for longer. Source: T08. */
const KEPT_MS = 24 * 60 * 60_000;
const SWEEP_INTERVAL_MS = 10 * 60_000;

/** The name of the folder in DATA_DIR; backups leave it out. */
export const OUTBOX = 'outbox';

/** The folder for mails when there is no SMTP server. */
export function outboxIn(dataDir: string): string {
  return path.join(dataDir, OUTBOX);
}

export async function openOutbox(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
}

export function keepSweepingOutbox(folder: string, log: Log): PeriodicWork {
  return doPeriodically(SWEEP_INTERVAL_MS, () => sweepOutbox(folder), log);
}

/** Removes mails whose links have expired. */
export async function sweepOutbox(folder: string): Promise<void> {
  for (const name of await namesIn(folder)) {
    const file = path.join(folder, name);
    const mtimeMs = await writtenAt(file);
    if (name.endsWith('.eml') && mtimeMs < Date.now() - KEPT_MS) await rm(file, { force: true });
  }
}

/** The folder does not exist before the first mail. */
async function namesIn(folder: string): Promise<string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    if (isMissing(error)) return [];
    throw error;
  }
}

/** Where several nodes have one folder, another may have removed the file just now. */
async function writtenAt(file: string): Promise<number> {
  try {
    return (await stat(file)).mtimeMs;
  } catch (error) {
    if (isMissing(error)) return Number.POSITIVE_INFINITY;
    throw error;
  }
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT';
}
