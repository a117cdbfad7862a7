import assert from 'node:assert/strict';
import { evaluateFlag } from '@comporta/contract/evaluation/ofrep-api';
import * as experimentApi from '@comporta/contract/experiments/experiment-api';
import { createEnvironmentKey } from '@comporta/contract/keys/environment-key-api';
import { updateTargetGroup } from '@comporta/contract/target-groups/target-group-api';
import { type Client, openClient } from '../client.ts';
import { PASSWORD } from '../company.ts';
import { isInEnabledHalf } from './customers.ts';
import { changeAndSee, type Nodes, PATIENCE_MS, valuesOf } from './nodes.ts';
import { checkoutDraft, exactly } from './rules.ts';
import type { OpenShop } from './shop.ts';

const EDITS = 20;
const STRANGER = { uid: 'stranger' };
const TESTER = { uid: 'ana', beta: 'true', 'member-since': '2025-05-01', 'app-version': '3.0.0' };

/** Saves an experiment repeatedly; after each save both nodes return the new value. */
export async function editRepeatedly(admin: Client, nodes: Nodes, shop: OpenShop): Promise<void> {
  const params = paramsOf(shop, 'checkout');
  for (let edit = 1; edit <= EDITS; edit++) {
    const value = edit % 2 === 1 ? 'disabled' : 'enabled';
    const body = checkoutDraft(shop, value);
    await changeAndSee(nodes, () => admin.call(experimentApi.updateExperiment, { params, body }), {
      query: STRANGER,
      toggle: 'new-checkout',
      value,
    });
  }
}

/** An edit of a target group takes effect in the experiments that use it. */
export async function editTargetGroup(admin: Client, nodes: Nodes, shop: OpenShop): Promise<void> {
  // Outside the group, a tester under age gets what everybody under age gets.
  const query = { ...TESTER, age: '17' };
  const params = { appId: shop.appId, id: shop.betaTesters };
  const groupOf = (term: string) => ({
    name: 'Beta testers',
    policy: 'AND',
    conditions: [{ propertyId: shop.properties.beta, expression: 'EQUALS', term }],
  });
  for (const [term, value] of [
    ['false', 'disabled'],
    ['true', 'enabled'],
  ] as const) {
    const save = () => admin.call(updateTargetGroup, { params, body: groupOf(term) });
    await changeAndSee(nodes, save, { query, toggle: 'new-checkout', value });
  }
}

/** While an experiment is paused everybody gets the default value, and dependent rules see that value. */
export async function pauseAndRestart(admin: Client, nodes: Nodes, shop: OpenShop): Promise<void> {
  const params = paramsOf(shop, 'payment');
  const query = { uid: 'bob', country: 'BR' };
  const answerOf = async () => (await valuesOf(nodes.near, query))['new-checkout'];
  const whileActive = await answerOf();

  const { status } = await changeAndSee(
    nodes,
    () => admin.call(experimentApi.pauseExperiment, { params }),
    { query, toggle: 'payment', value: 'cash' },
  );
  assert.equal(status, 'PAUSED');
  const flag = await nodes.far.call(evaluateFlag, {
    params: { key: 'payment' },
    body: { context: { targetingKey: 'bob', country: 'BR' } },
  });
  assert.deepEqual([flag.reason, flag.value], ['DISABLED', 'cash']);
  assert.equal(await answerOf(), 'enabled');
  await refuseDependencyOnPaused(admin, shop);

  await changeAndSee(nodes, () => admin.call(experimentApi.restartExperiment, { params }), {
    query,
    toggle: 'payment',
    value: 'pix',
  });
  assert.equal(await answerOf(), whileActive);
}

async function refuseDependencyOnPaused(admin: Client, { appId, production, toggles }: OpenShop) {
  const refusal = await admin.refusal(experimentApi.createExperiment, {
    params: { appId, envId: production.id },
    body: {
      toggleId: toggles.discount,
      rules: [
        {
          type: 'TOGGLE_DEPENDENCY',
          toggleDependencyRule: { toggleId: toggles.payment, value: 'pix' },
          valueSpec: exactly('12.5'),
        },
        { type: 'ALL_USERS', valueSpec: exactly('0') },
      ],
    },
  });
  assert.equal(refusal.code, 'TOGGLE_DEPENDENCY_NON_ACTIVE_EXPERIMENT');
}

/** In the other environment each user gets the same value of a split. */
export async function cloneToStaging(admin: Client, staging: Nodes, shop: OpenShop): Promise<void> {
  const destEnvId = shop.staging.id;
  const clone = (experiment: 'payment' | 'checkout') => () =>
    admin.call(experimentApi.cloneExperiment, {
      params: { ...paramsOf(shop, experiment), destEnvId },
    });
  const query = { uid: 'bob', country: 'BR' };
  await changeAndSee(staging, clone('payment'), { query, toggle: 'payment', value: 'pix' });
  const copy = await changeAndSee(staging, clone('checkout'), {
    query: STRANGER,
    toggle: 'new-checkout',
    value: 'enabled',
  });
  assert.equal(copy.envId, destEnvId);
  assert.equal(copy.status, 'ACTIVE');
  for (let number = 0; number < 50; number++) {
    const uid = `user-${number}`;
    const values = await valuesOf(staging.near, { uid, country: 'PT' });
    assert.equal(values['new-checkout'], isInEnabledHalf(shop, uid) ? 'enabled' : 'disabled');
  }
}

/** On every node the new key works and the old one stops working. Resolves with the new key. */
export async function replaceKey(
  admin: Client,
  urls: readonly string[],
  shop: OpenShop,
): Promise<string> {
  const key = await admin.call(createEnvironmentKey, {
    params: { appId: shop.appId, envId: shop.production.id },
    body: { password: PASSWORD },
  });
  for (const url of urls) {
    await valuesOf(openClient(url, key), STRANGER);
    await awaitRefusal(openClient(url, shop.production.key));
  }
  return key;
}

export async function awaitRefusal(system: Client): Promise<void> {
  const since = performance.now();
  while ((await valuesOf(system, STRANGER).catch(({ code }) => code)) !== 'UNAUTHORIZED') {
    assert(performance.now() - since < PATIENCE_MS, 'the key still opens the environment');
  }
}

function paramsOf({ appId, production, experiments }: OpenShop, name: 'checkout' | 'payment') {
  return { appId, envId: production.id, id: experiments[name].id };
}
