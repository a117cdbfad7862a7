import * as applicationApi from '@comporta/contract/applications/application-api';
import * as propertyApi from '@comporta/contract/properties/property-api';
import * as targetGroupApi from '@comporta/contract/target-groups/target-group-api';
import * as toggleApi from '@comporta/contract/toggles/toggle-api';
import { ABSENT, type Case, type Situation } from './situation.ts';

export function refusalsAboutApplications(situation: Situation): Case[] {
  return [
    ...ofApplications(situation),
    ...ofProperties(situation),
    ...ofTargetGroups(situation),
    ...ofToggles(situation),
  ];
}

function ofApplications({ admin }: Situation): Case[] {
  const draft = { name: 'Warehouse', environments: [{ name: 'Production' }] };
  const create = (changed: object) =>
    admin.refusal(applicationApi.createApplication, { body: { ...draft, ...changed } });
  const environments = ['A', 'B', 'C'].map((name) => ({ name }));
  return [
    ['DUPLICATE_NAME', () => create({ name: ' shop' })],
    ['MAX_ENVIRONMENTS_LIMIT_REACHED', () => create({ environments }), { 'max-environments': 2 }],
    ['INVALID_WEBHOOK', () => create({ notificationWebhook: 'nowhere' })],
    ['INVALID_WEBHOOK', () => create({ notificationWebhook: 'http://169.254.169.254/' })],
    ['INVALID_WEBHOOK_LANGUAGE', () => create({ notificationLanguage: 'es' })],
    [
      'NOT_FOUND',
      () => admin.refusal(applicationApi.deleteApplication, { params: { appId: ABSENT } }),
    ],
  ];
}

function ofProperties({ admin, shop: { appId, properties } }: Situation): Case[] {
  const create = (key: string) =>
    admin.refusal(propertyApi.createProperty, { params: { appId }, body: { key, type: 'STRING' } });
  const remove = (id: string) =>
    admin.refusal(propertyApi.deleteProperty, { params: { appId, id } });
  return [
    ['DUPLICATE_KEY', () => create('COUNTRY')],
    ['UID_FORBIDDEN', () => create('uid')],
    ['PROPERTY_USED_IN_EXPERIMENTS', () => remove(properties.country)],
    ['PROPERTY_USED_IN_EXPERIMENTS', () => remove(properties['app-version'])],
    ['PROPERTY_USED_IN_TARGET_GROUPS', () => remove(properties.beta)],
    ['NOT_FOUND', () => remove(ABSENT)],
  ];
}

function ofTargetGroups({ admin, shop: { appId, properties, betaTesters } }: Situation): Case[] {
  const conditions = [{ propertyId: properties.age, expression: 'EQUALS', term: '1' }];
  const body = { name: 'BETA testers', policy: 'OR', conditions };
  const remove = (id: string) =>
    admin.refusal(targetGroupApi.deleteTargetGroup, { params: { appId, id } });
  return [
    [
      'DUPLICATE_NAME',
      () => admin.refusal(targetGroupApi.createTargetGroup, { params: { appId }, body }),
    ],
    ['TARGET_GROUP_USED_IN_EXPERIMENT', () => remove(betaTesters)],
    ['NOT_FOUND', () => remove(ABSENT)],
  ];
}

function ofToggles({ admin, shop: { appId, toggles } }: Situation): Case[] {
  const body = { name: 'Payment', values: ['a', 'b'], defaultValue: 'a' };
  const remove = (id: string) =>
    admin.refusal(toggleApi.deleteToggle, { params: { appId, id }, query: {} });
  return [
    ['DUPLICATE_NAME', () => admin.refusal(toggleApi.createToggle, { params: { appId }, body })],
    ['EXPERIMENT_EXISTS', () => remove(toggles['new-checkout'])],
    ['NOT_FOUND', () => remove(ABSENT)],
  ];
}
