import { type Requirements, STATEMENT_ID, type Statement } from './requirements.ts';
import type { TestOutcome } from './test-report.ts';

/** What the tests that passed say of the statements. */
export interface Proof {
  /** Of this release: those that some test proves, and those that none does. */
  readonly proven: readonly Statement[];
  readonly unproven: readonly Statement[];
  /** Not asked for yet, and proven all the same. */
  readonly early: readonly Statement[];
}

/** A statement is proven when its id stands in the title of a test that ran and passed. */
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
