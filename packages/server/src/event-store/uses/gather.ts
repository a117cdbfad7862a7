import type { UseReport } from './use-report.ts';

/** Uses of one value of a toggle on one day. */
export interface UseRow {
  readonly environmentId: string;
  readonly day: string;
  readonly toggleId: string;
  readonly value: string | null;
  readonly ruleId: string | null;
  n: number;
}

/** When a client last used a toggle. */
export interface UsedRow {
  readonly environmentId: string;
  readonly toggleId: string;
  readonly clientId: number;
  at: Date;
}

/** What a client last did. */
export interface ClientRow {
  readonly id: number;
  askedAt: Date;
  silentAt: Date | undefined;
  countedAt: Date | undefined;
}

export interface UnknownRow {
  readonly environmentId: string;
  readonly name: string;
  readonly byClientKey: boolean;
  at: Date;
  n: number;
}

/** The rows of some reports: equal ones are added up, and each list is in the order in which all nodes lock rows. */
export interface Gathered {
  readonly uses: readonly UseRow[];
  readonly used: readonly UsedRow[];
  readonly clients: readonly ClientRow[];
  readonly unknown: readonly UnknownRow[];
}

/** A report, and the row of its program. */
export interface Placed {
  readonly report: UseReport;
  readonly clientId: number;
}

/** `isFull` says where details of a day are too many: then the sums are kept. Source: LIF-08. */
export function gather(
  placed: readonly Placed[],
  isFull: (environmentId: string, day: string) => boolean,
): Gathered {
  const uses = new Map<string, UseRow>();
  const used = new Map<string, UsedRow>();
  const clients = new Map<string, ClientRow>();
  const unknown = new Map<string, UnknownRow>();
  for (const { report, clientId } of placed) {
    const { environmentId, day, at, isSilent } = report;
    const isPlain = isFull(environmentId, day);
    for (const { toggleId, n, ...details } of report.uses) {
      const { value, ruleId } = isPlain ? NO_DETAILS : details;
      const key = `${environmentId} ${day} ${toggleId} ${ruleId} ${value === null ? '-' : `=${value}`}`;
      const row = uses.get(key);
      if (row === undefined) uses.set(key, { environmentId, day, toggleId, value, ruleId, n });
      else row.n = Math.min(row.n + n, Number.MAX_SAFE_INTEGER);
      const place = `${environmentId} ${toggleId} ${clientId}`;
      const before = used.get(place);
      if (before === undefined) used.set(place, { environmentId, toggleId, clientId, at });
      else before.at = later(before.at, at);
    }
    const client = clients.get(`${clientId}`) ?? {
      id: clientId,
      askedAt: at,
      silentAt: undefined,
      countedAt: undefined,
    };
    clients.set(`${clientId}`, client);
    client.askedAt = later(client.askedAt, at);
    if (isSilent) client.silentAt = later(client.silentAt ?? at, at);
    if (report.uses.length > 0) client.countedAt = later(client.countedAt ?? at, at);
    for (const { name, n } of report.unknown) {
      const key = `${environmentId} ${!report.trusted} ${name}`;
      const row = unknown.get(key) ?? {
        environmentId,
        name,
        byClientKey: !report.trusted,
        at,
        n: 0,
      };
      unknown.set(key, row);
      row.at = later(row.at, at);
      row.n = Math.min(row.n + n, Number.MAX_SAFE_INTEGER);
    }
  }
  return {
    uses: inOrder(uses),
    used: inOrder(used),
    clients: [...clients.values()].sort((a, b) => a.id - b.id),
    unknown: inOrder(unknown),
  };
}

const NO_DETAILS = { value: null, ruleId: null };

function later(a: Date, b: Date): Date {
  return a > b ? a : b;
}

function inOrder<Row>(rows: ReadonlyMap<string, Row>): Row[] {
  return [...rows].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row);
}
