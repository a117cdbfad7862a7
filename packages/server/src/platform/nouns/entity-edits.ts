import type { ApplicationScope, EnvironmentScope } from '../callers/application-scope.ts';
import type { Sql } from '../database/database.ts';
import type { Write } from '../http/write.ts';

/** What an ordinary call of a thing sends. */
type Body = Readonly<Record<string, unknown>>;

/** A thing as change requests compare it. */
export interface EntityState {
  readonly id: string;
  readonly name: string;
  readonly version: number;
  readonly savedBy: string;
  readonly savedById: string | null;
  readonly savedAt: Date;
  /** The body that a save of exactly this state would send; of an experiment with its salt. */
  readonly body: Body;
  /** What assigns users to values, for one that is made anew. */
  readonly drawn?: { readonly salt: string; readonly buckets: number };
}

export interface EntityPlace {
  readonly application: Pick<ApplicationScope, 'id'>;
  /** Undefined for things that all environments share. */
  readonly environment: EnvironmentScope | undefined;
}

export type EditWrite = Write<'application'> & Pick<EntityPlace, 'environment'>;

/** The ordinary calls of one kind of thing, for changes that are applied later. Each refuses what its call refuses. */
export interface EntityEdits {
  find(sql: Sql, place: EntityPlace, id: string): Promise<EntityState | undefined>;
  create(write: EditWrite, body: Body): Promise<void>;
  update(write: EditWrite, id: string, body: Body): Promise<void>;
  remove(write: EditWrite, id: string): Promise<void>;
}
