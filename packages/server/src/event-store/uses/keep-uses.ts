import { inHalves } from '../../platform/base/in-halves.ts';
import type { Log } from '../../platform/base/log.ts';
import { cancelQueryIn, type Sql } from '../../platform/database/database.ts';
import { codeOfFailure, isPassing } from '../../platform/database/database-errors.ts';
import { hasOlderNode } from '../../platform/database/older-nodes.ts';
import { doPeriodically } from '../../platform/database/periodic-work.ts';
import { type Client, findClients, nameOfClient } from './client-repository.ts';
import { gather, type Placed } from './gather.ts';
import { mergeReports } from './merge-reports.ts';
import { OTHERS } from './program.ts';
import { judgeSilentSenders, takeReports } from './sender-repository.ts';
import type { UseReport } from './use-report.ts';
import { countDayRows, countsSinceNow, saveGathered } from './use-repository.ts';

/** Source: LIF-03. */
const FLUSH_MS = 60_000;
/** Beyond so many rows, a day of an environment keeps only its sums. Source: LIF-08. */
const DAY_ROWS_MOST = 20_000;
/** Rows of clients and of days are read again after so long. */
const KNOWN_MS = 60_000;
/** Bounds the memory: a full map is cleared and read again. */
const REMEMBERED = 10_000;
/** The release that began to count. */
const COUNTS_SINCE = '0.3.0';

export interface Uses {
  /** Stores reports, all or nothing; answers for each whether it was not stored before. */
  append(reports: readonly UseReport[], tooSlow?: AbortSignal): Promise<readonly boolean[]>;
  /** Stores what this node noted. */
  flush(): Promise<void>;
  /** Stores what this node noted, unless the database is away. */
  close(): Promise<void>;
}

interface UsesOptions {
  readonly sql: Sql;
  readonly log: Log;
  /** What this node's own evaluations noted since the last call. */
  readonly takeNoted: () => readonly UseReport[];
}

interface Known<Value> {
  readonly untilMs: number;
  readonly value: Value;
}

export function keepUses({ sql, log, takeNoted }: UsesOptions): Uses {
  const clients = new Map<string, Known<ReadonlyMap<string, number>>>();
  const fullDays = new Map<string, Known<boolean>>();
  /** What could not be stored because the database is away. */
  let unstored: readonly UseReport[] = [];

  async function clientsOf(environmentId: string, wanted: readonly Client[]) {
    const known = clients.get(environmentId);
    const isFresh = known !== undefined && known.untilMs > performance.now();
    const isKnown = (client: Client) => known?.value.has(nameOfClient(client)) === true;
    if (isFresh && wanted.every(isKnown)) return known.value;
    const value = await findClients(sql, environmentId, wanted);
    remember(clients, environmentId, value);
    return value;
  }

  async function isFull(environmentId: string, day: string): Promise<boolean> {
    const key = `${environmentId} ${day}`;
    const known = fullDays.get(key);
    if (known !== undefined && known.untilMs > performance.now()) return known.value;
    const most = DAY_ROWS_MOST;
    const value = (await countDayRows(sql, { environmentId, day, most })) >= most;
    remember(fullDays, key, value);
    return value;
  }

  /** Without the reports of environments that are gone. */
  async function placed(reports: readonly UseReport[]): Promise<Placed[]> {
    const found = new Map<string, ReadonlyMap<string, number>>();
    for (const [environmentId, of] of Map.groupBy(reports, (report) => report.environmentId)) {
      const wanted = new Map(
        of.map((report) => [nameOfClient(clientOf(report)), clientOf(report)]),
      );
      found.set(environmentId, await clientsOf(environmentId, [...wanted.values()]));
    }
    return reports.flatMap((report) => {
      const { environmentId, trusted } = report;
      const ofEnvironment = found.get(environmentId);
      const clientId =
        ofEnvironment?.get(nameOfClient(clientOf(report))) ??
        ofEnvironment?.get(nameOfClient({ ...OTHERS, trusted }));
      return clientId === undefined ? [] : [{ report, clientId }];
    });
  }

  async function append(reports: readonly UseReport[], tooSlow?: AbortSignal) {
    const known = await placed(reports);
    const full = new Set<string>();
    for (const { environmentId, day } of reports) {
      if (await isFull(environmentId, day)) full.add(`${environmentId} ${day}`);
    }
    return sql.transaction(async (inside) => {
      const cancel = () => void cancelQueryIn(inside).catch(() => {}); // Then nothing can be done about it.
      tooSlow?.addEventListener('abort', cancel);
      const taken = await takeReports(inside, known);
      const fresh = known.filter((_, place) => taken[place]);
      const isFullDay = (environmentId: string, day: string) => full.has(`${environmentId} ${day}`);
      await saveGathered(inside, gather(fresh, isFullDay));
      const repeated = new Set(
        known.filter((_, place) => !taken[place]).map(({ report }) => report),
      );
      return reports.map((report) => !repeated.has(report));
    });
  }

  /** Nothing is lost while the database is away: it is added to what comes next. */
  async function flush(): Promise<void> {
    const reports = mergeReports([...unstored, ...takeNoted()]);
    const left = new Set(reports);
    unstored = [];
    try {
      await inHalves(reports, {
        async store(part) {
          await append(part);
          for (const report of part) left.delete(report);
        },
        isPassing,
        onBad(report, error) {
          left.delete(report);
          const { environmentId: environment } = report;
          log.error({ environment, code: codeOfFailure(error) }, 'uses cannot be saved');
        },
      });
    } finally {
      unstored = [...unstored, ...left];
    }
  }

  const flushing = doPeriodically(
    FLUSH_MS,
    async () => {
      await flush();
      await judgeSilentSenders(sql);
      // It counts nothing, and what it is asked is unknown here.
      if (await hasOlderNode(sql, COUNTS_SINCE)) await countsSinceNow(sql);
    },
    log,
  );

  return {
    append,
    flush,
    async close() {
      await flushing.close();
      await flush().catch(() => {}); // Closing does not wait until the database is available again.
    },
  };
}

function clientOf({ program, trusted }: UseReport): Client {
  return { ...program, trusted };
}

function remember<Value>(known: Map<string, Known<Value>>, key: string, value: Value): void {
  if (known.size >= REMEMBERED) known.clear();
  known.set(key, { untilMs: performance.now() + KNOWN_MS, value });
}
