import { inHalves } from '../../platform/base/in-halves.ts';
import type { Log } from '../../platform/base/log.ts';
import { cancelQueryIn, type Sql } from '../../platform/database/database.ts';
import { codeOfFailure, isPassing } from '../../platform/database/database-errors.ts';
import { doPeriodically } from '../../platform/database/periodic-work.ts';
import { type Client, findClients, isSettled, nameOfClient } from './client-repository.ts';
import { countAfterOlderNodes } from './count-after-older-nodes.ts';
import { gather, type Placed } from './gather.ts';
import { mergeReports } from './merge-reports.ts';
import { OTHERS } from './program.ts';
import { judgeSilentSenders, takeReports } from './sender-repository.ts';
import { roomForSenders } from './sender-room.ts';
import type { UseReport } from './use-report.ts';
import { countDayRows, saveGathered } from './use-repository.ts';

/** Source: LIF-03. */
const FLUSH_MS = 60_000;
/** Beyond so many rows, a day of an environment keeps only its sums. Source: LIF-08. */
const DAY_ROWS_MOST = 20_000;
/** Rows of clients and of days are read again after so long. */
const KNOWN_MS = 60_000;
/** Bounds the memory: a full map is cleared and read again. */
const REMEMBERED = 10_000;

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
  /** How many further processes of an environment can be told apart. */
  const senderRooms = new Map<string, Known<{ left: number }>>();
  /** What could not be stored because the database is away. */
  let unstored: readonly UseReport[] = [];

  async function clientsOf(environmentId: string, wanted: readonly Client[]) {
    const known = clients.get(environmentId);
    const isFresh = known !== undefined && known.untilMs > performance.now();
    if (isFresh && wanted.every((client) => isSettled(client, known.value))) return known.value;
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

  async function senderRoomOf(environmentId: string): Promise<{ left: number }> {
    const known = senderRooms.get(environmentId);
    const isFresh = known !== undefined && known.untilMs > performance.now();
    // A room that was used up is counted anew, because others may have left it; an empty one is not.
    if (isFresh && (known.value.left > 0 || known.value === NO_ROOM)) return known.value;
    const left = await roomForSenders(sql, environmentId);
    const value = left > 0 ? { left } : NO_ROOM;
    remember(senderRooms, environmentId, value);
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
    const rooms = new Map<string, { left: number }>();
    for (const { environmentId, numbered, processes = [] } of reports) {
      if (numbered === undefined && processes.length === 0) continue;
      rooms.set(environmentId, await senderRoomOf(environmentId));
    }
    return sql.transaction(async (inside) => {
      const cancel = () => void cancelQueryIn(inside).catch(() => {}); // Then nothing can be done about it.
      tooSlow?.addEventListener('abort', cancel);
      const taken = await takeReports(inside, known, {
        hasRoom: (environmentId) => (rooms.get(environmentId)?.left ?? 0) > 0,
        onAdded(environmentId) {
          const room = rooms.get(environmentId);
          if (room !== undefined) room.left -= 1;
        },
      });
      // Of a process that is not told apart nobody will know whether it reported all that it did.
      const fresh = known.flatMap(({ report, clientId }, place) => {
        if (taken[place] === 'REPEATED') return [];
        const isSilent = report.isSilent || taken[place] === 'UNTOLD';
        return { report: { ...report, isSilent }, clientId };
      });
      const isFullDay = (environmentId: string, day: string) => full.has(`${environmentId} ${day}`);
      await saveGathered(inside, gather(fresh, isFullDay));
      const repeated = new Set(
        known.filter((_, place) => taken[place] === 'REPEATED').map(({ report }) => report),
      );
      return reports.map((report) => !repeated.has(report));
    });
  }

  let lastFlush = Promise.resolve();
  /** One after the other: who looks at what is stored must not look while another one's call stores it. */
  function flush(): Promise<void> {
    lastFlush = lastFlush.catch(() => {}).then(storeNoted);
    return lastFlush;
  }

  /** Nothing is lost while the database is away: it is added to what comes next. */
  async function storeNoted(): Promise<void> {
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

  const countAnew = countAfterOlderNodes(sql);
  const flushing = doPeriodically(
    FLUSH_MS,
    async () => {
      await countAnew();
      await flush();
      await judgeSilentSenders(sql);
    },
    log,
  );
  flushing.runNow();

  return {
    append,
    flush,
    async close() {
      await flushing.close();
      await flush().catch(() => {}); // Closing does not wait until the database is available again.
    },
  };
}

const NO_ROOM = { left: 0 };

function clientOf({ program, trusted }: UseReport): Client {
  return { ...program, trusted };
}

function remember<Value>(known: Map<string, Known<Value>>, key: string, value: Value): void {
  if (known.size >= REMEMBERED) known.clear();
  known.set(key, { untilMs: performance.now() + KNOWN_MS, value });
}
