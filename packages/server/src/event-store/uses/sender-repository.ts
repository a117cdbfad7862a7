import { sql as raw } from 'drizzle-orm';
import type { Sql } from '../../platform/database/database.ts';
import type { Placed } from './gather.ts';

/** A process that reports uses, or is to. */
interface SenderRow {
  readonly environmentId: string;
  readonly sender: string;
  readonly clientId: number;
  firstAt: Date;
  lastAt: Date;
  /** Of its newest report. */
  seq: number | undefined;
  ended: boolean | undefined;
  readonly isRelay: boolean;
}

/** What became of a report. REPEATED: it was stored before. UNTOLD: there is no room to tell its processes apart. */
export type Taken = 'NEW' | 'REPEATED' | 'UNTOLD';

/**
 * Notes the processes of some reports; answers for each report what became of it. A sender's reports come in the order of
 * their numbers, so a number that is not higher was stored before. `hasRoom` says where further processes can be told apart,
 * and `onAdded` hears of each that is. Source: LIF-05.
 */
export async function takeReports(
  sql: Sql,
  placed: readonly Placed[],
  {
    hasRoom,
    onAdded,
  }: {
    readonly hasRoom: (environmentId: string) => boolean;
    readonly onAdded: (environmentId: string) => void;
  },
): Promise<Taken[]> {
  const rows = rowsOf(placed);
  if (rows.length === 0) return placed.map(() => 'NEW');
  const column = <Value>(of: (row: SenderRow) => Value) => raw.param(rows.map(of));
  const environmentIds = raw`${column(({ environmentId }) => environmentId)}::uuid[]`;
  const senders = raw`${column(({ sender }) => sender)}::uuid[]`;
  const firstTimes = raw`${column(({ firstAt }) => firstAt.toISOString())}::timestamptz[]`;
  const { rows: added } = await sql.execute<{ env: string }>(raw`
    insert into usage_senders (environment_id, sender, client_id, first_at, last_at, judged)
    select environment_id, sender, client_id, at, at, judged from unnest(${environmentIds}, ${senders},
      ${column(({ clientId }) => clientId)}::int[], ${firstTimes},
      ${column(({ isRelay }) => isRelay)}::bool[],
      ${column(({ environmentId }) => hasRoom(environmentId))}::bool[]
    ) with ordinality as new (environment_id, sender, client_id, at, judged, has_room, place)
    where has_room
    order by place
    on conflict do nothing
    returning environment_id as env`);
  for (const { env } of added) onAdded(env);
  const { rows: known } = await sql.execute<{ env: string; sender: string; seq: string }>(raw`
    select s.environment_id as env, s.sender, s.seq
    from unnest(${environmentIds}, ${senders}) with ordinality as asked (environment_id, sender, place)
    join usage_senders s using (environment_id, sender)
    order by place for update of s`);
  const last = new Map(known.map(({ env, sender, seq }) => [`${env} ${sender}`, Number(seq)]));
  const byKey = new Map(rows.map((row) => [keyOf(row), row]));
  const taken = placed.map(({ report: { environmentId, numbered, processes = [] } }): Taken => {
    if (numbered !== undefined) {
      const key = keyOf({ environmentId, ...numbered });
      const before = last.get(key);
      if (before !== undefined && numbered.seq <= before) return 'REPEATED';
      // One that reports for others tells of their processes.
      if (before === undefined && !numbered.isRelay) return 'UNTOLD';
      if (before !== undefined) last.set(key, numbered.seq);
      const row = byKey.get(key);
      if (row !== undefined) Object.assign(row, { seq: numbered.seq, ended: numbered.ended });
    }
    const areTold = processes.every(({ sender }) => last.has(keyOf({ environmentId, sender })));
    return areTold ? 'NEW' : 'UNTOLD';
  });
  await sql.execute(raw`
    update usage_senders s set seq = coalesce(new.seq, s.seq), ended = coalesce(new.ended, s.ended),
      first_at = least(s.first_at, new.first_at), last_at = greatest(s.last_at, new.last_at),
      judged = new.judged
    from unnest(${environmentIds}, ${senders}, ${firstTimes},
      ${column(({ lastAt }) => lastAt.toISOString())}::timestamptz[],
      ${column(({ seq }) => seq ?? null)}::bigint[], ${column(({ ended }) => ended ?? null)}::bool[],
      ${column(({ isRelay }) => isRelay)}::bool[]
    ) as new (environment_id, sender, first_at, last_at, seq, ended, judged)
    where s.environment_id = new.environment_id and s.sender = new.sender`);
  return taken;
}

/** One row for each process, in the order in which all nodes lock them. */
function rowsOf(placed: readonly Placed[]): SenderRow[] {
  const rows = new Map<string, SenderRow>();
  for (const { report, clientId } of placed) {
    const { environmentId, at, numbered, processes = [] } = report;
    const heard = processes.map((one) => ({ ...one, isRelay: false }));
    if (numbered !== undefined) heard.push({ ...numbered, firstAt: at, lastAt: at });
    for (const { sender, firstAt, lastAt, isRelay } of heard) {
      const key = keyOf({ environmentId, sender });
      const row: SenderRow = rows.get(key) ?? {
        ...{ environmentId, sender, clientId, firstAt, lastAt, isRelay },
        ...{ seq: undefined, ended: undefined },
      };
      rows.set(key, row);
      if (firstAt < row.firstAt) row.firstAt = firstAt;
      if (lastAt > row.lastAt) row.lastAt = lastAt;
    }
  }
  return [...rows].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row);
}

function keyOf({ environmentId, sender }: Pick<SenderRow, 'environmentId' | 'sender'>): string {
  return `${environmentId} ${sender}`;
}

/**
 * Tells the clients of processes that are gone without having reported all they did that they do not report: those that
 * never reported, and those that lived for less than ten minutes without a last report. Source: LIF-26.
 */
export async function judgeSilentSenders(sql: Sql): Promise<void> {
  await sql.execute(raw`
    with gone as (
      update usage_senders set judged = true
      where (environment_id, sender) in (
        select environment_id, sender from usage_senders
        where not judged and last_at < now() - interval '1 hour'
        order by environment_id, sender limit 10000 for update skip locked)
      returning client_id, seq, first_at, last_at, ended
    ), silent as (
      select client_id, max(last_at) as at from gone
      where seq = 0 or (not ended and last_at - first_at < interval '10 minutes')
      group by 1 order by 1
    )
    update usage_clients c set silent_at = greatest(c.silent_at, silent.at)
    from silent where c.id = silent.client_id`);
}
