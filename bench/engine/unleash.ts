import { EventEmitter } from 'node:events';
import { Unleash } from 'unleash-client';
import { type Constraint, Operator } from 'unleash-client/lib/strategy/strategy.js';
import { at, type Contender } from './contender.ts';
import { FLAGS, type Flag } from './work.ts';

/** Knows only enabled and disabled: the four rules enable, the split enables half of the others. */
export const unleash: Contender = {
  name: 'Unleash',
  async enter(users) {
    const client = new Unleash({
      appName: 'bench',
      url: 'http://localhost/never-asked/',
      repository: new FixedRepository(),
      disableMetrics: true,
      disableAutoStart: true,
    });
    await client.start();
    const contexts = users.map(({ uid, ...properties }) => ({
      userId: uid,
      properties: { ...properties },
    }));
    const one = (flag: string, user: number) => client.isEnabled(flag, at(contexts, user));
    return {
      one,
      all: (user) => FLAGS.map(({ name }) => one(name, user)),
      value: (flag, user) => (one(flag, user) ? 'enabled' : 'disabled'),
      leave: () => client.destroy(),
    };
  },
};

class FixedRepository extends EventEmitter {
  readonly #toggles = new Map(FLAGS.map((flag) => [flag.name, definitionOf(flag)]));

  getToggle(name: string) {
    return this.#toggles.get(name);
  }

  getToggles() {
    return [...this.#toggles.values()];
  }

  getTogglesWithSegmentData() {
    return [];
  }

  getSegment() {
    return undefined;
  }

  async start() {
    this.emit('ready');
  }

  stop() {}
}

function definitionOf({ name, countries, olderThan, beforeVersion, group }: Flag) {
  return {
    name,
    type: 'release',
    project: 'default',
    enabled: true,
    stale: false,
    impressionData: false,
    variants: [],
    strategies: [
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
    ],
  };
}

function strategy(...constraints: Constraint[]) {
  return { name: 'default', parameters: {}, constraints };
}

function is(contextName: string, operator: Operator, ...values: string[]): Constraint {
  return { contextName, operator, inverted: false, values, value: values[0] };
}
