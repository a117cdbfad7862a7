import { init, type LDContext } from '@launchdarkly/node-server-sdk';
import { TestData } from '@launchdarkly/node-server-sdk/integrations';
import { at, type Contender } from './contender.ts';
import { FLAGS, type Flag, VALUES } from './work.ts';

export const launchdarkly: Contender = {
  name: 'LaunchDarkly',
  async enter(users) {
    const flags = new TestData();
    for (const flag of FLAGS) await flags.usePreconfiguredFlag(definitionOf(flag));
    const client = init('key', {
      updateProcessor: flags.getFactory(),
      sendEvents: false,
      diagnosticOptOut: true,
      logger: { error() {}, warn() {}, info() {}, debug() {} },
    });
    await client.waitForInitialization({ timeout: 5 });
    const contexts = users.map(
      ({ uid, ...properties }): LDContext => ({ kind: 'user', key: uid, ...properties }),
    );
    const one = (flag: string, user: number) =>
      client.variation(flag, at(contexts, user), 'unknown');
    return {
      one,
      all: (user) => client.allFlagsState(at(contexts, user)),
      value: one,
      leave: () => client.close(),
    };
  },
};

function definitionOf({ name, countries, olderThan, beforeVersion, group }: Flag) {
  const clause = (attribute: string, op: string, ...values: unknown[]) => ({
    attribute,
    op,
    values,
  });
  const rule = (value: (typeof VALUES)[number], ...clauses: object[]) => ({
    id: `${name} ${value}`,
    variation: VALUES.indexOf(value),
    clauses,
  });
  return {
    key: name,
    on: true,
    version: 1,
    variations: VALUES,
    offVariation: VALUES.indexOf('off'),
    salt: name,
    rules: [
      rule('country', clause('country', 'in', ...countries)),
      rule('age', clause('age', 'greaterThan', olderThan)),
      rule('version', clause('version', 'semVerLessThan', beforeVersion)),
      rule(
        'group',
        clause('plan', 'in', group.plan),
        clause('email', 'endsWith', group.emailEnd),
        clause('seats', 'greaterThan', group.seats),
      ),
    ],
    fallthrough: {
      rollout: {
        variations: [
          { variation: VALUES.indexOf('on'), weight: 50_000 },
          { variation: VALUES.indexOf('off'), weight: 50_000 },
        ],
      },
    },
  };
}
