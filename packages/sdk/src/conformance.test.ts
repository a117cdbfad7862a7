import { readdirSync, readFileSync } from 'node:fs';
import { finished } from '@comporta/client-core/finished';
import { readSent } from '@comporta/client-core/read-understood';
import { type ListInFile, listsInFile } from '@comporta/engine/testing/id-list-of';
import { describe, expect, test } from 'vitest';
import type { Context } from './context.ts';
import { holdSnapshot } from './snapshot/current-snapshot.ts';
import { togglesOf } from './toggles.ts';

/** See conformance/evaluation/README.md. */
interface ConformanceFile {
  readonly snapshot: object;
  readonly lists?: readonly ListInFile[];
  readonly cases: readonly {
    readonly description?: string;
    readonly toggle: string;
    readonly context: Context;
    readonly expected: { readonly value: string };
  }[];
}

const FOLDER = new URL('../../../conformance/evaluation/', import.meta.url);
const files = readdirSync(FOLDER).filter((name) => name.endsWith('.json'));

describe.each(files)('%s', (name) => {
  const file: ConformanceFile = JSON.parse(readFileSync(new URL(name, FOLDER), 'utf8'));
  const holder = holdSnapshot(listsInFile(file.lists));
  const parsed = finished(readSent(file.snapshot));
  if (parsed === undefined) throw new Error(`${name} has no snapshot`);
  holder.replace(parsed);
  const toggles = togglesOf(holder.current, () => {});

  test.each(file.cases.map((one, index) => ({ ...one, index })))(
    '$index $toggle $description',
    ({ toggle, context, expected }) => {
      const { variant, reason, ruleOrder, errorCode } = toggles.details(
        toggle,
        context,
        'fallback',
      );
      expect({ value: variant, reason, ruleOrder, errorCode }).toEqual(expected);
      expect(toggles.value(toggle, context, 'fallback')).toBe(expected.value);
      expect(toggles.allValues(context)[toggle]).toBe(expected.value);
      expect(toggles.explain(toggle, context)?.value).toBe(expected.value);
    },
  );
});
