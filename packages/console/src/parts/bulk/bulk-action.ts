import type { BulkRow } from '@comporta/contract/bulk';
import type { ExperimentBulkAction } from '@comporta/contract/experiments/experiment-api';
import type { ToggleBulkAction } from '@comporta/contract/toggles/toggle-api';
import type { ReactNode } from 'react';

export type BulkActionName = ExperimentBulkAction | ToggleBulkAction;

/** An action on all selected rows of a list. */
export interface BulkAction<Row> {
  readonly name: BulkActionName;
  readonly title: string;
  /** Returns why a row would not change; undefined when it would. */
  readonly whyNot: (row: Row) => string | undefined;
  /** Inputs that the action needs first. */
  readonly fields?: ReactNode;
  /** Whether these inputs are complete. */
  readonly isReady?: boolean;
  /** Whether the user must type the number of changes: in production, and when the action cannot be undone. */
  readonly mustType: boolean;
  /** Resolves to a result for each row, by its own id. */
  readonly send: (rows: readonly Row[]) => Promise<readonly BulkRow[]>;
  /** Reverses the action for the rows that were changed; resolves like `send`. */
  readonly undo?: (rows: readonly Row[]) => Promise<readonly BulkRow[]>;
}

export interface BulkPlan<Row> {
  readonly changed: readonly Row[];
  readonly skipped: ReadonlyMap<string, readonly Row[]>;
}

/** Splits rows into those that an action would change and those that it would skip, by reason. */
export function planOf<Row>(
  rows: readonly Row[],
  whyNot: (row: Row) => string | undefined,
): BulkPlan<Row> {
  const byReason = Map.groupBy(rows, whyNot);
  const changed = byReason.get(undefined) ?? [];
  byReason.delete(undefined);
  // The rows without a reason were deleted from it.
  return { changed, skipped: byReason as ReadonlyMap<string, readonly Row[]> };
}
