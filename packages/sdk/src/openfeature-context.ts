import type { EvaluationContext, EvaluationContextValue } from '@openfeature/server-sdk';
import type { Context, PropertyValue } from './context.ts';

/** `targetingKey` becomes the uid; every other member becomes the property with that key. */
export function contextOf({ targetingKey, ...values }: EvaluationContext): Context {
  const properties = Object.entries(values).map(([key, value]) => [key, propertyOf(value)]);
  return { uid: targetingKey, properties: Object.fromEntries(properties) };
}

/** An object is no value of a property, and counts as absent. */
function propertyOf(value: EvaluationContextValue): PropertyValue {
  return Array.isArray(value) ? value.map(elementOf) : elementOf(value);
}

function elementOf(value: EvaluationContextValue): Exclude<PropertyValue, readonly unknown[]> {
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? undefined : value.toISOString();
  return typeof value === 'object' ? undefined : value;
}
