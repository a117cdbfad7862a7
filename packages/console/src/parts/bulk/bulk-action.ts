import type { BulkRow } from '@comporta/contract/bulk';
import type { ExperimentBulkAction } from '@comporta/contract/experiments/experiment-api';
import type { ToggleBulkAction } from '@comporta/contract/toggles/toggle-api';
import type { ReactNode } from 'react';

export type BulkActionName = ExperimentBulkAction | ToggleBulkAction;

/** What can be done with all chosen rows of a list. */
export interface BulkAction<Row> {
  readonly name: BulkActionName;
  readonly title: string;
  /** Why a row would be left as it is; undefined where it would change. */
  readonly whyNot: (row: Row) => string | undefined;
  /** What has to be said first; */
  readonly fields?: ReactNode;
  /** and whether it was. */
  readonly isReady?: boolean;
  /** Near real users, and where nothing brings it back, the number of changes is typed. */
  readonly mustType: boolean;
  /** Answers for each row, by its own id. */
  readonly send: (rows: readonly Row[]) => Promise<readonly BulkRow[]>;
  /** Does the reverse with those that were changed. */
  readonly undo?: (rows: readonly Row[]) => Promise<unknown>;
}

export interface BulkPlan<Row> {
  readonly changed: readonly Row[];
  readonly skipped: ReadonlyMap<string, readonly Row[]>;
}

/** Which rows an action would change, and which it would skip, by the reason. */
export function planOf<Row>(
  rows: readonly Row[],
  whyNot: (row: Row) => string | undefined,
): BulkPlan<Row> {
  const byReason = Map.groupBy(rows, whyNot);
  const changed = byReason.get(undefined) ?? [];
  byReason.delete(undefined);
  // Those without a reason are gone from it.
  return { changed, skipped: byReason as ReadonlyMap<string, readonly Row[]> };
}
