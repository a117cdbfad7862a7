import { FlagdCore } from '@openfeature/flagd-core';
import { at, type Contender } from './contender.ts';
import { FLAGS, type Flag, VALUES } from './work.ts';

export const flagd: Contender = {
  name: 'flagd-core',
  enter(users) {
    const core = new FlagdCore();
    core.setConfigurations(JSON.stringify({ flags: Object.fromEntries(FLAGS.map(definitionOf)) }));
    const contexts = users.map(({ uid, ...properties }) => ({ targetingKey: uid, ...properties }));
    const one = (flag: string, user: number) =>
      core.resolveStringEvaluation(flag, 'unknown', at(contexts, user));
    return {
      one,
      all: (user) => core.resolveAll(at(contexts, user)),
      value: (flag, user) => one(flag, user).value,
    };
  },
};

function definitionOf({ name, countries, olderThan, beforeVersion, group }: Flag) {
  const targeting = {
    if: [
      { in: [{ var: 'country' }, countries] },
      'country',
      { '>': [{ var: 'age' }, olderThan] },
      'age',
      { sem_ver: [{ var: 'version' }, '<', beforeVersion] },
      'version',
      {
        and: [
          { '==': [{ var: 'plan' }, group.plan] },
          { ends_with: [{ var: 'email' }, group.emailEnd] },
          { '>': [{ var: 'seats' }, group.seats] },
        ],
      },
      'group',
      {
        fractional: [
          ['on', 50],
          ['off', 50],
        ],
      },
    ],
  };
  const variants = Object.fromEntries(VALUES.map((value) => [value, value]));
  return [name, { state: 'ENABLED', variants, defaultVariant: 'off', targeting }] as const;
}
