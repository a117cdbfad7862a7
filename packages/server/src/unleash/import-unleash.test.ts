import type { NamedRule } from '@comporta/contract/experiments/named-rule';
import { describe, expect, it } from 'vitest';
import { importUnleash } from './import-unleash.ts';
import type { UnleashConstraint, UnleashStrategy } from './unleash-state.ts';

function imported(strategies: UnleashStrategy[], identity = 'default') {
  const state = { features: [{ name: 'cart', enabled: true, strategies }] };
  const { document, remarks } = importUnleash(state, {
    application: 'Shop',
    environment: 'Production',
    identity,
  });
  return { document, remarks, experiment: document.experiments[0] };
}

function withConstraints(...constraints: UnleashConstraint[]): UnleashStrategy {
  return { name: 'default', constraints };
}

const IN_BRAZIL = { contextName: 'country', operator: 'IN', values: ['BR'] };
const NOT_BETA = { contextName: 'plan', operator: 'NOT_IN', values: ['beta'] };
const HALF = { name: 'flexibleRollout', parameters: { rollout: '50', groupId: 'half' } };

const briefly = ({ type, targetGroupRule, valueSpec }: Omit<NamedRule, 'name'>) =>
  [
    targetGroupRule ? `${targetGroupRule.policy} ${targetGroupRule.targetGroups}` : type,
    valueSpec.exactValue ?? JSON.stringify(valueSpec.split),
  ].join(' → ');

describe('strategies become rules', () => {
  it.each<[string, UnleashStrategy[], string[]]>([
    ['none', [], ['ALL_USERS → enabled']],
    [
      'a strategy for everyone wins',
      [withConstraints(IN_BRAZIL), { name: 'default' }],
      ['ALL_USERS → enabled'],
    ],
    [
      'all constraints have to match',
      [withConstraints(IN_BRAZIL, { contextName: 'age', operator: 'NUM_GT', value: '17' })],
      ['ALL_OF country IN BR,age GREATER_THAN 17 → enabled', 'ALL_USERS → disabled'],
    ],
    [
      'an inverted constraint',
      [withConstraints(NOT_BETA)],
      ['NONE_OF plan IN beta → enabled', 'ALL_USERS → disabled'],
    ],
    [
      'both, after all other strategies',
      [
        withConstraints(IN_BRAZIL, NOT_BETA),
        { name: 'userWithId', parameters: { userIds: '1, 2' } },
      ],
      [
        'ALL_OF userId IN 1,2 → enabled',
        'ANY_OF plan IN beta → disabled',
        'ALL_OF country IN BR → enabled',
        'ALL_USERS → disabled',
      ],
    ],
    ['a share', [HALF], ['ALL_USERS → {"enabled":50,"disabled":50}']],
    [
      'a share behind the full ones',
      [HALF, withConstraints(IN_BRAZIL)],
      ['ALL_OF country IN BR → enabled', 'ALL_USERS → {"enabled":50,"disabled":50}'],
    ],
    [
      'a user without userId is in no share of userIds',
      [{ name: 'gradualRolloutUserId', parameters: { percentage: '10' } }],
      ['ALL_OF userId REGEX (?s). → {"enabled":10,"disabled":90}', 'ALL_USERS → disabled'],
    ],
    ['a share of nobody', [{ ...HALF, parameters: { rollout: '0' } }], ['ALL_USERS → disabled']],
  ])('%s', (_what, strategies, rules) => {
    const { experiment, remarks } = imported(strategies);
    expect(experiment?.rules.map(briefly)).toEqual(rules);
    expect(experiment?.status).toBe('ACTIVE');
    expect(remarks).toEqual([]);
  });

  it('a partial rollout uses its group as salt, and a hundred buckets', () => {
    expect(imported([HALF]).experiment).toMatchObject({ salt: 'half', buckets: 100 });
    const ofFeature = { name: 'flexibleRollout', parameters: { rollout: 30 } };
    expect(imported([ofFeature]).experiment).toMatchObject({ salt: 'cart', buckets: 100 });
  });

  it('supports stickiness only to the field that is sent as uid', () => {
    const bySession = { name: 'gradualRolloutSessionId', parameters: { percentage: '10' } };
    expect(imported([bySession], 'sessionId').experiment?.status).toBe('ACTIVE');
    expect(imported([bySession]).experiment?.status).toBe('PAUSED');
  });
});

describe('unsupported features are imported paused, with the reason', () => {
  it.each<[string, UnleashStrategy[]]>([
    ['at random', [{ name: 'gradualRolloutRandom', parameters: { percentage: '50' } }]],
    ['IN_CIDR', [withConstraints({ contextName: 'ip', operator: 'IN_CIDR', values: ['::/0'] })]],
    [
      'whole days',
      [withConstraints({ contextName: 'now', operator: 'DATE_AFTER', value: '2022' })],
    ],
    ['MAJOR.MINOR.FIX', [withConstraints({ contextName: 'v', operator: 'SEMVER_GT', value: '2' })]],
    ['pattern', [withConstraints({ contextName: 'x', operator: 'REGEX', value: '(?=a)' })]],
    ['unknown', [{ name: 'ourOwnStrategy' }]],
    [
      'groupId has more than 200 characters',
      [{ name: 'flexibleRollout', parameters: { rollout: '50', groupId: 'g'.repeat(201) } }],
    ],
    ['toString has no counterpart', [withConstraints({ contextName: 'x', operator: 'toString' })]],
    [
      'too many values',
      [
        withConstraints({
          contextName: 'id',
          operator: 'IN',
          values: Array.from({ length: 10_001 }, (_, index) => `${index}`),
        }),
      ],
    ],
    ['two strategies', [HALF, withConstraints(IN_BRAZIL, NOT_BETA)]],
    [
      'NUMERIC elsewhere',
      [
        withConstraints({ contextName: 'age', operator: 'NUM_GT', value: '17' }),
        withConstraints({ contextName: 'age', operator: 'IN', values: ['17'] }),
      ],
    ],
  ])('%s', (reason, strategies) => {
    const { document, remarks } = imported(strategies);
    expect(remarks).toEqual([
      { feature: 'cart', result: 'PAUSED', reason: expect.stringContaining(reason) },
    ]);
    expect(document).toMatchObject({
      targetGroups: [],
      properties: [],
      experiments: [{ status: 'PAUSED', rules: [{ type: 'ALL_USERS' }] }],
    });
  });
});

describe('texts of Unleash', () => {
  it('a description of several lines becomes one line; the feature is not left out', () => {
    const description = ' Of the\r\n shop\u200b\n';
    const state = { features: [{ name: 'cart', enabled: true, description }] };
    const { document, remarks } = importUnleash(state, {
      application: 'Shop',
      environment: 'Production',
      identity: 'default',
    });
    expect(document.toggles).toMatchObject([{ name: 'cart', description: 'Of the shop' }]);
    expect(remarks).toEqual([]);
  });

  it('names of target groups have no invisible characters; terms keep them', () => {
    const values = ['a\n', 'b\n'];
    const { document } = imported([
      withConstraints({ contextName: 'plan', operator: 'IN', values }),
    ]);
    expect(document.targetGroups).toMatchObject([
      {
        name: expect.stringMatching(/^plan EQUALS a or EQUALS b [0-9a-f]{8}$/),
        conditions: [{ term: 'a\n' }, { term: 'b\n' }],
      },
    ]);
  });

  it('a pattern keeps its blanks', () => {
    const { document } = imported([
      withConstraints({ contextName: 'plan', operator: 'REGEX', value: ' beta ' }),
    ]);
    expect(document.targetGroups[0]?.conditions).toMatchObject([{ term: ' beta ' }]);
  });
});
