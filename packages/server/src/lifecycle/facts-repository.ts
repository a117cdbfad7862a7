import { sql as raw, type SQLWrapper } from 'drizzle-orm';

/** Of thousands of toggles PostgreSQL makes one value, because to make a row of each takes most of a call. */
export interface OfEnvironment<Fact> {
  readonly id: string;
  readonly toggles: Readonly<Record<string, Fact>>;
}

export type ByEnvironment<Fact> = ReadonlyMap<string, Readonly<Record<string, Fact>>>;

/** A row as `execute` wants its type. */
export type Row<Of> = { [Column in keyof Of]: Of[Column] };

export function byEnvironment<Fact>(rows: readonly OfEnvironment<Fact>[]): ByEnvironment<Fact> {
  return new Map(rows.map((row) => [row.id, row.toggles]));
}

/** A time as answers give it: to make dates of thousands, and texts again, takes most of a call. */
export function textOf(time: SQLWrapper) {
  return raw<string>`to_char(${time} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
}

/** The same of a time in UTC as PostgreSQL writes it in JSON, which takes it a third of the time. */
export function timeIn(json: string): string {
  return `${json.slice(0, 19)}.${json.slice(20, 23).padEnd(3, '0')}Z`;
}
