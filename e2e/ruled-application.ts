import type { Company } from './company.ts';

/** An application with what rules can name; its experiments are made by the tests. */
export interface RuledApplication {
  readonly appId: string;
  readonly development: string;
  readonly production: string;
  /** Ids by key or name. */
  readonly properties: Readonly<Record<string, string>>;
  readonly targetGroups: Readonly<Record<string, string>>;
  readonly toggles: Readonly<Record<string, string>>;
  /** The addresses of the screens in an environment. */
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
};

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

/** `without` leaves the properties of a type out. */
export async function createRuledApplication(
  company: Company,
  { without }: { readonly without?: string } = {},
): Promise<RuledApplication> {
  const application = await company.createApplication('Checkout', ['Development', 'Production']);
  const appId = application.id;
  const create = (path: string, body: object) =>
    company.call<{ readonly id: string }>('POST', `/api/apps/${appId}/${path}`, body);

  const properties: Record<string, string> = {};
  for (const [key, type] of Object.entries(PROPERTIES)) {
    if (type === without) continue;
    const property = await create('properties', { key, type, description: '' });
    properties[key] = property.id;
  }
  const targetGroups: Record<string, string> = {};
  for (const name of ['Beta testers', 'Staff']) {
    const conditions = [{ propertyId: properties.country, expression: 'EQUALS', term: 'BR' }];
    const group = await create('target-groups', { name, policy: 'AND', conditions });
    targetGroups[name] = group.id;
  }
  const toggles: Record<string, string> = {};
  for (const [name, [values, defaultValue]] of Object.entries(TOGGLES)) {
    const toggle = await create('toggles', { name, values, defaultValue });
    toggles[name] = toggle.id;
  }
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
      create(`envs/${envId}/experiments`, { toggleId: toggles[toggle], rules }),
  };
}
