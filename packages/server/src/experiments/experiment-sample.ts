import type { ErrorCode } from '@comporta/contract/errors';
import { CHAIN_MAX_TOGGLES } from '@comporta/engine/chains/dependency-chains';
import { eq } from 'drizzle-orm';
import { newId } from '../platform/base/ids.ts';
import { toggles } from '../tables/toggles.ts';
import { createExperiment, createToggle } from '../testing/builders.ts';
import { storeChain } from '../testing/chains/store-chain.ts';
import {
  type Body,
  condition,
  conditionSamples,
  HIDDEN,
  LONG,
  type NounSample,
  type RefusalSample,
  type Stage,
} from '../testing/samples.ts';

const ENABLED = { type: 'EXACT_VALUE', exactValue: 'enabled' };
const EVERYONE = { type: 'ALL_USERS', valueSpec: ENABLED };
const rulesWith = (rule: Body) => ({ rules: [{ valueSpec: ENABLED, ...rule }, EVERYONE] });

/** A sample of a wrong version filter; it creates the property of the filter first. */
function versionRule(code: ErrorCode, field: string, change: Body): RefusalSample {
  return {
    code,
    at: ['rules', 0, 'versionRule', field],
    body: async (stage) => {
      await stage.create(`/api/apps/${stage.ids.appId}/properties`, {
        key: 'version',
        type: 'SEMANTIC_VERSION',
      });
      const list = await stage.server.call<{ id: string; key: string }[]>(
        'GET',
        `/api/apps/${stage.ids.appId}/properties`,
        { token: stage.company.adminToken },
      );
      const propertyId = list.body.find(({ key }) => key === 'version')?.id;
      const filter = { propertyId, expression: 'EQUALS', term: '1.2.3', ...change };
      return rulesWith({ type: 'ALL_USERS', versionRule: filter });
    },
  };
}

async function archivedToggle(stage: Stage): Promise<string> {
  const id = await freeToggle(stage);
  const { sql } = stage.server.database;
  await sql.update(toggles).set({ archived: true }).where(eq(toggles.id, id));
  return id;
}

async function freeToggle({ server, ids }: Stage): Promise<string> {
  return createToggle(server, ids.appId ?? '');
}

export const SAMPLE: NounSample = {
  path: '/api/apps/:appId/envs/:envId/experiments',
  good: async (stage) => ({ toggleId: await freeToggle(stage), rules: [EVERYONE] }),
  samples: [
    { code: 'NO_TOGGLE', at: ['toggleId'], only: 'POST', body: { toggleId: newId() } },
    {
      code: 'TOGGLE_LOCKED',
      at: ['toggleId'],
      only: 'PUT',
      body: async (stage) => ({ toggleId: await freeToggle(stage) }),
    },
    {
      code: 'TOGGLE_HAS_EXPERIMENT',
      at: ['toggleId'],
      only: 'POST',
      body: ({ ids }) => ({ toggleId: ids['toggles/'] }),
    },
    {
      code: 'TOGGLE_ARCHIVED',
      at: ['toggleId'],
      only: 'POST',
      body: async (stage) => ({ toggleId: await archivedToggle(stage) }),
    },
    { code: 'NO_RULES', at: ['rules'], body: { rules: [] } },
    { code: 'LIMIT_EXCEEDED', at: ['rules'], body: { rules: Array(101).fill(EVERYONE) } },
    {
      code: 'NO_CATCH_ALL',
      at: ['rules', 0, 'type'],
      body: { rules: [{ type: 'PROPERTY', propertyRule: condition(), valueSpec: ENABLED }] },
    },
    { code: 'INVALID_RULE_TYPE', at: ['rules', 0, 'type'], body: rulesWith({ type: 'SOME' }) },
    {
      code: 'NAME_TOO_LONG',
      at: ['rules', 0, 'name'],
      body: rulesWith({ ...EVERYONE, name: LONG }),
    },
    {
      code: 'INVALID_CHARACTERS',
      at: ['rules', 0, 'name'],
      body: rulesWith({ ...EVERYONE, name: HIDDEN }),
    },
    {
      code: 'NO_CONDITIONS',
      at: ['rules', 0, 'combinedRule', 'conditions'],
      body: rulesWith({ type: 'COMBINED' }),
    },
    {
      code: 'INCOMPLETE_PROPERTY_RULE',
      at: ['rules', 0, 'propertyRule'],
      body: rulesWith({ type: 'PROPERTY' }),
    },
    ...conditionSamples(
      (wrong) => rulesWith({ type: 'PROPERTY', propertyRule: wrong }),
      ['rules', 0, 'propertyRule'],
    ),
    {
      code: 'INVALID_POLICY',
      at: ['rules', 0, 'targetGroupRule', 'policy'],
      body: ({ ids }) =>
        rulesWith({
          type: 'TARGET_GROUP',
          targetGroupRule: { policy: 'SOME', targetGroupsIds: [ids['target-groups/']] },
        }),
    },
    {
      code: 'NO_TARGET_GROUP_SPECIFIED',
      at: ['rules', 0, 'targetGroupRule', 'targetGroupsIds'],
      body: rulesWith({ type: 'TARGET_GROUP' }),
    },
    {
      code: 'NO_TOGGLE_DEPENDENCY_SELECTED',
      at: ['rules', 0, 'toggleDependencyRule', 'toggleId'],
      body: rulesWith({ type: 'TOGGLE_DEPENDENCY' }),
    },
    {
      code: 'NO_TOGGLE_DEPENDENCY_VALUE_SELECTED',
      at: ['rules', 0, 'toggleDependencyRule', 'value'],
      body: async (stage) =>
        rulesWith({
          type: 'TOGGLE_DEPENDENCY',
          toggleDependencyRule: { toggleId: await freeToggle(stage), value: 'none' },
        }),
    },
    versionRule('VERSION_NO_PROPERTY', 'propertyId', { propertyId: 'uid' }),
    versionRule('VERSION_NO_EXPRESSION', 'expression', { expression: '' }),
    versionRule('VERSION_INVALID_EXPRESSION', 'expression', { expression: 'REGEX' }),
    versionRule('VERSION_EMPTY_TERM', 'term', { term: '' }),
    versionRule('VERSION_INVALID_SEMVER', 'term', { term: 'new' }),
    versionRule('VERSION_INVALID_VERSION', 'term', { expression: 'BEFORE', term: '1.2' }),
    versionRule('VERSION_INVALID_SEMVER_IN', 'term', { expression: 'IN', term: 'new' }),
    {
      code: 'NO_VALUE_SPECIFIED',
      at: ['rules', 0, 'valueSpec', 'exactValue'],
      body: rulesWith({ type: 'ALL_USERS', valueSpec: { type: 'EXACT_VALUE', exactValue: 'x' } }),
    },
    {
      code: 'NO_SPLIT_RULES_SPECIFIED',
      at: ['rules', 0, 'valueSpec', 'split'],
      body: rulesWith({ type: 'ALL_USERS', valueSpec: { type: 'SPLIT', split: {} } }),
    },
    {
      code: 'WRONG_SPLIT_PERCENTAGES',
      at: ['rules', 0, 'valueSpec', 'split'],
      body: rulesWith({ type: 'ALL_USERS', valueSpec: { type: 'SPLIT', split: { enabled: 1 } } }),
    },
    {
      code: 'NO_SPLIT_PROPERTY',
      at: ['rules', 0, 'valueSpec', 'by'],
      body: rulesWith({
        type: 'ALL_USERS',
        valueSpec: { type: 'SPLIT_BY', by: newId(), split: { enabled: 50, disabled: 50 } },
      }),
    },
    {
      code: 'DUPLICATED_RULE',
      at: ['rules', 1],
      body: { rules: [EVERYONE, EVERYONE, EVERYONE] },
    },
    {
      code: 'CIRCULAR_TOGGLE_DEPENDENCY',
      at: ['rules', 0, 'toggleDependencyRule', 'toggleId'],
      only: 'POST',
      body: async (stage) => {
        const toggleId = await freeToggle(stage);
        const toggleDependencyRule = { toggleId, value: 'enabled' };
        return { toggleId, ...rulesWith({ type: 'TOGGLE_DEPENDENCY', toggleDependencyRule }) };
      },
    },
    {
      code: 'CIRCULAR_TOGGLE_DEPENDENCY',
      at: ['rules', 0, 'toggleDependencyRule', 'toggleId'],
      only: 'PUT',
      body: ({ ids }) =>
        rulesWith({
          type: 'TOGGLE_DEPENDENCY',
          toggleDependencyRule: { toggleId: ids['toggles/'], value: 'enabled' },
        }),
    },
    {
      code: 'DEPENDENCY_CHAIN_TOO_LONG',
      at: ['rules', 0, 'toggleDependencyRule', 'toggleId'],
      body: async ({ server, ids: { appId = '', envId = '' } }) => {
        const chain = { applicationId: appId, environmentId: envId, length: CHAIN_MAX_TOGGLES };
        const [toggleId] = await storeChain(server, chain);
        const toggleDependencyRule = { toggleId, value: 'enabled' };
        return rulesWith({ type: 'TOGGLE_DEPENDENCY', toggleDependencyRule });
      },
    },
    {
      code: 'TOGGLE_DEPENDENCY_NON_ACTIVE_EXPERIMENT',
      at: ['rules', 0, 'toggleDependencyRule', 'toggleId'],
      body: async (stage) => {
        const { server, ids, company } = stage;
        const toggleId = await freeToggle(stage);
        const application = { id: ids.appId ?? '', environmentIds: [ids.envId ?? ''] };
        const id = await createExperiment(server, application, toggleId, [
          { type: 'ALL_USERS', valueSpec: { type: 'EXACT_VALUE', exactValue: 'enabled' } },
        ]);
        const path = `/api/apps/${ids.appId}/envs/${ids.envId}/experiments/${id}/pause`;
        await server.call('POST', path, { token: company.adminToken });
        const toggleDependencyRule = { toggleId, value: 'enabled' };
        return rulesWith({ type: 'TOGGLE_DEPENDENCY', toggleDependencyRule });
      },
    },
  ],
  saves: {
    updateExperiment: (ids) => ({
      body: {
        rules: [
          {
            name: 'Paying customers',
            type: 'PROPERTY',
            propertyRule: { propertyId: ids['properties/'], expression: 'EQUALS', term: 'pro' },
            valueSpec: { type: 'SPLIT', split: { enabled: 30, disabled: 70 } },
          },
          {
            type: 'COMBINED',
            combinedRule: {
              policy: 'OR',
              conditions: [
                {
                  type: 'PROPERTY',
                  propertyRule: { propertyId: ids['properties/'], expression: 'IN', term: 'a,b' },
                },
                {
                  type: 'TARGET_GROUP',
                  targetGroupRule: { policy: 'NONE_OF', targetGroupsIds: [ids['target-groups/']] },
                },
              ],
            },
            valueSpec: { type: 'EXACT_VALUE', exactValue: 'enabled' },
          },
          {
            type: 'ALL_USERS',
            valueSpec: {
              type: 'SPLIT_BY',
              by: ids['properties/'],
              split: { enabled: 10, disabled: 90 },
            },
          },
        ],
      },
      fixed: { toggleId: { other: newId(), outcome: 'TOGGLE_LOCKED' } },
      instructions: ['newPhase', 'rerandomise'],
      document: { list: 'experiments', key: 'toggle' },
    }),
  },
};
