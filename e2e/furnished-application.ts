import type { NamedRule } from '@comporta/contract/experiments/named-rule';
import { NEW_METRIC } from '@comporta/contract/metrics/metric';
import { NEW_TOGGLE } from '@comporta/contract/toggles/toggle';
import { inferValueType } from '@comporta/engine/typed-value';
import type { Application, Company } from './company.ts';
import { type Imported, idsOf, importInto } from './imported.ts';
import { everyone, exactly } from './ruled-application.ts';

/** An application that looks as if it were in use: it has something of every kind, and a history. */
export interface FurnishedApplication extends Application {
  readonly propertyId: string;
  readonly targetGroupId: string;
  readonly idListId: string;
  readonly toggleId: string;
  /** A ratio metric with a cap. */
  readonly metricId: string;
  /** A conversion metric. */
  readonly goalId: string;
  readonly production: string;
  /** Has four rules in Production: a target group, a property with a version filter, a dependency, everyone. */
  readonly experimentId: string;
  /** Also in Production: half of the users get each value. */
  readonly splitExperimentId: string;
}

const TOGGLES = {
  'new-checkout': ['The checkout in one page', ['enabled', 'disabled'], 'disabled'],
  'search.ranking': ['How results are ordered', ['v1', 'v2', 'v3'], 'v1'],
  'payment-provider': ['Who takes the payment', ['adyen', 'stripe'], 'adyen'],
  'free-shipping.from': ['Orders from this sum on', ['30', '50', '80'], '50'],
  'dark-theme': ['', ['true', 'false'], 'false'],
} as const;

const COUNTRY = { key: 'country', type: 'STRING', description: 'Two letters, such as BR' } as const;

const EVERYTHING: Imported = {
  properties: [
    COUNTRY,
    { key: 'plan', type: 'STRING', description: 'What the customer pays' },
    { key: 'app.version', type: 'SEMANTIC_VERSION', description: 'Of the mobile app' },
    { key: 'customer-since', type: 'DATE', description: 'The day of the first order' },
    { key: 'employee', type: 'BOOLEAN', description: '' },
  ],
  targetGroups: [
    {
      name: 'Paying customers',
      description: 'Everyone on a plan that costs something',
      policy: 'AND',
      conditions: [
        { property: 'plan', expression: 'IN', term: 'pro, team, enterprise' },
        { property: 'customer-since', expression: 'LESS_THAN', term: '2026-01-01' },
      ],
    },
    {
      name: 'Staff',
      description: '',
      policy: 'OR',
      conditions: [{ property: 'employee', expression: 'EQUALS', term: 'true' }],
    },
  ],
  toggles: Object.entries(TOGGLES).map(([name, [description, values, defaultValue]]) => ({
    ...NEW_TOGGLE,
    name,
    description,
    values,
    defaultValue,
    valueType: inferValueType(values),
  })),
  experiments: [
    decide('Production', 'payment-provider', [
      { type: 'ALL_USERS', valueSpec: { type: 'SPLIT', split: { adyen: 50, stripe: 50 } } },
    ]),
    decide('Production', 'new-checkout', [
      {
        type: 'TARGET_GROUP',
        targetGroupRule: { policy: 'ANY_OF', targetGroups: ['Staff', 'Paying customers'] },
        valueSpec: exactly('enabled'),
      },
      {
        type: 'PROPERTY',
        propertyRule: { property: 'country', expression: 'IN', term: 'BR, PT' },
        versionRule: {
          property: 'app.version',
          expression: 'GREATER_THAN_OR_EQUALS',
          term: '2.4.0',
        },
        valueSpec: { type: 'SPLIT', split: { enabled: 70, disabled: 30 } },
      },
      {
        type: 'TOGGLE_DEPENDENCY',
        toggleDependencyRule: { toggle: 'payment-provider', value: 'stripe' },
        valueSpec: exactly('enabled'),
      },
      everyone('disabled'),
    ]),
    decide('Production', 'search.ranking', [everyone('v2')]),
    decide('Staging', 'new-checkout', [everyone('enabled')]),
  ],
  metrics: [
    {
      ...NEW_METRIC,
      key: 'purchase',
      name: 'Purchase',
      description: 'Bought something within a week',
      kind: 'CONVERSION',
      eventKey: 'purchase',
      cap: { type: 'NONE' },
    },
    {
      ...NEW_METRIC,
      key: 'basket',
      name: 'Basket',
      description: 'Money per order',
      kind: 'RATIO',
      eventKey: 'order-sum',
      denominatorKey: 'order',
      cap: { type: 'ABSOLUTE', value: 500 },
    },
  ],
};

function decide(environment: string, toggle: keyof typeof TOGGLES, rules: readonly NamedRule[]) {
  return { environment, toggle, status: 'ACTIVE', salt: toggle, buckets: 100, rules } as const;
}

export async function furnishApplication(company: Company): Promise<FurnishedApplication> {
  const names = ['Development', 'Staging', 'Production'];
  const application = await company.createApplication('Checkout', names);
  await importInto(company, application, EVERYTHING);
  const at = `/api/apps/${application.id}`;
  const production = application.environments[names.indexOf('Production')]?.id ?? '';
  const inProduction = `${at}/envs/${production}/experiments`;
  const [properties, targetGroups, toggles, metrics, experiments] = await Promise.all([
    idsOf(company, `${at}/properties`, 'key'),
    idsOf(company, `${at}/target-groups`, 'name'),
    idsOf(company, `${at}/toggles`, 'name'),
    idsOf(company, `${at}/metrics`, 'key'),
    idsOf(company, inProduction, 'toggleName'),
  ]);
  // Changes after the import, for the history.
  await company.call('POST', `${inProduction}/${experiments['search.ranking']}/pause`);
  await company.call('PUT', `${at}/properties/${properties.country}`, {
    ...COUNTRY,
    description: 'Two letters, such as BR or PT',
  });
  const list = await company.call('POST', `${at}/id-lists`, {
    name: 'Beta customers',
    description: 'Who signed up for the beta',
  });
  await company.call('POST', `${at}/id-lists/${list.id}/ids`, {
    add: Array.from({ length: 5_000 }, (_, number) => `customer-${number}`),
  });
  return {
    ...application,
    propertyId: properties.country ?? '',
    targetGroupId: targetGroups['Paying customers'] ?? '',
    idListId: String(list.id),
    toggleId: toggles['new-checkout'] ?? '',
    metricId: metrics.basket ?? '',
    goalId: metrics.purchase ?? '',
    production,
    experimentId: experiments['new-checkout'] ?? '',
    splitExperimentId: experiments['payment-provider'] ?? '',
  };
}
