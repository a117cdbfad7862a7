import { readFileSync } from 'node:fs';
import type {
  Lifecycle,
  LifecycleFacts,
  LifecycleSettings,
} from '@comporta/contract/lifecycle/lifecycle';
import { lifecycleOf, momentOf } from '@comporta/contract/lifecycle/lifecycle-of';
import { expect, it } from 'vitest';

/** See conformance/lifecycle/README.md. */
const FILE = new URL('../../../../conformance/lifecycle/lifecycle.json', import.meta.url);

interface Vector {
  readonly title?: string;
  readonly facts: LifecycleFacts;
  readonly settings: LifecycleSettings;
  readonly now: string;
  readonly expected: Lifecycle;
}

const cases: readonly Vector[] = JSON.parse(readFileSync(FILE, 'utf8'));

it('LIF-20, LIF-21 and LIF-22: the state of a toggle, and its reasons in their order, are those of every vector', () => {
  expect(cases).toHaveLength(90);
  for (const { title, facts, settings, now, expected } of cases) {
    const found = lifecycleOf(facts, momentOf(settings, new Date(now)));
    expect(found, title ?? JSON.stringify(facts)).toEqual(expected);
  }
});

it('LIF-26: a client that does not report is named in the reason', () => {
  const [one] = cases.filter(({ expected }) => expected.reasons[0]?.code === 'CANNOT_TELL');
  if (one === undefined) throw new Error('no vector has CANNOT_TELL');
  const { facts, settings, now } = one;
  const client = { service: 'checkout', sdk: 'comporta-sdk', version: '0.2.0' };
  const environments = facts.environments.map((environment) => ({
    ...environment,
    silentClients: [client],
  }));
  const [reason] = lifecycleOf(
    { ...facts, environments },
    momentOf(settings, new Date(now)),
  ).reasons;
  expect(reason).toMatchObject({ code: 'CANNOT_TELL', clients: [client] });
});
