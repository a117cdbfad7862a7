import { and, inArray, isNull, lt, or, sql as raw } from 'drizzle-orm';
import { sessions } from '../../tables/accounts.ts';
import type { Log } from '../base/log.ts';
import type { Sql } from '../database/database.ts';
import { doPeriodically } from '../database/periodic-work.ts';
import type { Actor } from './actor.ts';

const SAVE_INTERVAL_MS = 1_000;
/** Rows of one statement. */
const SAVED_AT_ONCE = 1_000;
/** A use is written once in this time. Source: IDN-40. */
const PRECISION_MS = 60_000;

export interface SessionUses {
  /** Notes that the session of a caller is used, at the cost of a write to a map. */
  note(actor: Actor): void;
  /** Saves the last notes, unless the database is unavailable. */
  close(): Promise<void>;
}

/** Notes the use of sessions in memory, and saves the notes with one statement per second. */
export function keepSessionUses(sql: Sql, log: Log): SessionUses {
  /** When this node noted a use last, in milliseconds, the oldest first. */
  const noted = new Map<string, number>();
  const unsaved = new Set<string>();

  async function save(): Promise<void> {
    for (const [tokenHash, at] of noted) {
      if (at > performance.now() - PRECISION_MS) break;
      noted.delete(tokenHash);
    }
    while (unsaved.size > 0) {
      const saved = [...unsaved].slice(0, SAVED_AT_ONCE);
      await saveUses(sql, saved);
      for (const tokenHash of saved) unsaved.delete(tokenHash);
    }
  }

  const saving = doPeriodically(SAVE_INTERVAL_MS, save, log);
  return {
    note(actor) {
      if (actor.kind !== 'user' || noted.has(actor.tokenHash)) return;
      const lastUsedMs = actor.session?.lastUsedAt?.getTime() ?? 0;
      if (Date.now() - lastUsedMs < PRECISION_MS) return;
      noted.set(actor.tokenHash, performance.now());
      unsaved.add(actor.tokenHash);
    },
    async close() {
      await saving.close();
      // A shutdown does not wait for an unavailable database.
      await save().catch(() => {});
    },
  };
}

/** Another node may have written a use meanwhile. */
async function saveUses(sql: Sql, tokenHashes: string[]): Promise<void> {
  const { tokenHash, lastUsedAt } = sessions;
  const isOlder = lt(lastUsedAt, raw`now() - make_interval(secs => ${PRECISION_MS / 1000})`);
  await sql
    .update(sessions)
    .set({ lastUsedAt: raw`now()` })
    .where(and(inArray(tokenHash, tokenHashes), or(isNull(lastUsedAt), isOlder)));
}
