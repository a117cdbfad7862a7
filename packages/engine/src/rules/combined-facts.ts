import type { Fact } from '../fact.ts';
import type { AudiencePart, Nodes } from '../rule.ts';
import type { SnapshotToggle } from '../snapshot.ts';

/** The facts of combined rules, each shared by all rules with the same policy and the same parts. */
export interface CombinedFacts {
  readonly facts: Map<string, Fact>;
  /** The compiled conditions and groups in the keys of `facts`. A changed one is another object, with a new number. */
  readonly numbers: WeakMap<object, number>;
}

export function newCombinedFacts(): CombinedFacts {
  return { facts: new Map(), numbers: new WeakMap() };
}

/** Looks for an equal audience in `shared`; keeps there what it makes. */
export function combinedIn({ facts, numbers }: CombinedFacts): Nodes['combined'] {
  return ({ policy, parts }, owner, make) => {
    const keys = new Set(parts.map((part) => keyOf(part, owner, numbers)));
    const key = [policy, ...[...keys].sort()].join(' ');
    const held = facts.get(key);
    if (held !== undefined) return held;
    const made = make();
    facts.set(key, made);
    return made;
  };
}

/** A dependency belongs to its toggle: whether it is part of a cycle differs from toggle to toggle. */
function keyOf(part: AudiencePart, owner: SnapshotToggle, numbers: CombinedFacts['numbers']) {
  switch (part.type) {
    case 'PROPERTY':
      return `${numberOf(part.condition, numbers)}`;
    case 'TARGET_GROUP': {
      const groups = part.groups.map((group) => numberOf(group, numbers));
      return `${part.policy}:${groups.sort((one, other) => one - other).join(',')}`;
    }
    case 'TOGGLE_DEPENDENCY': {
      const { toggleId, value } = part.dependency;
      return JSON.stringify([owner.id, toggleId, value]);
    }
  }
}

let lastNumber = 0;

function numberOf(node: object, numbers: CombinedFacts['numbers']): number {
  const known = numbers.get(node);
  if (known !== undefined) return known;
  lastNumber++;
  numbers.set(node, lastNumber);
  return lastNumber;
}
