import type pg from 'pg';
import { DATES_AS_READ, ISOLATION, STATEMENT_TIMEOUT_MS } from '../connection.ts';

/** Shorter than the statement timeout, so that a lock wait is reported as SERVICE_BUSY and not as an unavailable database. */
const LOCK_TIMEOUT_MS = 5_000;
const SETTINGS = [
  `statement_timeout = ${STATEMENT_TIMEOUT_MS}`,
  `lock_timeout = ${LOCK_TIMEOUT_MS}`,
  DATES_AS_READ,
];
export const SET_ALWAYS = [...SETTINGS, `default_transaction_isolation = '${ISOLATION}'`]
  .map((setting) => `set ${setting}`)
  .join('; ');
/** On a shared connection, which is another one for the next transaction. */
export const SET_LOCAL = SETTINGS.map((setting) => `set local ${setting}`).join('; ');

/** A connection of the pool in use. */
export interface Taken {
  readonly connection: pg.PoolClient;
  /** Whether a pooler assigns a server connection per transaction. */
  readonly isShared: boolean;
  readonly readUrl: () => string;
  /** Leaves the gate, after the connection was released. */
  readonly leave: () => void;
}

export type Take = () => Promise<Taken>;

export function giveBack({ connection, leave }: Taken): void {
  connection.release(); // The pool drops it when it is broken.
  leave();
}
