import { pathTo } from './paths.ts';

/** The fields of a plan that name metrics. */
export const PLAN_ROLES = ['goal', 'guardrails', 'secondary'] as const;
export type PlanRole = (typeof PLAN_ROLES)[number];

/** A plan that a metric is made for. */
export interface PlanOfMetric {
  readonly appId: string;
  readonly envId: string;
  /** Of the experiment. */
  readonly id: string;
  /** The id of the planned rule; empty for the first. */
  readonly rule: string;
  readonly role: PlanRole;
}

/** A metric that was made for the plan on the screen. */
export interface MadeMetric {
  readonly metricId: string;
  readonly role: PlanRole;
}

/** The form of a new metric that leads back to the plan. */
export function metricForPlanPath({ appId, envId, id, rule, role }: PlanOfMetric): string {
  const query = new URLSearchParams({ env: envId, experiment: id, rule, as: role });
  return `${pathTo('metric', { appId, id: 'new' })}?${query}`;
}

/** The plan that a new metric is for; undefined if it is for none. */
export function planIn(params: URLSearchParams, appId: string): PlanOfMetric | undefined {
  const [envId, id, role] = [params.get('env'), params.get('experiment'), roleIn(params)];
  if (!envId || !id || role === undefined) return undefined;
  return { appId, envId, id, rule: params.get('rule') ?? '', role };
}

/** The planner, in which a metric that was made for it gets chosen. */
export function planPath({ role, rule, ...key }: PlanOfMetric, metricId?: string): string {
  const made = metricId === undefined ? {} : { metric: metricId, as: role };
  return `${pathTo('planner', key)}?${new URLSearchParams({ rule, ...made })}`;
}

export function madeMetricIn(params: URLSearchParams): MadeMetric | undefined {
  const [metricId, role] = [params.get('metric'), roleIn(params)];
  return metricId && role !== undefined ? { metricId, role } : undefined;
}

function roleIn(params: URLSearchParams): PlanRole | undefined {
  return PLAN_ROLES.find((role) => role === params.get('as'));
}
