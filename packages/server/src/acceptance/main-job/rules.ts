import type { BodyOf } from '@comporta/contract/endpoint';
import { createExperiment } from '@comporta/contract/experiments/experiment-api';
import type { Client } from '../client.ts';
import type { OpenShop, Shop } from './shop.ts';

type Draft = BodyOf<typeof createExperiment>;

export function exactly(exactValue: string) {
  return { type: 'EXACT_VALUE', exactValue };
}

/** Pix in the countries that have it; everybody else gets a split between card and cash. */
export function paymentDraft({ toggles, properties }: Shop): Draft {
  return {
    toggleId: toggles.payment,
    rules: [
      {
        type: 'PROPERTY',
        propertyRule: { propertyId: properties.country, expression: 'IN', term: 'BR, PT' },
        valueSpec: exactly('pix'),
      },
      { type: 'ALL_USERS', valueSpec: { type: 'SPLIT', split: { card: 60, cash: 40 } } },
    ],
  };
}

/** Every kind of rule: enabled for testers with a new version and for half of pix payers, disabled for minors. */
export function checkoutDraft(
  { toggles, properties, betaTesters }: Shop,
  forEverybodyElse = 'enabled',
): Draft {
  return {
    toggleId: toggles['new-checkout'],
    rules: [
      {
        type: 'TARGET_GROUP',
        targetGroupRule: { policy: 'ANY_OF', targetGroupsIds: [betaTesters] },
        versionRule: {
          propertyId: properties['app-version'],
          expression: 'GREATER_THAN_OR_EQUALS',
          term: '2.1.0',
        },
        valueSpec: exactly('enabled'),
      },
      {
        type: 'TOGGLE_DEPENDENCY',
        toggleDependencyRule: { toggleId: toggles.payment, value: 'pix' },
        valueSpec: { type: 'SPLIT', split: { enabled: 50, disabled: 50 } },
      },
      {
        type: 'PROPERTY',
        propertyRule: { propertyId: properties.age, expression: 'LESS_THAN', term: '18' },
        valueSpec: exactly('disabled'),
      },
      { type: 'ALL_USERS', valueSpec: exactly(forEverybodyElse) },
    ],
  };
}

export async function openShop(admin: Client, shop: Shop): Promise<OpenShop> {
  const params = { appId: shop.appId, envId: shop.production.id };
  const payment = await admin.call(createExperiment, { params, body: paymentDraft(shop) });
  const checkout = await admin.call(createExperiment, { params, body: checkoutDraft(shop) });
  return { ...shop, experiments: { payment, checkout } };
}
