import { type Requirements, STATEMENT_ID, type Statement } from './requirements.ts';
import type { TestOutcome } from './test-report.ts';

/** Which statements the tests that passed prove. */
export interface Proof {
  /** Statements of this release that some test proves. */
  readonly proven: readonly Statement[];
  /** Statements of this release that no test proves. */
  readonly unproven: readonly Statement[];
  /** Statements of a later release that a test already proves. */
  readonly early: readonly Statement[];
}

/** A statement is proven when its id is in the title of a test that ran and passed. */
export function proofOf(
  { statements }: Requirements,
  outcomes: Iterable<Pick<TestOutcome, 'title' | 'outcome'>>,
): Proof {
  const ids = new Set<string>();
  for (const { title, outcome } of outcomes) {
    if (outcome !== 'passed' && outcome !== 'retried') continue;
    for (const [id] of title.matchAll(STATEMENT_ID)) ids.add(id);
  }
  const all = [...statements.values()];
  return {
    proven: all.filter(({ id, isLater }) => ids.has(id) && !isLater),
    unproven: all.filter(({ id, isLater }) => !ids.has(id) && !isLater),
    early: all.filter(({ id, isLater }) => ids.has(id) && isLater),
  };
}
