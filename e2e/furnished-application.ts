import type { Application, Company } from './company.ts';

/** An application as one that is in use looks: something of every kind, and a history. */
export interface FurnishedApplication extends Application {
  readonly propertyId: string;
  readonly targetGroupId: string;
  readonly toggleId: string;
  /** A ratio with a cap. */
  readonly metricId: string;
  /** A conversion. */
  readonly goalId: string;
  readonly production: string;
  /** Has four rules: a target group, a property with a version filter, a dependency, everyone. */
  readonly experimentId: string;
  /** In Production, too: half of the users get each value. */
  readonly splitExperimentId: string;
}

interface Created {
  readonly id: string;
}

const TOGGLES = {
  'new-checkout': ['The checkout in one page', ['enabled', 'disabled'], 'disabled'],
  'search.ranking': ['How results are ordered', ['v1', 'v2', 'v3'], 'v1'],
  'payment-provider': ['Who takes the payment', ['adyen', 'stripe'], 'adyen'],
  'free-shipping.from': ['Orders from this sum on', ['30', '50', '80'], '50'],
  'dark-theme': ['', ['true', 'false'], 'false'],
} as const;

export async function furnishApplication(company: Company): Promise<FurnishedApplication> {
  const application = await company.createApplication('Checkout', [
    'Development',
    'Staging',
    'Production',
  ]);
  const { id: appId, environments } = application;
  const create = (path: string, body: object) =>
    company.call<Created>('POST', `/api/apps/${appId}/${path}`, body);
  const createProperty = (key: string, type: string, description: string) =>
    create('properties', { key, type, description });
  const country = await createProperty('country', 'STRING', 'Two letters, such as BR');
  const plan = await createProperty('plan', 'STRING', 'What the customer pays');
  const version = await createProperty('app.version', 'SEMANTIC_VERSION', 'Of the mobile app');
  const since = await createProperty('customer-since', 'DATE', 'The day of the first order');
  const employee = await createProperty('employee', 'BOOLEAN', '');

  const paying = await create('target-groups', {
    name: 'Paying customers',
    description: 'Everyone on a plan that costs something',
    policy: 'AND',
    conditions: [
      { id: '1', propertyId: plan.id, expression: 'IN', term: 'pro, team, enterprise' },
      { id: '2', propertyId: since.id, expression: 'LESS_THAN', term: '2026-01-01' },
    ],
  });
  const staff = await create('target-groups', {
    name: 'Staff',
    description: '',
    policy: 'OR',
    conditions: [{ id: '1', propertyId: employee.id, expression: 'EQUALS', term: 'true' }],
  });

  const toggles: Partial<Record<keyof typeof TOGGLES, string>> = {};
  for (const [name, [description, values, defaultValue]] of Object.entries(TOGGLES)) {
    const toggle = await create('toggles', { name, description, values, defaultValue });
    toggles[name as keyof typeof TOGGLES] = toggle.id; // Of the object's own keys.
  }
  const environmentId = (name: string) =>
    environments.find((environment) => environment.name === name)?.id ?? '';
  const production = environmentId('Production');
  const exactly = (exactValue: string) => ({ type: 'EXACT_VALUE', exactValue });
  const everyone = (value: string) => ({ type: 'ALL_USERS', valueSpec: exactly(value) });
  const createExperiment = (envId: string, name: keyof typeof TOGGLES, rules: object[]) =>
    create(`envs/${envId}/experiments`, {
      toggleId: toggles[name],
      rules: rules.map((rule, index) => ({ ...rule, order: index + 1 })),
    });
  const split = await createExperiment(production, 'payment-provider', [
    { type: 'ALL_USERS', valueSpec: { type: 'SPLIT', split: { adyen: 50, stripe: 50 } } },
  ]);
  const experiment = await createExperiment(production, 'new-checkout', [
    {
      type: 'TARGET_GROUP',
      targetGroupRule: { policy: 'ANY_OF', targetGroupsIds: [staff.id, paying.id] },
      valueSpec: exactly('enabled'),
    },
    {
      type: 'PROPERTY',
      propertyRule: { propertyId: country.id, expression: 'IN', term: 'BR, PT' },
      versionRule: {
        propertyId: version.id,
        expression: 'GREATER_THAN_OR_EQUALS',
        term: '2.4.0',
      },
      valueSpec: { type: 'SPLIT', split: { enabled: 70, disabled: 30 } },
    },
    {
      type: 'TOGGLE_DEPENDENCY',
      toggleDependencyRule: { toggleId: toggles['payment-provider'], value: 'stripe' },
      valueSpec: exactly('enabled'),
    },
    everyone('disabled'),
  ]);
  const paused = await createExperiment(production, 'search.ranking', [everyone('v2')]);
  await company.call(
    'POST',
    `/api/apps/${appId}/envs/${production}/experiments/${paused.id}/pause`,
  );
  await createExperiment(environmentId('Staging'), 'new-checkout', [everyone('enabled')]);
  await company.call('PUT', `/api/apps/${appId}/properties/${country.id}`, {
    key: 'country',
    type: 'STRING',
    description: 'Two letters, such as BR or PT',
  });
  const goal = await create('metrics', {
    key: 'purchase',
    name: 'Purchase',
    description: 'Bought something within a week',
    kind: 'CONVERSION',
    eventKey: 'purchase',
  });
  const metric = await create('metrics', {
    key: 'basket',
    name: 'Basket',
    description: 'Money per order',
    kind: 'RATIO',
    eventKey: 'order-sum',
    denominatorKey: 'order',
    cap: { type: 'ABSOLUTE', value: 500 },
  });
  return {
    ...application,
    propertyId: country.id,
    targetGroupId: paying.id,
    toggleId: toggles['new-checkout'] ?? '',
    metricId: metric.id,
    goalId: goal.id,
    production,
    experimentId: experiment.id,
    splitExperimentId: split.id,
  };
}
