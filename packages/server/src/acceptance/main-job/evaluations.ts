import assert from 'node:assert/strict';
import { evaluateFlag, evaluateFlags } from '@comporta/contract/evaluation/ofrep-api';
import { fetchTogglesByGet } from '@comporta/contract/evaluation/toggle-fetch-api';
import type { Client } from '../client.ts';
import { type Customer, customersOf, type Expected } from './customers.ts';
import type { OpenShop } from './shop.ts';

const DEFAULTS = { 'new-checkout': 'disabled', payment: 'cash' } as const;
/** No experiment decides this toggle for anybody. */
const DISCOUNT: Expected = { value: 0, variant: '0', reason: 'STATIC' };

/** Evaluates every customer through all three APIs; each returns what the rules say. */
export async function checkEveryCustomer(system: Client, shop: OpenShop): Promise<void> {
  for (const customer of customersOf(shop)) {
    await checkToggleFetch(system, customer);
    await checkSingleFlags(system, shop, customer);
    await checkAllFlags(system, customer);
  }
}

async function checkToggleFetch(system: Client, { uid, properties, expected }: Customer) {
  const values = await system.call(fetchTogglesByGet, {
    query: { ...properties, ...(uid !== undefined && { uid }) },
  });
  assert.deepEqual(values, {
    discount: '0',
    'new-checkout': expected['new-checkout']?.variant ?? DEFAULTS['new-checkout'],
    payment: expected.payment?.variant ?? DEFAULTS.payment,
  });
}

async function checkSingleFlags(system: Client, shop: OpenShop, customer: Customer) {
  for (const key of ['new-checkout', 'payment'] as const) {
    const input = { params: { key }, body: bodyOf(customer) };
    const expected = customer.expected[key];
    if (expected === undefined) {
      const { status, code } = await system.refusal(evaluateFlag, input);
      assert.deepEqual({ status, code }, { status: 400, code: 'TARGETING_KEY_MISSING' });
      continue;
    }
    const { metadata, ...flag } = await system.call(evaluateFlag, input);
    assert.deepEqual({ ...flag, ruleOrder: metadata.ruleOrder }, { key, ...expected });
    const experiment = shop.experiments[key === 'payment' ? 'payment' : 'checkout'];
    assert.equal(metadata.experimentId, experiment.id);
    assert.equal(metadata.environment, 'Production');
  }
}

async function checkAllFlags(system: Client, customer: Customer) {
  const { flags } = await system.call(evaluateFlags, { body: bodyOf(customer) });
  const seen = flags.map((flag) => {
    return 'value' in flag ? flag : { key: flag.key, errorCode: flag.errorCode };
  });
  const { expected } = customer;
  assert.deepEqual(seen, [
    { key: 'discount', ...DISCOUNT },
    flagOf('new-checkout', expected['new-checkout']),
    flagOf('payment', expected.payment),
  ]);
}

function flagOf(key: string, expected: Expected | undefined) {
  if (expected === undefined) return { key, errorCode: 'TARGETING_KEY_MISSING' };
  // Only the evaluation of a single flag reports which rule decided.
  const { ruleOrder: _alone, ...told } = expected;
  return { key, ...told };
}

function bodyOf({ uid, properties }: Customer) {
  return { context: { ...properties, ...(uid !== undefined && { targetingKey: uid }) } };
}
