import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Files that take longer than their size suggests, longest first. Started last, they would run alone at the end. */
const LONGEST = [
  'new-noun.test.ts',
  'command.test.ts',
  'siege.test.ts',
  'hostile-input.test.ts',
  'crash.test.ts',
  'results-honesty.test.ts',
  'main.test.ts',
  'import-beside-others.test.ts',
  'every-endpoint-nonsense.test.ts',
  'every-refusal.test.ts',
];

/**
 * Runs the files that are known to take long first, then the others in vitest's order, which in a fresh clone is by
 * file size. Files of a project stay together, because another project needs a new worker.
 */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    return sorted.sort(
      (one, other) =>
        one.project.name.localeCompare(other.project.name) || placeOf(one) - placeOf(other),
    );
  }
}

function placeOf({ moduleId }: TestSpecification): number {
  const place = LONGEST.findIndex((name) => moduleId.endsWith(`/${name}`));
  return place < 0 ? LONGEST.length : place;
}
