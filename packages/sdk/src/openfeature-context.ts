import type { EvaluationContext, EvaluationContextValue } from '@openfeature/server-sdk';
import type { Context, PropertyValue } from './context.ts';

/** `targetingKey` becomes the uid; every other member becomes the property with that key. */
export function contextOf({ targetingKey, ...values }: EvaluationContext): Context {
  const properties = Object.entries(values).map(([key, value]) => [key, propertyOf(value)]);
  return { uid: targetingKey, properties: Object.fromEntries(properties) };
}

/** A property cannot hold a list or an object, so these count as absent. */
function propertyOf(value: EvaluationContextValue): PropertyValue {
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? undefined : value.toISOString();
  return typeof value === 'object' ? undefined : value;
}
