import type { Outcome } from '@comporta/engine/outcome';
import type { SnapshotToggle } from '@comporta/engine/snapshot';
import { expect, it } from 'vitest';
import { entityTagOf } from './bulk-answer.ts';

const VALUES = ['false', 'true'];

function outcomesOf(name: string): readonly Outcome[] {
  const toggle: SnapshotToggle = {
    id: name,
    name,
    values: VALUES,
    defaultValue: 'false',
    valueType: 'BOOLEAN',
  };
  return VALUES.map((value) => ({
    toggle,
    value,
    reason: 'TARGETING_MATCH',
    ruleOrder: 1,
    ruleType: 'PROPERTY',
    experimentId: 'experiment',
    errorCode: undefined,
    exposure: undefined,
    ruleId: undefined,
    made: undefined,
    uses: 0,
  }));
}

it('SDK-19: responses that differ in any flag have different entity tags, however many flags are equal', () => {
  const toggles = Array.from({ length: 16 }, (_, index) => outcomesOf(`toggle-${index}`));
  const equal = Array.from({ length: 60 }, (_, index) => outcomesOf(`equal-${index}`)[0] ?? []);
  const answers = 2 ** toggles.length;
  const tags = new Set<string>();
  const halves = [new Set<string>(), new Set<string>()] as const;
  for (let answer = 0; answer < answers; answer++) {
    const different = toggles.map((pair, place) => pair[(answer >> place) & 1] ?? []);
    const tag = entityTagOf([...different, ...equal].flat(), 'rest');
    tags.add(tag);
    halves[0].add(tag.slice(1, 9));
    halves[1].add(tag.slice(9, 17));
  }
  expect(tags.size).toBe(answers);
  // With so many 32-bit halves, about one pair in two runs is equal by chance.
  for (const half of halves) expect(answers - half.size).toBeLessThan(5);
});
