import type { NamedPart, NamedRule } from '@comporta/contract/experiments/named-rule';
import { describe, expect, it } from 'vitest';
import { requireStorable } from '../platform/http/json-text.ts';
import { importUnleash } from './import-unleash.ts';
import { IMPORT_PROMISES, type ImportPromise } from './strategy.ts';
import type { UnleashConstraint, UnleashSegment, UnleashStrategy } from './unleash-state.ts';

const DESTINATION = { application: 'Shop', environment: 'Production', identity: 'default' };

function imported(
  strategies: UnleashStrategy[],
  options: { identity?: string; promises?: readonly ImportPromise[] } = {},
  segments: UnleashSegment[] = [],
) {
  const state = { features: [{ name: 'cart', enabled: true, strategies }], segments };
  const { document, remarks } = importUnleash(state, { ...DESTINATION, ...options });
  return { document, remarks, experiment: document.experiments[0] };
}

function withConstraints(...constraints: UnleashConstraint[]): UnleashStrategy {
  return { name: 'default', constraints };
}

const IN_BRAZIL = { contextName: 'country', operator: 'IN', values: ['BR'] };
const NOT_BETA = { contextName: 'plan', operator: 'NOT_IN', values: ['beta'] };
const HALF = { name: 'flexibleRollout', parameters: { rollout: '50', groupId: 'half' } };

const partly = ({ type, propertyRule, targetGroupRule }: NamedPart) => {
  if (propertyRule)
    return `${propertyRule.property} ${propertyRule.expression} ${propertyRule.term}`;
  return targetGroupRule ? `${targetGroupRule.policy} ${targetGroupRule.targetGroups}` : type;
};

const briefly = ({ combinedRule, valueSpec, ...part }: Omit<NamedRule, 'name'>) =>
  [
    combinedRule ? combinedRule.conditions.map(partly).join(' and ') : partly(part),
    valueSpec.exactValue ?? `${JSON.stringify(valueSpec.split)}${valueSpec.by ?? ''}`,
  ].join(' → ');

const OFF = 'ALL_USERS → disabled';

function share(rollout: number, stickiness: string, groupId = 'half'): UnleashStrategy {
  return { name: 'flexibleRollout', parameters: { rollout, stickiness, groupId } };
}

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
      ['country IN BR and age GREATER_THAN 17 → enabled', OFF],
    ],
    [
      'equal constraints are one',
      [withConstraints(IN_BRAZIL, IN_BRAZIL)],
      ['country IN BR → enabled', OFF],
    ],
    ['an inverted constraint', [withConstraints(NOT_BETA)], ['plan NOT_IN beta → enabled', OFF]],
    [
      'each strategy is a rule',
      [
        withConstraints(IN_BRAZIL, NOT_BETA),
        { name: 'userWithId', parameters: { userIds: '1, 2' } },
      ],
      ['country IN BR and plan NOT_IN beta → enabled', 'userId IN 1,2 → enabled', OFF],
    ],
    [
      'texts that no list can hold are a group',
      [withConstraints({ ...IN_BRAZIL, values: ['BR', 'a,b'] })],
      ['ALL_OF country IN BR or country EQUALS a,b → enabled', OFF],
    ],
    [
      'networks; what is none matches nothing',
      [{ name: 'remoteAddress', parameters: { IPs: '10.0.0.0/8, 10.invalid,::1' } }],
      ['remoteAddress IN_CIDR 10.0.0.0/8,::1 → enabled', OFF],
    ],
    ['no network at all', [{ name: 'remoteAddress', parameters: { IPs: '10.invalid/8' } }], [OFF]],
    [
      'addresses without a network',
      [{ name: 'remoteAddress', parameters: { IPs: '10.0.0.1, localhost' } }],
      ['remoteAddress IN 10.0.0.1,localhost → enabled', OFF],
    ],
    ['a share', [HALF], ['ALL_USERS → {"enabled":50,"disabled":50}']],
    [
      'a share behind the full ones',
      [HALF, withConstraints(IN_BRAZIL)],
      ['country IN BR → enabled', 'ALL_USERS → {"enabled":50,"disabled":50}'],
    ],
    [
      'a user without userId is in no share of userIds',
      [{ name: 'gradualRolloutUserId', parameters: { percentage: '10' } }],
      ['userId IS_SET  → {"enabled":10,"disabled":90}', OFF],
    ],
    [
      'a share by any field',
      [share(10, 'company')],
      ['company IS_SET  → {"enabled":10,"disabled":90}company', OFF],
    ],
    ['all who have a field', [share(100, 'company')], ['company IS_SET  → enabled', OFF]],
    [
      'shares by one hash, the largest first',
      [
        { ...share(10, 'default'), constraints: [NOT_BETA] },
        { ...share(20, 'default'), constraints: [IN_BRAZIL] },
        { ...share(30, 'default'), constraints: [IN_BRAZIL] },
      ],
      [
        'country IN BR → {"enabled":30,"disabled":70}',
        'plan NOT_IN beta → {"enabled":10,"disabled":90}',
        OFF,
      ],
    ],
    [
      'no rule stands below a share of everyone',
      [HALF, { ...share(20, 'default'), constraints: [IN_BRAZIL] }],
      ['ALL_USERS → {"enabled":50,"disabled":50}'],
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

  it('the field that is sent as uid divides as uid; the default stickiness is no other field', () => {
    const bySession = { name: 'gradualRolloutSessionId', parameters: { percentage: '10' } };
    const asUid = { identity: 'sessionId' };
    expect(imported([bySession], asUid).experiment?.rules).toMatchObject([
      { type: 'ALL_USERS', valueSpec: { type: 'SPLIT' } },
    ]);
    expect(imported([bySession]).experiment?.rules).toMatchObject([
      { valueSpec: { type: 'SPLIT_BY', by: 'sessionId' } },
      { type: 'ALL_USERS' },
    ]);
    expect(imported([HALF], asUid).remarks).toMatchObject([
      { reason: expect.stringContaining('but uid stands for sessionId') },
    ]);
  });

  it('properties are those of conditions, groups and splits', () => {
    const { document } = imported([{ ...share(10, 'company'), constraints: [IN_BRAZIL] }]);
    expect(document.properties).toMatchObject([{ key: 'country' }, { key: 'company' }]);
  });
});

describe('constraints become conditions', () => {
  const BY_CASE = { contextName: 'mail', values: ['@a.com', '@b.com'], caseInsensitive: true };
  it.each<[UnleashConstraint, string]>([
    [{ ...IN_BRAZIL, inverted: true }, 'country NOT_IN BR'],
    [{ ...NOT_BETA, inverted: true }, 'plan IN beta'],
    [{ contextName: 'x', operator: 'STR_CONTAINS', values: ['a'] }, 'x CONTAINS_ANY a'],
    [{ ...BY_CASE, operator: 'STR_ENDS_WITH' }, 'mail ENDS_WITH_ANY_IGNORING_CASE @a.com,@b.com'],
    [
      { ...BY_CASE, operator: 'STR_STARTS_WITH', inverted: true },
      'mail NOT_STARTS_WITH_ANY_IGNORING_CASE @a.com,@b.com',
    ],
    [
      { ...BY_CASE, values: ['Mr., Dr.'], operator: 'STR_STARTS_WITH' },
      String.raw`mail REGEX (?i)^Mr\., Dr\.`,
    ],
    [{ contextName: 'x', operator: 'REGEX', value: '^a', inverted: true }, 'x NOT_REGEX ^a'],
    [{ contextName: 'ip', operator: 'IN_CIDR', values: ['::/0'] }, 'ip IN_CIDR ::/0'],
    [{ contextName: 'n', operator: 'NUM_EQ', value: 5, inverted: true }, 'n NOT_IN 5'],
    [{ contextName: 'n', operator: 'NUM_LT', value: 5, inverted: true }, 'NONE_OF n LESS_THAN 5'],
    [{ contextName: 'v', operator: 'SEMVER_EQ', value: '2.0.0-rc.1' }, 'v SAME_AS 2.0.0-rc.1'],
    [
      { contextName: 'currentTime', operator: 'DATE_AFTER', value: '2022-01-29T13:00:00.000Z' },
      'currentTime AFTER 2022-01-29T13:00:00.000Z',
    ],
    [
      { contextName: 'currentTime', operator: 'DATE_BEFORE', value: '2022-01-29', inverted: true },
      'NONE_OF currentTime BEFORE 2022-01-29',
    ],
  ])('%j', (constraint, condition) => {
    const promises = IMPORT_PROMISES;
    const { experiment, remarks } = imported([withConstraints(constraint)], { promises });
    expect(remarks.filter(({ result }) => result !== 'DIFFERS')).toEqual([]);
    expect(experiment?.rules.map(briefly)).toEqual([`${condition} → enabled`, OFF]);
  });

  it('RUL-61: a segment becomes a group of its conditions; what they cannot say stays beside it', () => {
    const constraints = [
      IN_BRAZIL,
      NOT_BETA,
      { contextName: 'age', operator: 'NUM_GT', value: 17, inverted: true },
    ];
    const segments = [{ id: 3, name: 'Visitors', constraints }];
    const { document, experiment } = imported([{ name: 'default', segments: [3] }], {}, segments);
    expect(experiment?.rules.map(briefly)).toEqual([
      'ALL_OF segment 3 Visitors and NONE_OF age GREATER_THAN 17 → enabled',
      OFF,
    ]);
    expect(document.targetGroups).toMatchObject([
      { name: 'age GREATER_THAN 17', conditions: [{ term: '17' }] },
      {
        name: 'segment 3 Visitors',
        policy: 'AND',
        conditions: [{ expression: 'IN' }, { expression: 'NOT_IN' }],
      },
    ]);
  });

  it('more conditions than a rule can have are a group', () => {
    const constraints = Array.from({ length: 21 }, (_, place) => ({
      contextName: `field${place}`,
      operator: 'IN',
      values: ['a'],
    }));
    const { document, experiment } = imported([withConstraints(...constraints)]);
    expect(experiment?.rules).toMatchObject([{ type: 'TARGET_GROUP' }, { type: 'ALL_USERS' }]);
    expect(document.targetGroups).toMatchObject([{ policy: 'AND', conditions: { length: 21 } }]);
    const fewer = imported([withConstraints(...constraints.slice(1))]);
    expect(fewer.experiment?.rules[0]?.combinedRule?.conditions).toHaveLength(20);
  });

  it('currentTime is compared only if programs send it', () => {
    const before = { contextName: 'currentTime', operator: 'DATE_BEFORE', value: '2022-01-29' };
    const strategy = withConstraints(before);
    expect(imported([strategy]).remarks).toMatchObject([
      { result: 'PAUSED', reason: expect.stringContaining('--promise current-time-is-sent') },
    ]);
    const { experiment, remarks } = imported([strategy], { promises: ['current-time-is-sent'] });
    expect(experiment?.rules.map(briefly)).toEqual([
      'currentTime BEFORE 2022-01-29 → enabled',
      OFF,
    ]);
    expect(remarks).toEqual([]);
    const noDate = withConstraints({ ...before, value: '2022' });
    expect(imported([noDate], { promises: IMPORT_PROMISES }).remarks).toMatchObject([
      { reason: expect.stringContaining('RFC 3339') },
    ]);
  });
});

describe('unsupported features are imported paused, with the reason', () => {
  it.each<[string, UnleashStrategy[]]>([
    ['at random', [{ name: 'gradualRolloutRandom', parameters: { percentage: '50' } }]],
    [
      'SDKs disagree',
      [withConstraints({ contextName: 'day', operator: 'DATE_AFTER', value: '2022' })],
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
    ['two strategies', [HALF, { ...share(10, 'default', 'other'), constraints: [IN_BRAZIL] }]],
    ['two strategies', [share(10, 'userId'), share(10, 'company')]],
    ['two strategies', [share(10, 'company', 'one'), share(5, 'company', 'other')]],
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

  it('a feature that depends on one that is left out because of its name', () => {
    const child = (name: string, parent: string) => ({
      name,
      enabled: true,
      dependencies: [{ feature: parent }],
    });
    const features = [
      { name: 'team/cart', enabled: true },
      { name: 'cart', enabled: true },
      { name: 'Cart', enabled: true },
      child('slash', 'team/cart'),
      child('upper', 'Cart'),
      child('nowhere', 'none'),
    ];
    const { document, remarks } = importUnleash({ features }, DESTINATION);
    expect(remarks).toMatchObject([
      { feature: 'team/cart', result: 'LEFT_OUT' },
      { feature: 'Cart', result: 'LEFT_OUT' },
      { feature: 'slash', result: 'PAUSED', reason: 'it depends on team/cart, which is left out' },
      { feature: 'upper', result: 'PAUSED', reason: 'it depends on Cart, which is left out' },
    ]);
    // As in Unleash, where a parent that does not exist keeps a feature off.
    expect(document.experiments).toContainEqual(
      expect.objectContaining({ toggle: 'nowhere', status: 'ACTIVE' }),
    );
  });
});

it.each([
  ['NUM_LT', '5', false, 1],
  ['NUM_GTE', '0', true, 1],
  ['NUM_GT', '17', false, 0],
])(
  'RUL-61: %s %s, inverted %s: a remark says where an empty text would be 0',
  (operator, value, inverted, count) => {
    const byAge = withConstraints({ contextName: 'age', operator, value, inverted });
    const { experiment, remarks } = imported([byAge]);
    const reason = expect.stringContaining('an empty text as age is no number here');
    expect(remarks).toEqual(Array(count).fill({ feature: 'cart', result: 'DIFFERS', reason }));
    expect(experiment?.status).toBe('ACTIVE');
    expect(imported([byAge, { name: 'default' }]).remarks).toEqual([]);
  },
);

describe('texts of Unleash', () => {
  it.each(['a\0b', 'a\ud800b'])(
    '%j is paused where it decides, and left out where it only names',
    (text) => {
      const named = [{ id: 1, name: text, constraints: [IN_BRAZIL] }];
      const terms = withConstraints({ ...IN_BRAZIL, operator: 'STR_CONTAINS', values: [text] });
      for (const [strategy, what] of [
        [share(50, 'default', text), 'its groupId'],
        [terms, 'what country is compared with'],
      ] as const) {
        const { document, remarks } = imported([strategy]);
        expect(remarks).toMatchObject([
          { result: 'PAUSED', reason: expect.stringContaining(`${what} has a character that`) },
        ]);
        requireStorable(document);
      }
      const { document, remarks } = imported([{ name: 'default', segments: [1] }], {}, named);
      expect(remarks).toEqual([]);
      requireStorable(document);
    },
  );

  it('a description of several lines becomes one line; the feature is not left out', () => {
    const description = ' Of the\r\n shop\u200b\n';
    const state = { features: [{ name: 'cart', enabled: true, description }] };
    const { document, remarks } = importUnleash(state, DESTINATION);
    expect(document.toggles).toMatchObject([{ name: 'cart', description: 'Of the shop' }]);
    expect(remarks).toEqual([]);
  });

  it('names of target groups have no invisible characters; terms keep them', () => {
    const values = ['a\nb,c', 'd\u200b,e'];
    const { document } = imported([
      withConstraints({ contextName: 'plan', operator: 'IN', values }),
    ]);
    expect(document.targetGroups).toMatchObject([
      {
        name: expect.stringMatching(/^plan EQUALS a b,c or plan EQUALS d,e [0-9a-f]{8}$/),
        conditions: [{ term: 'a\nb,c' }, { term: 'd\u200b,e' }],
      },
    ]);
  });

  it('a pattern keeps its blanks', () => {
    const { experiment } = imported([
      withConstraints({ contextName: 'plan', operator: 'REGEX', value: ' beta ' }),
    ]);
    expect(experiment?.rules[0]?.propertyRule).toMatchObject({ term: ' beta ' });
  });
});
