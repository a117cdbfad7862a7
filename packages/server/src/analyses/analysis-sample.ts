import { ANALYSIS } from '@comporta/contract/analyses/plan';
import { eq } from 'drizzle-orm';
import { newId } from '../platform/base/ids.ts';
import { experiments } from '../tables/experiments.ts';
import { type Body, type NounSample, type Stage, textSamples } from '../testing/samples.ts';

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

export const SAMPLE: NounSample = {
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
  saves: {
    updateAnalysis: (ids) => ({
      body: {
        control: 'enabled',
        goal: { metricId: ids['metrics/'], cuped: false, trusted: true },
        guardrails: [{ metricId: ids.otherMetricId, cuped: null, trusted: null }],
        secondary: [{ metricId: ids.thirdMetricId, cuped: null, trusted: null }],
        alpha: 0.01,
        power: 0.9,
        mde: 0.1,
        plannedUnits: 1_000,
        excludeBots: true,
        trustedExposures: true,
        segments: [ids['properties/']],
      },
      fixed: { ruleId: { other: newId(), outcome: 'kept' } },
    }),
  },
};
