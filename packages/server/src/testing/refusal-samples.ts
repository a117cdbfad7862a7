import { ANALYSIS } from '@comporta/contract/analyses/plan';
import type { ErrorCode } from '@comporta/contract/errors';
import type { TextBounds } from '@comporta/contract/fields';
import { METRIC } from '@comporta/contract/metrics/metric';
import { PROPERTY } from '@comporta/contract/properties/property';
import { TARGET_GROUP } from '@comporta/contract/target-groups/target-group';
import { TOGGLE } from '@comporta/contract/toggles/toggle';
import { USER } from '@comporta/contract/users/user';
import { eq } from 'drizzle-orm';
import { newId } from '../platform/base/ids.ts';
import { accounts } from '../tables/accounts.ts';
import { experiments } from '../tables/experiments.ts';
import { toggles } from '../tables/toggles.ts';
import { createExperiment, createToggle } from './builders.ts';
import type { FurnishedCompany } from './furnished-company.ts';
import type { TestServer } from './test-server.ts';

export type Place = readonly (string | number)[];
type Body = Readonly<Record<string, unknown>>;

/** What a sample may use: a company of its own, and a call that creates entities in it. */
export interface Stage {
  readonly server: TestServer;
  readonly company: FurnishedCompany;
  readonly ids: FurnishedCompany['ids'];
  readonly adminId: string;
  create(path: string, body: Body): Promise<void>;
}

/** A change of a good draft that is refused, and the place that the refusal names. */
export interface RefusalSample {
  readonly code: ErrorCode;
  readonly at: Place;
  readonly body?: Body | ((stage: Stage) => Body | Promise<Body>);
  /** Limits the sample to creating (POST) or to changing (PUT). */
  readonly only?: 'POST' | 'PUT';
  /** The sample changes the user who sends the request. */
  readonly ofSelf?: true;
}

export interface NounRefusals {
  /** The path of the collection; that of one entity adds `/:id` or `/:appId`. */
  readonly path: string;
  readonly good: (stage: Stage) => Body | Promise<Body>;
  readonly samples: readonly RefusalSample[];
}

/** A plan that leaves no room for anything more. */
export const FULL_PLAN = {
  MAX_APPS: 1,
  MAX_FEATURE_TOGGLES: 1,
  MAX_USERS: 1,
  MAX_ENVIRONMENTS: 2,
};

/** Returns the body after it started, and perhaps stopped, the company's analysis. */
function afterCalls(body: Body, ...calls: readonly ('start' | 'stop')[]) {
  return async ({ server, company, ids }: Stage) => {
    const experiment = `/api/apps/${ids.appId}/envs/${ids.envId}/experiments/${ids['experiments/']}`;
    for (const call of calls) {
      const path = `${experiment}/analyses/${ids.analysisId}/${call}`;
      await server.call('POST', path, { token: company.adminToken, body: {} });
    }
    return body;
  };
}

/** Stores the rule without its split, as a release that does not know analyses may do. */
async function makeRuleExact({ server, ids }: Stage): Promise<Body> {
  const rule = { id: ids.ruleId, type: 'ALL_USERS' } as const;
  const valueSpec = { type: 'EXACT_VALUE', exactValue: 'enabled' } as const;
  await server.database.sql
    .update(experiments)
    .set({ rules: [{ ...rule, id: ids.ruleId ?? '', valueSpec }] })
    .where(eq(experiments.id, ids['experiments/'] ?? ''));
  return {};
}

function onFullPlan(body: Body) {
  return async ({ server, company }: Stage) => {
    await server.database.sql
      .update(accounts)
      .set({ plan: 'FULL' })
      .where(eq(accounts.id, company.accountId));
    return body;
  };
}

const HIDDEN = 'Main\u200b';
const LONG = 'x'.repeat(1001);
const condition = (change: Body = {}) => ({
  propertyId: 'uid',
  expression: 'EQUALS',
  term: 'ana',
  ...change,
});

/** Samples for each bounded text: one character too many, a hidden character and, if it must not be empty, a blank. */
function textSamples(bounds: Readonly<Record<string, TextBounds<ErrorCode>>>): RefusalSample[] {
  return Object.entries(bounds).flatMap(([field, { maxChars, tooLong, empty }]) => [
    { code: tooLong, at: [field], body: { [field]: 'x'.repeat(maxChars + 1) } },
    { code: 'INVALID_CHARACTERS', at: [field], body: { [field]: HIDDEN } } as const,
    ...(empty === undefined ? [] : [{ code: empty, at: [field], body: { [field]: ' ' } }]),
  ]);
}

/** Samples for each error of a condition, with the field at fault. */
function conditionSamples(
  bodyWith: (condition: Body) => Body,
  place: Place,
): readonly RefusalSample[] {
  const typed = (type: string, expression: string, term: string) => async (stage: Stage) => {
    await stage.create(`/api/apps/${stage.ids.appId}/properties`, { key: 'typed', type });
    const list = await stage.server.call<{ id: string; key: string }[]>(
      'GET',
      `/api/apps/${stage.ids.appId}/properties`,
      { token: stage.company.adminToken },
    );
    const propertyId = list.body.find(({ key }) => key === 'typed')?.id;
    return bodyWith({ propertyId, expression, term });
  };
  const ofTerm = (code: ErrorCode, type: string, expression: string, term: string) => ({
    code,
    at: [...place, 'term'],
    body: typed(type, expression, term),
  });
  return [
    {
      code: 'NO_PROPERTY',
      at: [...place, 'propertyId'],
      body: bodyWith(condition({ propertyId: newId() })),
    },
    {
      code: 'NO_EXPRESSION',
      at: [...place, 'expression'],
      body: bodyWith(condition({ expression: '' })),
    },
    {
      code: 'INVALID_EXPRESSION',
      at: [...place, 'expression'],
      body: bodyWith(condition({ expression: 'GREATER_THAN' })),
    },
    { code: 'EMPTY_TERM', at: [...place, 'term'], body: bodyWith(condition({ term: ' ' })) },
    {
      code: 'LIMIT_EXCEEDED',
      at: [...place, 'term'],
      body: bodyWith(condition({ term: 'x'.repeat(100_001) })),
    },
    {
      code: 'INVALID_TERM_IN',
      at: [...place, 'term'],
      body: bodyWith(condition({ expression: 'IN', term: 'a,,b' })),
    },
    {
      code: 'INVALID_REGEX',
      at: [...place, 'term'],
      body: bodyWith(condition({ expression: 'REGEX', term: '(' })),
    },
    ofTerm('NOT_A_NUMBER', 'NUMERIC', 'EQUALS', 'old'),
    ofTerm('NOT_A_NUMBER_IN', 'NUMERIC', 'IN', '1,old'),
    ofTerm('INVALID_DATE_FORMAT', 'DATE', 'EQUALS', 'today'),
    ofTerm('INVALID_DATE_FORMAT_IN', 'DATE', 'IN', 'today'),
    ofTerm('INVALID_DATE', 'DATE', 'EQUALS', '2026-02-30'),
    ofTerm('INVALID_DATE_IN', 'DATE', 'IN', '2026-02-30'),
    ofTerm('INVALID_BOOLEAN_VALUE', 'BOOLEAN', 'EQUALS', 'maybe'),
    ofTerm('INVALID_SEMVER', 'SEMANTIC_VERSION', 'EQUALS', 'new'),
    ofTerm('INVALID_SEMVER_IN', 'SEMANTIC_VERSION', 'IN', '1.2.3,new'),
  ];
}

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

export const REFUSALS: readonly NounRefusals[] = [
  {
    path: '/api/apps',
    good: () => ({ name: 'Shop', environments: [{ name: 'Production' }, { name: 'Test' }] }),
    samples: [
      { code: 'EMPTY_NAME', at: ['name'], body: { name: '' } },
      { code: 'NAME_TOO_LONG', at: ['name'], body: { name: LONG } },
      {
        code: 'NAME_TOO_LONG',
        at: ['environments', 0, 'name'],
        body: { environments: [{ name: LONG }] },
      },
      { code: 'INVALID_CHARACTERS', at: ['name'], body: { name: HIDDEN } },
      {
        code: 'INVALID_CHARACTERS',
        at: ['environments', 0, 'name'],
        body: { environments: [{ name: HIDDEN }] },
      },
      { code: 'NO_ENVIRONMENT', at: ['environments'], body: { environments: [] } },
      {
        code: 'DUPLICATE_ENVIRONMENT',
        at: ['environments', 1, 'name'],
        body: ({ ids }) => ({
          environments: [
            { id: ids.envId, name: 'Same' },
            { id: ids.destEnvId, name: 'Same' },
          ],
        }),
      },
      {
        code: 'LIMIT_EXCEEDED',
        at: ['environments'],
        body: { environments: Array.from({ length: 101 }, (_, index) => ({ name: `E${index}` })) },
      },
      {
        code: 'INVALID_WEBHOOK',
        at: ['notificationWebhook'],
        body: { notificationWebhook: 'ftp://a' },
      },
      {
        code: 'INVALID_WEBHOOK',
        at: ['notificationWebhook'],
        body: { notificationWebhook: 'http://127.0.0.1/' },
      },
      {
        code: 'INVALID_WEBHOOK_LANGUAGE',
        at: ['notificationLanguage'],
        body: { notificationLanguage: 'fr' },
      },
      {
        code: 'DUPLICATE_NAME',
        at: ['name'],
        body: async (stage) => {
          const taken = { name: 'Taken', environments: [{ name: 'Production' }] };
          await stage.create('/api/apps', taken);
          return { name: 'Taken' };
        },
      },
      { code: 'MAX_APP_LIMIT_REACHED', at: [], only: 'POST', body: onFullPlan({}) },
      {
        code: 'MAX_ENVIRONMENTS_LIMIT_REACHED',
        at: ['environments'],
        body: onFullPlan({
          environments: [{ name: 'Production' }, { name: 'Test' }, { name: 'Third' }],
        }),
      },
      {
        code: 'ENVIRONMENT_IN_USE',
        at: ['environments'],
        only: 'PUT',
        body: { environments: [{ name: 'Test' }] },
      },
    ],
  },
  {
    path: '/api/apps/:appId/properties',
    good: () => ({ key: 'country', type: 'STRING' }),
    samples: [
      { code: 'EMPTY_KEY', at: ['key'], body: { key: '' } },
      { code: 'INVALID_KEY', at: ['key'], body: { key: 'a b' } },
      { code: 'UID_FORBIDDEN', at: ['key'], body: { key: 'UID' } },
      { code: 'LIMIT_EXCEEDED', at: ['key'], body: { key: LONG } },
      ...textSamples(PROPERTY.bounds),
      { code: 'EMPTY_TYPE', at: ['type'], body: { type: 'COLOUR' } },
      { code: 'TYPE_LOCKED', at: ['type'], only: 'PUT', body: { type: 'DATE' } },
      {
        code: 'DUPLICATE_KEY',
        at: ['key'],
        body: async (stage) => {
          await stage.create(`/api/apps/${stage.ids.appId}/properties`, {
            key: 'taken',
            type: 'STRING',
          });
          return { key: 'Taken' };
        },
      },
    ],
  },
  {
    path: '/api/apps/:appId/metrics',
    good: () => ({ key: 'orders', name: 'Orders', kind: 'CONVERSION', eventKey: 'order' }),
    samples: [
      { code: 'EMPTY_KEY', at: ['key'], body: { key: '' } },
      { code: 'INVALID_KEY', at: ['key'], body: { key: 'a b' } },
      { code: 'LIMIT_EXCEEDED', at: ['key'], body: { key: LONG } },
      ...textSamples(METRIC.bounds),
      { code: 'INVALID_METRIC_KIND', at: ['kind'], body: { kind: 'MEDIAN' } },
      { code: 'EMPTY_EVENT_KEY', at: ['eventKey'], body: { eventKey: ' ' } },
      { code: 'INVALID_EVENT_KEY', at: ['eventKey'], body: { eventKey: 'a b' } },
      { code: 'DENOMINATOR_REQUIRED', at: ['denominatorKey'], body: { kind: 'RATIO' } },
      {
        code: 'INVALID_EVENT_KEY',
        at: ['denominatorKey'],
        body: { kind: 'RATIO', denominatorKey: 'x'.repeat(65) },
      },
      { code: 'INVALID_WINDOW', at: ['windowHours'], body: { windowHours: 2_161 } },
      {
        code: 'INVALID_WINDOW',
        at: ['fromHours'],
        body: { kind: 'RETENTION', fromHours: 24, windowHours: 24 },
      },
      { code: 'INVALID_LOOKBACK', at: ['lookbackDays'], body: { lookbackDays: 1.5 } },
      { code: 'INVALID_CAP', at: ['cap'], body: { cap: { type: 'PERCENTILE', value: 49 } } },
      { code: 'INVALID_MARGIN', at: ['margin'], body: { margin: -0.1 } },
      {
        code: 'DUPLICATE_KEY',
        at: ['key'],
        body: async (stage) => {
          const taken = { key: 'taken', name: 'Taken', kind: 'COUNT', eventKey: 'order' };
          await stage.create(`/api/apps/${stage.ids.appId}/metrics`, taken);
          return { key: 'Taken' };
        },
      },
    ],
  },
  {
    path: '/api/apps/:appId/envs/:envId/experiments/:id/analyses',
    good: ({ ids }) => ({ ruleId: ids.ruleId, goal: { metricId: ids['metrics/'] } }),
    samples: [
      { code: 'NO_SPLIT_RULE', at: ['ruleId'], only: 'POST', body: { ruleId: newId() } },
      { code: 'NO_SPLIT_RULE', at: ['ruleId'], only: 'PUT', body: makeRuleExact },
      { code: 'INVALID_CONTROL', at: ['control'], body: { control: 'blue' } },
      ...textSamples(ANALYSIS.bounds),
      { code: 'NO_GOAL', at: ['goal'], body: { goal: null } },
      { code: 'UNKNOWN_METRIC', at: ['goal', 'metricId'], body: { goal: { metricId: newId() } } },
      {
        code: 'DUPLICATE_METRIC',
        at: ['guardrails', 0, 'metricId'],
        body: ({ ids }) => ({ guardrails: [{ metricId: ids['metrics/'] }] }),
      },
      {
        code: 'TOO_MANY_METRICS',
        at: ['guardrails'],
        body: ({ ids }) => ({ guardrails: Array(6).fill({ metricId: ids.otherMetricId }) }),
      },
      {
        code: 'TOO_MANY_SEGMENTS',
        at: ['segments'],
        body: ({ ids }) => ({ segments: Array(4).fill(ids['properties/']) }),
      },
      { code: 'INVALID_SEGMENT', at: ['segments', 0], body: { segments: [newId()] } },
      { code: 'INVALID_ALPHA', at: ['alpha'], body: { alpha: 0.2 } },
      { code: 'INVALID_POWER', at: ['power'], body: { power: 0.5 } },
      { code: 'INVALID_MDE', at: ['mde'], body: { mde: 0 } },
      { code: 'INVALID_PLANNED_UNITS', at: ['plannedUnits'], body: { plannedUnits: 199 } },
      { code: 'ANALYSIS_EXISTS', at: ['ruleId'], only: 'POST' },
      {
        code: 'PLAN_FROZEN',
        at: ['alpha'],
        only: 'PUT',
        body: afterCalls({ alpha: 0.1 }, 'start'),
      },
      {
        code: 'WRONG_ANALYSIS_STATE',
        at: [],
        only: 'PUT',
        body: afterCalls({ hypothesis: 'Too late' }, 'start', 'stop'),
      },
    ],
  },
  {
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
  },
  {
    path: '/api/apps/:appId/toggles',
    good: () => ({ name: 'new', values: ['enabled', 'disabled'], defaultValue: 'disabled' }),
    samples: [
      { code: 'EMPTY_NAME', at: ['name'], body: { name: ' ' } },
      { code: 'INVALID_NAME', at: ['name'], body: { name: 'a b' } },
      { code: 'NAME_TOO_LONG', at: ['name'], body: { name: LONG } },
      { code: 'NAME_LOCKED', at: ['name'], only: 'PUT', body: { name: 'other' } },
      { code: 'AT_LEAST_TWO_VALUES', at: ['values'], body: { values: ['disabled'] } },
      { code: 'EMPTY_VALUE', at: ['values', 2], body: { values: ['a', 'disabled', ' '] } },
      {
        code: 'VALUE_TOO_LONG',
        at: ['values', 0],
        body: { values: ['x'.repeat(10_001), 'disabled'] },
      },
      {
        code: 'LIMIT_EXCEEDED',
        at: ['values'],
        body: {
          values: ['disabled', ...['a', 'b', 'c', 'd', 'e', 'f', 'g'].map((x) => x.repeat(9_999))],
        },
      },
      {
        code: 'LIMIT_EXCEEDED',
        at: ['values'],
        body: { values: ['disabled', ...Array.from({ length: 100 }, (_, index) => `v${index}`)] },
      },
      { code: 'DEFAULT_VALUE_REQUIRED', at: ['defaultValue'], body: { defaultValue: '' } },
      { code: 'INVALID_VALUE_TYPE', at: ['valueType'], body: { valueType: 'NUMBER' } },
      ...textSamples(TOGGLE.bounds),
      { code: 'INVALID_TAG', at: ['tags', 1], body: { tags: ['a', 'b c'] } },
      { code: 'UNKNOWN_OWNER', at: ['ownerId'], body: { ownerId: newId() } },
      {
        code: 'VALUE_IN_USE',
        at: ['values'],
        only: 'PUT',
        body: { values: ['disabled', 'other'], valueType: 'STRING' },
      },
      {
        code: 'DUPLICATE_NAME',
        at: ['name'],
        only: 'POST',
        body: async (stage) => {
          await createToggle(stage.server, stage.ids.appId ?? '', { name: 'taken' });
          return { name: 'Taken' };
        },
      },
      {
        code: 'MAX_FEATURE_TOGGLES_LIMIT_REACHED',
        at: [],
        only: 'POST',
        body: onFullPlan({ name: 'new' }),
      },
    ],
  },
  {
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
  },
  {
    path: '/api/apps/:appId/env/:envId',
    good: () => ({}),
    samples: [
      { code: 'INVALID_ORIGIN', at: ['origins', 0], body: { origins: ['example.com'] } },
      {
        code: 'LIMIT_EXCEEDED',
        at: ['origins'],
        body: { origins: Array.from({ length: 101 }, (_, n) => `https://a${n}.example`) },
      },
    ],
  },
  {
    path: '/api/users',
    good: () => ({ name: 'Rui', email: `${newId()}@example.com` }),
    samples: [
      ...textSamples(USER.bounds),
      { code: 'EMPTY_EMAIL', at: ['email'], only: 'POST', body: { email: '' } },
      { code: 'INVALID_EMAIL', at: ['email'], only: 'POST', body: { email: 'rui' } },
      { code: 'UNKNOWN_APPLICATION', at: ['apps'], body: { apps: [newId()] } },
      {
        code: 'EMAIL_ALREADY_IN_USE',
        at: ['email'],
        only: 'POST',
        body: async (stage) => {
          const email = `${newId()}@example.com`;
          await stage.create('/api/users', { name: 'Rute', email });
          return { email };
        },
      },
      { code: 'MAX_USERS_LIMIT_REACHED', at: [], only: 'POST', body: onFullPlan({}) },
      {
        code: 'SELF_ADMIN_CHANGE_FORBIDDEN',
        at: ['admin'],
        only: 'PUT',
        ofSelf: true,
        body: { admin: false },
      },
      {
        code: 'LAST_ADMIN',
        at: [],
        only: 'PUT',
        ofSelf: true,
        body: { admin: true, active: false },
      },
    ],
  },
];
