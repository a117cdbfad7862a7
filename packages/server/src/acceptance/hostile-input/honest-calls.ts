import { createAccount } from '@comporta/contract/accounts/account-api';
import * as analysisApi from '@comporta/contract/analyses/analysis-api';
import * as applicationApi from '@comporta/contract/applications/application-api';
import type { Endpoint } from '@comporta/contract/endpoint';
import { evaluateFlag, evaluateFlags } from '@comporta/contract/evaluation/ofrep-api';
import { explainToggles } from '@comporta/contract/evaluation/playground-api';
import { fetchToggles } from '@comporta/contract/evaluation/toggle-fetch-api';
import { reportEvents } from '@comporta/contract/events/event-api';
import * as experimentApi from '@comporta/contract/experiments/experiment-api';
import { createAccountKey } from '@comporta/contract/keys/account-key-api';
import { createEnvironmentKey } from '@comporta/contract/keys/environment-key-api';
import { createMetric } from '@comporta/contract/metrics/metric-api';
import * as propertyApi from '@comporta/contract/properties/property-api';
import * as passwordApi from '@comporta/contract/sessions/password-api';
import * as targetGroupApi from '@comporta/contract/target-groups/target-group-api';
import * as toggleApi from '@comporta/contract/toggles/toggle-api';
import * as userApi from '@comporta/contract/users/user-api';
import { checkoutDraft, paymentDraft } from '../main-job/rules.ts';
import type { OpenShop } from '../main-job/shop.ts';

/** A valid call, with every field that its endpoint reads. */
export interface HonestCall {
  readonly endpoint: Endpoint;
  readonly params: Readonly<Record<string, string>>;
  readonly body: object;
}

/** One call for each endpoint that takes JSON; they change only this shop. */
export function honestCalls(shop: OpenShop): readonly HonestCall[] {
  const { appId, production, properties, toggles, betaTesters } = shop;
  const params = { appId, envId: production.id };
  const user = { name: 'Eve', email: 'eve@example.com', admin: false, active: true, apps: [appId] };
  const application = {
    name: 'Warehouse',
    environments: [{ id: '', name: 'Production' }],
    notificationWebhook: 'https://8.8.8.8/hook',
    notificationLanguage: 'pt',
    removeEnvironments: [''],
  };
  const property = { key: 'plan', type: 'STRING', description: 'x' };
  const group = {
    name: 'Adults',
    description: 'x',
    policy: 'AND',
    conditions: [
      { id: '1', propertyId: properties.age, expression: 'GREATER_THAN', term: '17' },
      { id: '2', propertyId: properties.country, expression: 'REGEX', term: '^B' },
    ],
  };
  const toggle = {
    name: 'spare',
    description: 'x',
    values: ['on', 'off'],
    defaultValue: 'off',
    valueType: 'STRING',
  };
  const password = { value: 'a', confirmation: 'b' };
  const passwords = { currentPassword: 'a', newPassword: 'b', confirmation: 'c' };
  const context = { targetingKey: 'bob', country: 'BR', age: '17', 'app-version': '2.1.0' };
  const signUp = {
    userName: 'Eve',
    userEmail: 'eve@example.org',
    companyName: 'Eve',
    acceptTermsAndConditions: true,
  };
  const metric = {
    key: 'purchase',
    name: 'Purchase',
    description: 'x',
    kind: 'RATIO',
    eventKey: 'purchase',
    denominatorKey: 'visit',
    numeratorOf: 'SUM',
    denominatorOf: 'COUNT',
    better: 'DOWN',
    fromHours: 0,
    windowHours: 24,
    lookbackDays: 7,
    cap: { type: 'ABSOLUTE', value: 100 },
    margin: 0.1,
    trusted: true,
  };
  const analysis = {
    ruleId: shop.experiments.payment.rules.at(-1)?.id ?? '',
    hypothesis: 'x',
    control: 'cash',
    goal: { metricId: 'x', cuped: true, trusted: true },
    guardrails: [{ metricId: 'x' }],
    alpha: 0.05,
    power: 0.8,
    mde: 0.1,
    plannedUnits: 1_000,
    excludeBots: true,
    segments: [properties.country],
  };
  const seen = { toggle: 'payment', uid: 'bob', at: '2026-03-02T10:00:00Z' };
  const events = [
    { type: 'exposure', ...seen, value: 'pix', valueIndex: 1, phaseId: 'x', segments: { age: 17 } },
    { type: 'track', id: 'x', key: 'purchase', value: 1.5, uid: 'bob', at: seen.at },
  ];
  const call = (endpoint: Endpoint, body: object, id = ''): HonestCall => ({
    endpoint,
    body,
    params: { ...params, id, analysisId: 'x', key: 'new-checkout', requestId: 'x' },
  });

  return [
    call(createAccount, signUp),
    call(applicationApi.createApplication, application),
    call(applicationApi.updateApplication, application),
    call(createEnvironmentKey, { password: 'x' }),
    call(createAccountKey, { password: 'x' }),
    call(propertyApi.createProperty, property),
    call(propertyApi.updateProperty, property, properties.country),
    call(targetGroupApi.createTargetGroup, group),
    call(targetGroupApi.updateTargetGroup, group, betaTesters),
    call(toggleApi.createToggle, toggle),
    call(toggleApi.updateToggle, { ...toggle, name: 'discount' }, toggles.discount),
    call(experimentApi.createExperiment, checkoutDraft(shop)),
    call(experimentApi.updateExperiment, paymentDraft(shop), shop.experiments.payment.id),
    call(createMetric, metric),
    call(analysisApi.createAnalysis, analysis, shop.experiments.payment.id),
    call(analysisApi.stopAnalysis, { wait: true, reason: 'x' }, shop.experiments.payment.id),
    call(analysisApi.shipValue, { value: 'pix', reason: 'x' }, shop.experiments.payment.id),
    call(analysisApi.startPhase, { rerandomise: true }, shop.experiments.payment.id),
    call(analysisApi.eraseUnit, { uid: 'bob' }),
    call(reportEvents, { sentAt: seen.at, events }),
    call(explainToggles, { uid: 'bob', properties: context, toggleId: '', draft: null }),
    call(evaluateFlag, { context }),
    call(evaluateFlags, { context }),
    call(fetchToggles, { uid: 'bob', properties: context }),
    call(userApi.createUser, user),
    call(passwordApi.requestPasswordReset, { email: 'eve@example.com' }),
    call(passwordApi.setPassword, password),
    call(passwordApi.changePassword, passwords),
  ];
}
