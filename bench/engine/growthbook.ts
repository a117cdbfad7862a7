import { type FeatureDefinition, GrowthBookClient } from '@growthbook/growthbook';
import { at, type Contender } from './contender.ts';
import { FLAGS, type Flag } from './work.ts';

export const growthbook: Contender = {
  name: 'GrowthBook',
  enter(users) {
    const client = new GrowthBookClient().initSync({
      payload: { features: Object.fromEntries(FLAGS.map(definitionOf)) },
    });
    const contexts = users.map(({ uid, ...properties }) => ({
      attributes: { id: uid, ...properties },
    }));
    const one = (flag: string, user: number) => client.evalFeature(flag, at(contexts, user));
    return {
      one,
      all: (user) => FLAGS.map(({ name }) => one(name, user)),
      value: (flag, user) => String(one(flag, user).value),
      leave: () => client.destroy(),
    };
  },
};

function definitionOf(flag: Flag): [string, FeatureDefinition<string>] {
  const { name, countries, olderThan, beforeVersion, group } = flag;
  const emailEnd = `${group.emailEnd.replaceAll('.', '\\.')}$`;
  return [
    name,
    {
      defaultValue: 'off',
      rules: [
        { condition: { country: { $in: [...countries] } }, force: 'country' },
        { condition: { age: { $gt: olderThan } }, force: 'age' },
        { condition: { version: { $vlt: beforeVersion } }, force: 'version' },
        {
          condition: { plan: group.plan, email: { $regex: emailEnd }, seats: { $gt: group.seats } },
          force: 'group',
        },
        { key: name, variations: ['on', 'off'], weights: [0.5, 0.5], hashAttribute: 'id' },
      ],
    },
  ];
}
