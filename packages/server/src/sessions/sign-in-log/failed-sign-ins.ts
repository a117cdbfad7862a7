import { clientName } from '../../identity/client-name.ts';
import { inHalves } from '../../platform/base/in-halves.ts';
import type { Log } from '../../platform/base/log.ts';
import { networkOf } from '../../platform/base/network.ts';
import type { Sql } from '../../platform/database/database.ts';
import { codeOfFailure, isPassing } from '../../platform/database/database-errors.ts';
import { doPeriodically } from '../../platform/database/periodic-work.ts';
import { type FailedSignIn, type Failure, saveFailedSignIns } from './failed-sign-in-repository.ts';

const SAVE_INTERVAL_MS = 1_000;
/** A flood of e-mails that nobody has is noted until it is known that nobody has them. */
const NOTED_AT_MOST = 10_000;
/** Rows of one statement. */
const SAVED_AT_ONCE = 500;

/** What the notes need of a call. */
interface Call {
  readonly address: string;
  readonly userAgent: string;
}

export interface FailedSignIns {
  /** Notes that somebody did not come in, at the cost of a write to a map. */
  note(failure: Failure, call: Call): void;
  /** Saves the last notes, unless the database is unavailable. */
  close(): Promise<void>;
}

/**
 * Notes refusals in memory, and saves them a second later. So a flood writes little, and no answer tells by its time
 * whether there is a user. Source: IDN-46.
 */
export function keepFailedSignIns(sql: Sql, log: Log): FailedSignIns {
  const noted = new Map<string, FailedSignIn>();

  async function save(): Promise<void> {
    while (noted.size > 0) {
      const part = [...noted].slice(0, SAVED_AT_ONCE);
      for (const [key] of part) noted.delete(key);
      await inHalves(part, {
        store: (some) =>
          saveFailedSignIns(
            sql,
            some.map(([, failed]) => failed),
          ),
        isPassing,
        onBad: (_, error) => log.error({ code: codeOfFailure(error) }, 'a refusal cannot be saved'),
      }).catch((error) => {
        for (const [, failed] of part) add(failed);
        throw error;
      });
    }
  }

  function add(failed: FailedSignIn): void {
    const { user, method, outcome } = failed;
    const key = JSON.stringify([user, method, outcome]);
    const former = noted.get(key);
    if (former === undefined && noted.size >= NOTED_AT_MOST) return;
    noted.set(key, { ...failed, count: (former?.count ?? 0) + failed.count });
  }

  const saving = doPeriodically(SAVE_INTERVAL_MS, save, log);
  return {
    note(failure, { address, userAgent }) {
      const network = networkOf(address);
      add({ ...failure, client: clientName(userAgent), network, count: 1 });
    },
    async close() {
      await saving.close();
      // A shutdown does not wait for an unavailable database.
      await save().catch(() => {});
    },
  };
}
