import { murmur3 } from '@comporta/engine/murmur3';
import type { OpenShop } from './shop.ts';

/** What one toggle returns to one customer, and why. */
export interface Expected {
  readonly variant: string;
  readonly value: string | number | boolean;
  readonly reason: 'STATIC' | 'TARGETING_MATCH' | 'DEFAULT' | 'SPLIT';
  readonly ruleOrder?: number;
}

export interface Customer {
  readonly uid?: string;
  readonly properties: Readonly<Record<string, string>>;
  /** Undefined: a split decides, and the request has no uid. */
  readonly expected: Readonly<Record<'new-checkout' | 'payment', Expected | undefined>>;
}

/** Customers for every rule of the shop, and for each reason why a rule does not match. */
export function customersOf(shop: OpenShop): readonly Customer[] {
  const TESTER = { beta: 'true', 'member-since': '2025-05-01', 'app-version': '2.1.0' };
  const payment = (uid: string) => text('SPLIT', cardOrCash(shop, uid), 2);
  const enabled = flag('DEFAULT', true, 4);
  const customer = (
    uid: string,
    properties: Customer['properties'],
    checkout: Expected,
  ): Customer => ({
    uid,
    properties,
    expected: { 'new-checkout': checkout, payment: payment(uid) },
  });

  return [
    customer('ana', TESTER, flag('TARGETING_MATCH', true, 1)),
    customer(
      'ana',
      { ...TESTER, 'app-version': '10.0.0', age: '17' },
      flag('TARGETING_MATCH', true, 1),
    ),
    customer('ana', { ...TESTER, 'app-version': '2.0.9' }, enabled),
    customer('ana', { ...TESTER, 'app-version': '2.1.0-beta.1' }, enabled),
    customer('ana', { ...TESTER, 'app-version': 'newest' }, enabled),
    customer('ana', { ...TESTER, 'member-since': '2026-01-01' }, enabled),
    customer('ana', { ...TESTER, beta: 'false', age: '17.5' }, flag('TARGETING_MATCH', false, 3)),
    customer('carl', { country: 'FR', age: '17' }, flag('TARGETING_MATCH', false, 3)),
    customer('carl', { country: 'br', age: '18' }, enabled),
    customer('João', {}, enabled),
    ...['bob', 'eva', 'João', '用户-7'].map((uid) => ({
      uid,
      properties: { country: 'BR', age: '17' },
      expected: {
        'new-checkout': flag('SPLIT', isInEnabledHalf(shop, uid), 2),
        payment: text('TARGETING_MATCH', 'pix', 1),
      },
    })),
    {
      properties: { country: 'PT' },
      expected: { 'new-checkout': undefined, payment: text('TARGETING_MATCH', 'pix', 1) },
    },
    // The split of payment needs a uid. Without one its value is the default, which is not pix.
    { properties: {}, expected: { 'new-checkout': enabled, payment: undefined } },
  ];
}

/** The documented formula of a split, written here again so that the service's own code is checked. */
function bucketOf(salt: string, uid: string): number {
  return murmur3(`${salt}:${uid}`) % 10_000;
}

export function isInEnabledHalf({ experiments }: OpenShop, uid: string): boolean {
  return bucketOf(experiments.checkout.salt, uid) < 5_000;
}

function cardOrCash({ experiments }: OpenShop, uid: string): string {
  return bucketOf(experiments.payment.salt, uid) < 6_000 ? 'card' : 'cash';
}

function flag(reason: Expected['reason'], value: boolean, ruleOrder: number): Expected {
  return { value, variant: value ? 'enabled' : 'disabled', reason, ruleOrder };
}

function text(reason: Expected['reason'], value: string, ruleOrder: number): Expected {
  return { value, variant: value, reason, ruleOrder };
}
