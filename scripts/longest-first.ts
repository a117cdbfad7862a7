import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Files that take longer than their size tells, the longest first: the last ones would run alone. */
const LONGEST = [
  'siege.test.ts',
  'hostile-input.test.ts',
  'crash.test.ts',
  'every-endpoint-nonsense.test.ts',
  'every-refusal.test.ts',
];

/**
 * The order of vitest, which is that of the files' sizes in a fresh clone, after the files that are known to take long.
 * Files of a project stay together, because a worker of another one is started anew.
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
