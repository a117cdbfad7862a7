import { describe, test } from 'vitest';
import { casesOf } from './vectors.ts';

/** Tests every case of a kind. The titles contain the ids of the cases. */
export function prove<Input, Full>(
  kind: string,
  compare: (input: Input, full: Full, method: string) => void,
): void {
  describe(kind, () => {
    test.each(casesOf<Input, Full>(kind))(
      'RES-60: $id $method',
      ({ input, full, published, method }) => {
        const expected = full ?? published;
        if (expected === undefined) throw new Error('The case has no figures.');
        compare(input, expected, method);
      },
    );
  });
}
