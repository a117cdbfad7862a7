import type { EvaluationContext, EvaluationContextValue } from '@openfeature/server-sdk';
import type { Context, PropertyValue } from './context.ts';

/** `targetingKey` is the uid, every other key is a property by its key. */
export function contextOf({ targetingKey, ...values }: EvaluationContext): Context {
  const properties = Object.entries(values).map(([key, value]) => [key, propertyOf(value)]);
  return { uid: targetingKey, properties: Object.fromEntries(properties) };
}

/** A list or an object is no value of a property. */
function propertyOf(value: EvaluationContextValue): PropertyValue {
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? undefined : value.toISOString();
  return typeof value === 'object' ? undefined : value;
}
