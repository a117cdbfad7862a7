import type { Company } from './company.ts';
import { ENVIRONMENTS, storefrontDocument } from './demo/storefront.ts';
import { toggleNames } from './demo/toggle-names.ts';
import { createManyToggles } from './many-toggles.ts';
import {
  createRuledApplication,
  everyone,
  exactly,
  type RuledApplication,
} from './ruled-application.ts';

interface Created {
  readonly id: string;
}

/** The addresses of the screens that are measured. */
export interface BudgetRoutes {
  readonly login: string;
  readonly dashboard: string;
  readonly toggleList: string;
  /** A list of typical size: as many toggles and environments as many companies have. */
  readonly dailyList: string;
  readonly experimentEditor: string;
  readonly results: string;
  readonly planner: string;
}

const TOGGLES = 5000;
/** Toggles in the application of typical size. */
export const DAILY_TOGGLES = toggleNames().length;
const RULES = 50;
/** Counted from 1. */
const SPLIT_RULE = 10;

/** Creates as much as one application is meant to hold without its screens becoming slow. */
export async function fillForBudgets(company: Company): Promise<BudgetRoutes> {
  const id = await createManyToggles(company, TOGGLES);
  const daily = await company.createApplication('Storefront', ENVIRONMENTS);
  await company.call('POST', `/api/apps/${daily.id}/import`, storefrontDocument());
  const ruled = await createRuledApplication(company);
  const { development, list, properties, createExperiment } = ruled;
  const rules = Array.from({ length: RULES - 1 }, (_, index) => ({
    type: 'PROPERTY',
    propertyRule: { propertyId: properties.country, expression: 'EQUALS', term: `C${index}` },
    valueSpec:
      index === SPLIT_RULE - 1
        ? { type: 'SPLIT', split: { enabled: 50, disabled: 50 } }
        : exactly('enabled'),
  }));
  const experiment = await createExperiment(
    development,
    'new-checkout',
    [...rules, everyone('disabled')].map((rule, index) => ({ ...rule, order: index + 1 })),
  );
  return {
    login: '/login',
    dashboard: '/dashboard',
    toggleList: `/applications/${id}/toggles`,
    dailyList: `/applications/${daily.id}/toggles`,
    experimentEditor: `${list(development)}/${experiment.id}`,
    ...(await fillForResults(company, ruled)),
  };
}

/** Creates one split with a running analysis, and one whose analysis can be planned. */
async function fillForResults(
  company: Company,
  { appId, development, list, createExperiment }: RuledApplication,
): Promise<Pick<BudgetRoutes, 'results' | 'planner'>> {
  const metric = { key: 'purchase', name: 'Purchase', kind: 'CONVERSION', eventKey: 'purchase' };
  const { id: metricId } = await company.call<Created>(
    'POST',
    `/api/apps/${appId}/metrics`,
    metric,
  );
  const halves = (one: string, other: string) => [
    { type: 'ALL_USERS', valueSpec: { type: 'SPLIT', split: { [one]: 50, [other]: 50 } } },
  ];
  const measured = await createExperiment(development, 'payments', halves('on', 'off'));
  const planned = await createExperiment(development, 'search.ranking', halves('v1', 'v2'));
  const experiment = `/api/apps/${appId}/envs/${development}/experiments/${measured.id}`;
  const { rules } = await company.call<{ rules: Created[] }>('GET', experiment);
  const plan = { ruleId: rules[0]?.id, goal: { metricId } };
  const analysis = await company.call<Created>('POST', `${experiment}/analyses`, plan);
  await company.call('POST', `${experiment}/analyses/${analysis.id}/start`);
  return {
    results: `${list(development)}/${measured.id}/results`,
    planner: `${list(development)}/${planned.id}/results/plan`,
  };
}
