import type { NamedRule } from '@comporta/contract/experiments/named-rule';
import { NEW_PROPERTY } from '@comporta/contract/properties/property';
import { NEW_TARGET_GROUP } from '@comporta/contract/target-groups/target-group';
import { NEW_TOGGLE } from '@comporta/contract/toggles/toggle';
import {
  type ApplicationDocument,
  DOCUMENT_FORMAT,
} from '@comporta/contract/transfer/application-document';
import { MEASURED_SPLITS } from './measured-splits.ts';
import { toggleNames } from './toggle-names.ts';

export const ENVIRONMENTS = ['Development', 'QA', 'Staging', 'Production'] as const;

const PROPERTIES = [
  ['country', 'STRING', 'Two letters, such as BR'],
  ['city', 'STRING', 'Where the parcel goes'],
  ['plan', 'STRING', 'free, plus or prime'],
  ['language', 'STRING', 'Of the browser'],
  ['currency', 'STRING', 'Three letters'],
  ['device', 'STRING', 'phone, tablet or desktop'],
  ['browser', 'STRING', ''],
  ['os', 'STRING', ''],
  ['campaign', 'STRING', 'The one that brought the customer'],
  ['segment', 'STRING', 'Of the marketing team'],
  ['store', 'STRING', 'The nearest shop'],
  ['carrier', 'STRING', ''],
  ['payment-method', 'STRING', 'The last one used'],
  ['email-domain', 'STRING', 'After the @'],
  ['app.version', 'SEMANTIC_VERSION', 'Of the mobile app'],
  ['os.version', 'SEMANTIC_VERSION', ''],
  ['orders', 'NUMERIC', 'How many so far'],
  ['cart-total', 'NUMERIC', 'In euro'],
  ['age', 'NUMERIC', ''],
  ['points', 'NUMERIC', 'Of the loyalty programme'],
  ['customer-since', 'DATE', 'The day of the first order'],
  ['birthday', 'DATE', ''],
  ['employee', 'BOOLEAN', ''],
  ['beta', 'BOOLEAN', 'Said yes to new things'],
  ['business', 'BOOLEAN', 'Buys for a company'],
] as const;

const COUNTRIES = ['BR', 'PT', 'ES', 'FR', 'DE', 'IT', 'MX', 'AR', 'US', 'UK', 'NL', 'PL'] as const;
const CITIES = ['São Paulo', 'Rio', 'Lisbon', 'Porto', 'Madrid', 'Paris', 'Berlin'] as const;
const CAMPAIGNS = [
  'spring',
  'summer',
  'black-friday',
  'christmas',
  'launch',
  'tv',
  'radio',
] as const;
const BRANCHES = ['Lisboa Chiado', 'Porto Baixa', 'São Paulo Paulista', 'Rio Barra'] as const;

const STAFF = 'Staff';
const LOYAL = 'Loyal customers';

function targetGroups(): ApplicationDocument['targetGroups'] {
  const group = (name: string, description: string, ...conditions: [string, string, string][]) => ({
    ...NEW_TARGET_GROUP,
    name,
    description,
    conditions: conditions.map(([property, expression, term]) => ({ property, expression, term })),
  });
  return [
    group(STAFF, 'Everybody who works here', ['employee', 'EQUALS', 'true']),
    group('Beta testers', 'Said yes to new things', ['beta', 'EQUALS', 'true']),
    group(LOYAL, 'Ten orders or more', ['orders', 'GREATER_THAN_OR_EQUALS', '10']),
    group('New customers', 'No order yet', ['orders', 'EQUALS', '0']),
    group('Companies', 'Buy for a company', ['business', 'EQUALS', 'true']),
    group('Prime', 'Pay for fast shipping', ['plan', 'EQUALS', 'prime']),
    group(
      'Large carts',
      'From 200 € on',
      ['cart-total', 'GREATER_THAN_OR_EQUALS', '200'],
      ['orders', 'GREATER_THAN', '0'],
    ),
    group('Old app', 'Below 3.0.0', ['app.version', 'LESS_THAN', '3.0.0']),
    group('Phones', 'On a phone', ['device', 'EQUALS', 'phone']),
    group('Since 2020', 'With us for long', ['customer-since', 'LESS_THAN', '2021-01-01']),
    ...COUNTRIES.map((code) => group(`Customers in ${code}`, '', ['country', 'EQUALS', code])),
    ...CITIES.map((city) => group(`People in ${city}`, '', ['city', 'EQUALS', city])),
    ...CAMPAIGNS.map((name) => group(`Campaign: ${name}`, '', ['campaign', 'EQUALS', name])),
    ...BRANCHES.map((name) => group(`Shop: ${name}`, '', ['store', 'EQUALS', name])),
  ];
}

interface DemoToggle {
  readonly name: string;
  readonly description: string;
  readonly values: readonly string[];
  readonly defaultValue: string;
}

function toggleOf([name, description]: readonly [string, string], index: number): DemoToggle {
  const values = valuesOf(name, index);
  return { name, description, values, defaultValue: values.at(-1) ?? '' };
}

/** The default value comes last, as `disabled` does. */
function valuesOf(name: string, index: number): readonly string[] {
  if (/(minutes|seconds|days|months|size|items|threshold|from)\b/.test(name)) {
    return ['60', '45', '15', '30'];
  }
  if (/\b(provider|carrier)\b/.test(name)) return ['adyen', 'stripe', 'mollie', 'house'];
  if (name.endsWith('.template')) {
    return ['{"layout":"wide","pictures":true,"footer":"legal"}', '{}'];
  }
  if (index % 7 === 0) return ['variant-a', 'variant-b', 'control'];
  return ['enabled', 'disabled'];
}

const everyone = (exactValue: string): NamedRule => ({
  type: 'ALL_USERS',
  valueSpec: { type: 'EXACT_VALUE', exactValue },
});

const share = ({ values, defaultValue }: DemoToggle, percent: number): NamedRule['valueSpec'] => ({
  type: 'SPLIT',
  split: { [values[0] ?? '']: percent, [defaultValue]: 100 - percent },
});

/** The rules of one of six typical experiments, from "on for everybody" to a staged rollout. */
function rulesOf(toggle: DemoToggle, index: number): readonly NamedRule[] {
  const [value = ''] = toggle.values;
  const exactly = { type: 'EXACT_VALUE', exactValue: value };
  const staff: NamedRule = {
    type: 'TARGET_GROUP',
    targetGroupRule: { policy: 'ANY_OF', targetGroups: [STAFF, 'Beta testers'] },
    valueSpec: exactly,
  };
  const iberia: NamedRule = {
    type: 'PROPERTY',
    propertyRule: { property: 'country', expression: 'IN', term: 'BR, PT' },
    versionRule: { property: 'app.version', expression: 'GREATER_THAN_OR_EQUALS', term: '2.4.0' },
    valueSpec: share(toggle, 70),
  };
  const loyal: NamedRule = {
    type: 'TARGET_GROUP',
    targetGroupRule: { policy: 'ANY_OF', targetGroups: [LOYAL, 'Prime'] },
    valueSpec: exactly,
  };
  const split: NamedRule = { type: 'ALL_USERS', valueSpec: share(toggle, 10 * ((index % 9) + 1)) };
  const stories = [
    [iberia, staff, { type: 'ALL_USERS', valueSpec: share(toggle, 25) }],
    [split],
    [staff, everyone(toggle.defaultValue)],
    [everyone(value)],
    [staff, loyal, everyone(toggle.defaultValue)],
    [everyone(toggle.defaultValue)],
  ] satisfies NamedRule[][];
  return stories[index % stories.length] ?? [];
}

/** Experiments in production that give half of the users each value; analyses measure them. */
function measuredExperiments(): ApplicationDocument['experiments'] {
  return MEASURED_SPLITS.map(({ toggle }) => ({
    environment: 'Production',
    toggle,
    status: 'ACTIVE',
    salt: `${toggle}-Production`,
    buckets: 10_000,
    rules: [
      { type: 'ALL_USERS', valueSpec: { type: 'SPLIT', split: { enabled: 50, disabled: 50 } } },
    ],
  }));
}

/** The application that most people work in: 300 toggles and 63 experiments. */
export function storefrontDocument(): ApplicationDocument {
  const toggles = toggleNames().map(toggleOf);
  const inUse = toggles.filter((_, index) => index % 10 === 0 || index % 15 === 4).slice(0, 30);
  const experiments = inUse.flatMap((toggle, index) => {
    const environments = index % 2 === 0 ? ['Production', 'Staging'] : ['Production', 'QA'];
    return environments.map((environment, place) => ({
      environment,
      toggle: toggle.name,
      status: (index + place) % 7 === 5 ? ('PAUSED' as const) : ('ACTIVE' as const),
      salt: `${toggle.name}-${environment}`,
      buckets: 10_000,
      rules: rulesOf(toggle, index + place),
    }));
  });
  return {
    format: DOCUMENT_FORMAT,
    application: 'Storefront',
    environments: ENVIRONMENTS,
    properties: PROPERTIES.map(([key, type, description]) => ({
      ...NEW_PROPERTY,
      key,
      type,
      description,
    })),
    targetGroups: targetGroups(),
    toggles: toggles.map((toggle) => ({
      ...NEW_TOGGLE,
      ...toggle,
      valueType: toggle.values[0] === 'enabled' ? ('BOOLEAN' as const) : ('STRING' as const),
    })),
    experiments: [...experiments, ...measuredExperiments()],
  };
}
