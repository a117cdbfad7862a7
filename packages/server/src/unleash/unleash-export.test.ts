import { describe, expect, it } from 'vitest';
import { importUnleash } from './import-unleash.ts';
import { unleashFileSchema } from './unleash-export.ts';

const DESTINATION = { application: 'Shop', environment: 'Production', identity: 'default' };
const constraints = [{ contextName: 'country', operator: 'IN', values: ['BR'], inverted: false }];
const half = { parameters: { rollout: '50', stickiness: 'default', groupId: 'half' } };

const imported = (file: object) =>
  importUnleash(unleashFileSchema('Production').parse(file), DESTINATION);

/** As Unleash 7 exports it: strategies and features of one environment, without its name on the strategies. */
const EXPORT = {
  features: ['cart', 'off', 'child', 'far', 'beta', 'old'].map((name) => ({
    ...{ name, description: `the ${name}`, type: 'release', project: 'default', stale: false },
    ...{ impressionData: false, archived: name === 'old' },
  })),
  featureStrategies: [
    { name: 'flexibleRollout', featureName: 'cart', id: '1', title: null, ...half, segments: [] },
    { name: 'default', featureName: 'cart', id: '2', constraints, variants: [], disabled: false },
    { name: 'default', featureName: 'beta', id: '3', segments: [1] },
  ],
  featureEnvironments: ['cart', 'off', 'child', 'far', 'beta'].map((featureName) => ({
    ...{
      name: featureName,
      featureName,
      environment: 'development',
      enabled: featureName !== 'off',
    },
    variants: featureName === 'cart' ? [{ name: 'red', weight: 1000 }] : [],
  })),
  contextFields: [{ name: 'country' }],
  featureTags: [{ featureName: 'cart', tagType: 'simple', tagValue: 'shop' }],
  segments: [{ id: 1, name: 'Beta users' }],
  tagTypes: [{ name: 'simple' }],
  dependencies: [
    { feature: 'child', dependencies: [{ feature: 'cart', enabled: true }] },
    { feature: 'far', dependencies: [{ feature: 'elsewhere', enabled: true }] },
  ],
};

describe('what the console of Unleash exports', () => {
  it('gives the same application as what Unleash answers to its SDKs', () => {
    const { document, remarks } = imported(EXPORT);
    const answer = {
      version: 2,
      features: [
        {
          ...{ name: 'cart', description: 'the cart', enabled: true },
          strategies: [
            { name: 'flexibleRollout', ...half },
            { name: 'default', constraints },
          ],
        },
        { name: 'off', description: 'the off', enabled: false },
        {
          ...{ name: 'child', description: 'the child', enabled: true },
          dependencies: [{ feature: 'cart', enabled: true }],
        },
      ],
    };
    const expected = imported(answer).document;
    expect(document).toMatchObject({
      properties: expected.properties,
      toggles: { length: 5, 0: expected.toggles[0], 1: expected.toggles[1] },
    });
    for (const experiment of expected.experiments) {
      expect(document.experiments).toContainEqual(experiment);
    }
    expect(remarks).toMatchObject([
      { feature: 'cart', result: 'WITHOUT_VARIANTS' },
      {
        ...{ feature: 'beta', result: 'PAUSED' },
        reason: expect.stringMatching(/who is in segment 1 Beta users.*client\/features/),
      },
      {
        ...{ feature: 'far', result: 'PAUSED' },
        reason: 'it depends on elsewhere, which is not in the file',
      },
    ]);
  });

  it('a state of version 4 has several environments, and says who is in a segment', () => {
    const state = (...environments: string[]) => ({
      version: 4,
      features: [{ name: 'cart', variants: [] }],
      featureStrategies: environments.map((environment, index) => ({
        ...{ id: `${index}`, featureName: 'cart', projectId: 'default', environment },
        ...{ strategyName: 'userWithId', parameters: { userIds: environment }, constraints: [] },
      })),
      featureEnvironments: environments.map((environment) => ({
        ...{ featureName: 'cart', environment, enabled: true },
      })),
      segments: [{ id: 1, name: 'Brazil', constraints }],
      featureStrategySegments: [{ featureStrategyId: '1', segmentId: 1 }],
    });
    const { document, remarks } = imported(state('development', 'production'));
    expect(remarks).toEqual([]);
    expect(document.targetGroups).toMatchObject([{ name: 'segment 1 Brazil' }]);
    const rules = JSON.stringify(document.experiments[0]?.rules);
    expect(rules).toContain('production');
    expect(rules).not.toContain('development');

    expect(JSON.stringify(imported(state('live')).document.experiments[0]?.rules)).toContain(
      'live',
    );
    const { error } = unleashFileSchema('Production').safeParse(state('test', 'live'));
    expect(error?.issues[0]?.message).toBe(
      '--environment has to name one of its environments, test, live',
    );
  });

  it('says where a file is wrong', () => {
    const wrong = { ...EXPORT, featureEnvironments: [{ featureName: 'cart' }] };
    const { error } = unleashFileSchema('Production').safeParse(wrong);
    expect(error?.issues[0]?.path).toEqual(['featureEnvironments', 0, 'enabled']);
    const answer = unleashFileSchema('Production').safeParse({ features: [{ name: 'cart' }] });
    expect(answer.error?.issues[0]?.path).toEqual(['features', 0, 'enabled']);
  });
});
