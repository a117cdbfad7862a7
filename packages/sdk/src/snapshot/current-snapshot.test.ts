import { readFileSync } from 'node:fs';
import { finished } from '@comporta/client-core/finished';
import { type ParsedSnapshot, readSent } from '@comporta/client-core/read-understood';
import { expect, it } from 'vitest';
import { holdSnapshot } from './current-snapshot.ts';

interface ApplyCase {
  readonly what: string;
  readonly held: object;
  readonly tag: string;
  readonly changes: unknown;
  readonly expected: { readonly snapshot?: object };
}

/** See conformance/snapshots/README.md. */
const FILE = new URL('../../../../conformance/snapshots/apply.json', import.meta.url);
const CASES: readonly ApplyCase[] = JSON.parse(readFileSync(FILE, 'utf8'));

function parsed(sent: unknown): ParsedSnapshot {
  const read = finished(readSent(sent));
  if (read === undefined) throw new Error('no snapshot');
  return read;
}

it.each(CASES)('SCL-06, SCL-08: $what: a change set leads to what a fetch would', (one) => {
  const { held, tag, changes, expected } = one;
  const holder = holdSnapshot();
  holder.replace(parsed(held));
  const names = holder.prepareChanges(tag, changes)?.take();
  if (expected.snapshot === undefined) {
    expect(names).toBeUndefined();
    expect(holder.current()?.sent).toEqual(held);
    return;
  }
  const fetching = holdSnapshot();
  fetching.replace(parsed(structuredClone(held)));
  expect(names).toEqual(fetching.replace(parsed(structuredClone(expected.snapshot))));
  expect(holder.current()?.sent).toEqual(fetching.current()?.sent);
  expect(holder.current()?.source).toEqual(fetching.current()?.source);
});
