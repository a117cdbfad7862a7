import { createApplication } from '@comporta/contract/applications/application-api';
import type { Experiment } from '@comporta/contract/experiments/experiment';
import { createEnvironmentKey } from '@comporta/contract/keys/environment-key-api';
import { createProperty } from '@comporta/contract/properties/property-api';
import { createTargetGroup } from '@comporta/contract/target-groups/target-group-api';
import { createToggle } from '@comporta/contract/toggles/toggle-api';
import type { Client } from '../client.ts';
import { PASSWORD } from '../company.ts';

/** An application with everything that rules can refer to, and without any rule yet. */
export interface Shop {
  readonly appId: string;
  readonly production: KeyedEnvironment;
  readonly staging: KeyedEnvironment;
  /** Ids of properties by their keys. */
  readonly properties: Ids<keyof typeof PROPERTIES>;
  readonly betaTesters: string;
  /** Ids of toggles by their names. */
  readonly toggles: Ids<keyof typeof TOGGLES>;
}

export interface KeyedEnvironment {
  readonly id: string;
  readonly name: string;
  readonly key: string;
}

/** A shop with active experiments. */
export interface OpenShop extends Shop {
  readonly experiments: Readonly<Record<'checkout' | 'payment', Experiment>>;
}

type Ids<Name extends string> = Readonly<Record<Name, string>>;

const PROPERTIES = {
  country: 'STRING',
  age: 'NUMERIC',
  'member-since': 'DATE',
  beta: 'BOOLEAN',
  'app-version': 'SEMANTIC_VERSION',
} as const;

const TOGGLES = {
  'new-checkout': { values: ['enabled', 'disabled'], defaultValue: 'disabled' },
  payment: { values: ['card', 'pix', 'cash'], defaultValue: 'cash' },
  discount: { values: ['0', '12.5'], defaultValue: '0', valueType: 'NUMBER' },
} as const;

export async function furnishShop(admin: Client, name = 'Shop'): Promise<Shop> {
  const environments = [{ name: 'Production' }, { name: 'Staging' }];
  const application = await admin.call(createApplication, { body: { name, environments } });
  const params = { appId: application.id };
  const [production, staging] = await Promise.all(
    application.environments.map(async ({ id, name }) => ({
      id,
      name,
      key: await admin.call(createEnvironmentKey, {
        params: { ...params, envId: id },
        body: { password: PASSWORD },
      }),
    })),
  );
  if (production === undefined || staging === undefined) throw new Error('no environments');

  const properties = await idsOf(PROPERTIES, (key, type) =>
    admin.call(createProperty, { params, body: { key, type } }),
  );
  const toggles = await idsOf(TOGGLES, (name, { values, ...rest }) =>
    admin.call(createToggle, { params, body: { name, values: [...values], ...rest } }),
  );
  const { id: betaTesters } = await admin.call(createTargetGroup, {
    params,
    body: {
      name: 'Beta testers',
      policy: 'AND',
      conditions: [
        { propertyId: properties.beta, expression: 'EQUALS', term: 'true' },
        { propertyId: properties['member-since'], expression: 'LESS_THAN', term: '2026-01-01' },
      ],
    },
  });
  return { appId: application.id, production, staging, properties, betaTesters, toggles };
}

/** Creates one thing for each entry; resolves with their ids under the same names. */
async function idsOf<Name extends string, Draft>(
  drafts: Readonly<Record<Name, Draft>>,
  create: (name: Name, draft: Draft) => Promise<{ readonly id: string }>,
): Promise<Ids<Name>> {
  const entries = Object.entries(drafts) as [Name, Draft][]; // The keys of an object literal.
  const ids = await Promise.all(
    entries.map(async ([name, draft]) => [name, (await create(name, draft)).id] as const),
  );
  return Object.fromEntries(ids) as Ids<Name>;
}
