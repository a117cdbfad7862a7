import type { Change } from '@comporta/contract/nouns/change';
import type { Sql } from '../database/database.ts';
import type { ApplicationScope } from './application-scope.ts';

/** Hears of the changes of one call, in their transaction: may refuse them, and tells what follows from them. */
export interface Hearing {
  /** Each change, in their order. They are made lazily, and must not be kept. */
  each?(change: Change): void;
  /** After the last one. Returns what follows; its entries stand before those of the changes. */
  end(sql: Sql, application: ApplicationScope): Promise<readonly Change[]>;
}

export type OnChange = () => Hearing;
