import { type Constraint, Operator } from 'unleash-client/lib/strategy/strategy.js';
import type { Flag } from './work.ts';

/** The five rules of a flag as strategies of Unleash: each enables it, and the split does so for half of the users. */
export function strategiesOf({ name, countries, olderThan, beforeVersion, group }: Flag) {
  return [
    strategy(is('country', Operator.IN, ...countries)),
    strategy(is('age', Operator.NUM_GT, `${olderThan}`)),
    strategy(is('version', Operator.SEMVER_LT, beforeVersion)),
    strategy(
      is('plan', Operator.IN, group.plan),
      is('email', Operator.STR_ENDS_WITH, group.emailEnd),
      is('seats', Operator.NUM_GT, `${group.seats}`),
    ),
    {
      name: 'flexibleRollout',
      parameters: { rollout: '50', stickiness: 'userId', groupId: name },
      constraints: [],
    },
  ];
}

function strategy(...constraints: Constraint[]) {
  return { name: 'default', parameters: {}, constraints };
}

function is(contextName: string, operator: Operator, ...values: string[]): Constraint {
  const [value = ''] = values;
  return { contextName, operator, inverted: false, values, value };
}
