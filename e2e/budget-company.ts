import type { Company } from './company.ts';
import { createManyToggles } from './many-toggles.ts';
import { createRuledApplication, everyone, exactly } from './ruled-application.ts';

/** The addresses of the screens that are measured. */
export interface BudgetRoutes {
  readonly login: string;
  readonly dashboard: string;
  readonly toggleList: string;
  readonly experimentEditor: string;
}

const TOGGLES = 5000;
const RULES = 50;
/** Counted from 1. */
const SPLIT_RULE = 10;

/** As much as one application is meant to hold without its screens becoming slow. */
export async function fillForBudgets(company: Company): Promise<BudgetRoutes> {
  const id = await createManyToggles(company, TOGGLES);
  const { development, list, properties, createExperiment } = await createRuledApplication(company);
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
    experimentEditor: `${list(development)}/${experiment.id}`,
  };
}
