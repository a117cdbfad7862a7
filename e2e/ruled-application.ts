import { NEW_TOGGLE } from '@comporta/contract/toggles/toggle';
import { inferValueType } from '@comporta/engine/typed-value';
import type { Company } from './company.ts';
import { idsOf, importInto } from './imported.ts';

/** An application with properties, target groups and toggles for rules; the tests create its experiments. */
export interface RuledApplication {
  readonly appId: string;
  readonly development: string;
  readonly production: string;
  /** Ids of the properties by key; those of groups and toggles by name. */
  readonly properties: Readonly<Record<string, string>>;
  readonly targetGroups: Readonly<Record<string, string>>;
  readonly toggles: Readonly<Record<string, string>>;
  /** The path of the list of experiments in an environment. */
  readonly list: (envId: string) => string;
  readonly createExperiment: (
    envId: string,
    toggle: string,
    rules: readonly object[],
  ) => Promise<{ readonly id: string }>;
}

const PROPERTIES = {
  country: 'STRING',
  age: 'NUMERIC',
  joined: 'DATE',
  member: 'BOOLEAN',
  'app.version': 'SEMANTIC_VERSION',
  'os.version': 'SEMANTIC_VERSION',
} as const;

const TOGGLES = {
  'new-checkout': [['enabled', 'disabled'], 'disabled'],
  'search.ranking': [['v1', 'v2', 'v3'], 'v2'],
  payments: [['on', 'off'], 'off'],
  week: [['a', 'b', 'c', 'd', 'e', 'f', 'g'], 'a'],
} as const;

export function exactly(exactValue: string) {
  return { type: 'EXACT_VALUE', exactValue };
}

export function everyone(value: string) {
  return { type: 'ALL_USERS', valueSpec: exactly(value) };
}

export async function createRuledApplication(company: Company): Promise<RuledApplication> {
  const application = await company.createApplication('Checkout', ['Development', 'Production']);
  const appId = application.id;
  await importInto(company, application, {
    properties: Object.entries(PROPERTIES).map(([key, type]) => ({ key, type, description: '' })),
    targetGroups: ['Beta testers', 'Staff'].map((name) => ({
      name,
      description: '',
      policy: 'AND',
      conditions: [{ property: 'country', expression: 'EQUALS', term: 'BR' }],
    })),
    toggles: Object.entries(TOGGLES).map(([name, [values, defaultValue]]) => ({
      ...NEW_TOGGLE,
      name,
      values,
      defaultValue,
      valueType: inferValueType(values),
    })),
  });
  const [properties, targetGroups, toggles] = await Promise.all([
    idsOf(company, `/api/apps/${appId}/properties`, 'key'),
    idsOf(company, `/api/apps/${appId}/target-groups`, 'name'),
    idsOf(company, `/api/apps/${appId}/toggles`, 'name'),
  ]);
  const [development, production] = application.environments;
  return {
    appId,
    development: development?.id ?? '',
    production: production?.id ?? '',
    properties,
    targetGroups,
    toggles,
    list: (envId) => `/applications/${appId}/environments/${envId}/experiments`,
    createExperiment: (envId, toggle, rules) =>
      company.call<{ readonly id: string }>(
        'POST',
        `/api/apps/${appId}/envs/${envId}/experiments`,
        {
          toggleId: toggles[toggle],
          rules,
        },
      ),
  };
}
