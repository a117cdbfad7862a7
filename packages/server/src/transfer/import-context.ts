import type { ImportChange } from '@comporta/contract/transfer/transfer-api';
import { Rejection } from '../platform/base/rejection.ts';
import { rejectionOfDatabaseError } from '../platform/database/database-errors.ts';
import type { ApplicationContents } from './application-contents.ts';
import type { EntitySaves, Saving } from './entity-saves.ts';
import type { IdsByName } from './ids-by-name.ts';

/** An import under way, inside its transaction. */
export interface ImportContext {
  readonly call: Saving;
  readonly saves: EntitySaves;
  readonly before: ApplicationContents;
  readonly ids: IdsByName;
  readonly deleteOthers: boolean;
  readonly changes: ImportChange[];
}

/** Makes one change and notes it; a refusal says in `meta_data.at` what it was about. */
export async function change<Result>(
  { changes }: ImportContext,
  what: ImportChange,
  work: () => Promise<Result>,
): Promise<Result> {
  const { action: _how, ...at } = what;
  try {
    const result = await work();
    changes.push(what);
    return result;
  } catch (error) {
    const rejection = error instanceof Rejection ? error : rejectionOfDatabaseError(error);
    if (rejection === undefined) throw error;
    throw new Rejection(rejection.code, { ...rejection.meta, at });
  }
}
