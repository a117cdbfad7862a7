import type { Sql } from '../database/sql.ts';

/** A current or deleted user of an account who is to be forgotten. */
export interface ForgottenPerson {
  readonly accountId: string;
  readonly id: string;
  /** Every name that the user has ever had. */
  readonly names: readonly string[];
  readonly pseudonym: string;
}

/** Deletes what a noun holds of a person, or puts the pseudonym in the place of the names. */
export type ForgetIn = (sql: Sql, person: ForgottenPerson) => Promise<void>;
