import { and, eq, gt, isNull, not, notExists, or, sql as raw, type SQL } from 'drizzle-orm';
import { hashSecret } from '../../platform/base/secrets.ts';
import type { Sql } from '../../platform/database/database.ts';
import { users } from '../../tables/accounts.ts';
import { signIns } from '../../tables/identity.ts';
import { knownBrowserOf } from './known-browser-repository.ts';

/** One mail for a client and a network in this time; the log of sign-ins has no fewer days. */
const SILENT_DAYS = 30;

const EARLIEST = raw`now() - make_interval(days => ${raw.raw(String(SILENT_DAYS))})`;

/** Where a sign-in comes from. */
export interface Origin {
  /** What the browser remembers of who came in from it; undefined without a cookie. */
  readonly secret: string | undefined;
  readonly client: string;
  readonly network: string;
}

/**
 * Whether a sign-in from there is worth a mail to the user of the row: nobody knows the browser, nor has the user come in from
 * this network with such a client within 30 days. Ask it before the row of this sign-in is written, with the user locked:
 * of two sign-ins at once, the second sees the first. Its values are those of `valuesOf`. Source: IDN-44.
 */
export function isWorthTelling(sql: Sql): SQL<boolean> {
  const given = (name: keyof ReturnType<typeof valuesOf>) => raw.placeholder(name);
  const cameIn = and(eq(signIns.userId, users.id), eq(signIns.outcome, 'OPENED'));
  const alike = and(eq(signIns.client, given('client')), eq(signIns.network, given('network')));
  const one = { one: raw`1` };
  const signIn = sql.select(one).from(signIns).where(cameIn);
  const seen = sql
    .select(one)
    .from(signIns)
    .where(and(cameIn, gt(signIns.at, EARLIEST), alike));
  // Of who came in lately, but left nothing in the log, it was at a release before 0.3.0, which has no log: their first
  // sign-in here is not worth a mail to everybody.
  const isFirst = and(
    or(isNull(users.lastLoginAt), gt(users.lastLoginAt, EARLIEST)),
    notExists(signIn),
  );
  const known = notExists(knownBrowserOf(sql, given('browser'), users.id));
  return raw<boolean>`${and(known, notExists(seen), not(isFirst ?? raw`false`))}`;
}

export function valuesOf({ secret, client, network }: Origin) {
  return { browser: secret === undefined ? null : hashSecret(secret), client, network };
}
