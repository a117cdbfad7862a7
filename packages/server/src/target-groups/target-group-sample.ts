import { TARGET_GROUP } from '@comporta/contract/target-groups/target-group';
import { createTargetGroup } from '../testing/builders.ts';
import { condition, conditionSamples, type NounSample, textSamples } from '../testing/samples.ts';

export const SAMPLE: NounSample = {
  path: '/api/apps/:appId/target-groups',
  good: () => ({ name: 'Staff', policy: 'OR', conditions: [condition()] }),
  samples: [
    ...textSamples(TARGET_GROUP.bounds),
    { code: 'INVALID_POLICY', at: ['policy'], body: { policy: 'SOME' } },
    { code: 'NO_CONDITIONS', at: ['conditions'], body: { conditions: [] } },
    {
      code: 'LIMIT_EXCEEDED',
      at: ['conditions'],
      body: { conditions: Array(101).fill(condition()) },
    },
    ...conditionSamples((wrong) => ({ conditions: [condition(), wrong] }), ['conditions', 1]),
    {
      code: 'DUPLICATE_NAME',
      at: ['name'],
      body: async (stage) => {
        const taken = { name: 'Taken', policy: 'OR', conditions: [condition()] };
        await stage.create(`/api/apps/${stage.ids.appId}/target-groups`, taken);
        return { name: 'taken' };
      },
    },
  ],
  furnish: async ({ server, appId }) => ({
    'target-groups/': await createTargetGroup(server, appId, { name: 'Testers', uids: '1' }),
  }),
  saves: {
    updateTargetGroup: (ids) => ({
      body: {
        policy: 'AND',
        conditions: [
          { propertyId: ids['properties/'], expression: 'EQUALS', term: 'pro' },
          { propertyId: 'uid', expression: 'IN', term: '1,2' },
        ],
      },
      document: { list: 'targetGroups', key: 'name' },
    }),
  },
};
