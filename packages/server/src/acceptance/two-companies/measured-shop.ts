import { createAnalysis, startAnalysis } from '@comporta/contract/analyses/analysis-api';
import { createApplication } from '@comporta/contract/applications/application-api';
import { createExperiment } from '@comporta/contract/experiments/experiment-api';
import { createClientKey } from '@comporta/contract/keys/client-access-api';
import { createEnvironmentKey } from '@comporta/contract/keys/environment-key-api';
import { NEW_METRIC } from '@comporta/contract/metrics/metric';
import { createMetric } from '@comporta/contract/metrics/metric-api';
import { createProperty } from '@comporta/contract/properties/property-api';
import { createSession } from '@comporta/contract/sessions/session-api';
import { createToggle } from '@comporta/contract/toggles/toggle-api';
import { type Client, openClient } from '../client.ts';
import { PASSWORD, signUp } from '../company.ts';
import type { ServiceProcess } from '../service-process.ts';

/** The toggle whose split is measured. */
export const TOGGLE = 'new-checkout';
/** The event key of the metric. */
export const PURCHASE = 'purchase';

/** A company that measures a split: `new-checkout`, half and half, by its conversion. */
export interface MeasuredShop {
  readonly admin: Client;
  readonly token: string;
  readonly url: string;
  readonly appId: string;
  readonly envId: string;
  readonly experimentId: string;
  readonly analysisId: string;
  readonly environmentKey: string;
  readonly clientKey: string;
}

/** Signs a company up on a service with SIGNUP=open and starts an analysis there. */
export async function openMeasuredShop(
  service: ServiceProcess,
  userEmail: string,
): Promise<MeasuredShop> {
  const admin = await signUp(service, userEmail);
  const session = await openClient(service.url).call(createSession, {
    body: { grant_type: 'password', username: userEmail, password: PASSWORD },
  });
  const shop = await admin.call(createApplication, {
    body: { name: 'Shop', environments: [{ name: 'Production' }] },
  });
  const [appId, envId] = [shop.id, shop.environments[0]?.id ?? ''];
  const inShop = { params: { appId } };
  const country = await admin.call(createProperty, {
    ...inShop,
    body: { key: 'country', type: 'STRING' },
  });
  const toggle = await admin.call(createToggle, {
    ...inShop,
    body: { name: TOGGLE, values: ['enabled', 'disabled'], defaultValue: 'disabled' },
  });
  const split = { type: 'SPLIT', split: { enabled: 50, disabled: 50 } };
  const experiment = await admin.call(createExperiment, {
    params: { appId, envId },
    body: { toggleId: toggle.id, rules: [{ type: 'ALL_USERS', valueSpec: split }] },
  });
  const metric = await admin.call(createMetric, {
    ...inShop,
    body: {
      ...NEW_METRIC,
      key: PURCHASE,
      name: 'Purchase',
      kind: 'CONVERSION',
      eventKey: PURCHASE,
    },
  });
  const ofExperiment = { appId, envId, id: experiment.id };
  const analysis = await admin.call(createAnalysis, {
    params: ofExperiment,
    body: {
      ruleId: experiment.rules[0]?.id ?? '',
      goal: { metricId: metric.id },
      segments: [country.id],
    },
  });
  await admin.call(startAnalysis, { params: { ...ofExperiment, analysisId: analysis.id } });
  const ofEnvironment = { params: { appId, envId }, body: { password: PASSWORD } };
  const environmentKey = await admin.call(createEnvironmentKey, ofEnvironment);
  const { key } = await admin.call(createClientKey, ofEnvironment);
  return {
    admin,
    token: session.access_token,
    url: service.url,
    appId,
    envId,
    experimentId: experiment.id,
    analysisId: analysis.id,
    environmentKey,
    clientKey: key ?? '',
  };
}
