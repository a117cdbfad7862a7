import type { EvaluationContext, EvaluationContextValue } from '@openfeature/server-sdk';
import type { Context, PropertyValue } from './context.ts';

/** `targetingKey` is the uid, every other key is a property by its key. */
export function contextOf({ targetingKey, ...values }: EvaluationContext): Context {
  const properties: Record<string, PropertyValue> = {};
  for (const [key, value] of Object.entries(values)) {
    // As an own property, whatever its name.
    Object.defineProperty(properties, key, { value: propertyOf(value), enumerable: true });
  }
  return { uid: targetingKey, properties };
}

/** A list or an object is no value of a property. */
function propertyOf(value: EvaluationContextValue): PropertyValue {
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? undefined : value.toISOString();
  return typeof value === 'object' ? undefined : value;
}
