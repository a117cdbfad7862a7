export const PLAN_LIMITS = [
  'MAX_APPS',
  'MAX_ENVIRONMENTS',
  'MAX_FEATURE_TOGGLES',
  'MAX_USERS',
  'MAX_ACCOUNT_KEYS',
  'MAX_LIST_IDS',
] as const;
export type PlanLimit = (typeof PLAN_LIMITS)[number];

/** The limits of each plan by its name. MAX_ENVIRONMENTS counts within one application. */
export type Plans = Readonly<Record<string, Readonly<Partial<Record<PlanLimit, number>>>>>;

/** The plan of a self-hosted service, and the only one with account keys. */
export const ON_PREMISE = 'ON_PREMISE';

export const DEFAULT_PLANS: Plans = { [ON_PREMISE]: { MAX_ACCOUNT_KEYS: 20 } };

/**
 * The limit of a plan; undefined means unlimited. A plan that is no longer configured has no limits: a mistake in the
 * settings must not block the customers who are on it.
 */
export function limitOf(plans: Plans, plan: string, limit: PlanLimit): number | undefined {
  return plans[plan]?.[limit];
}
