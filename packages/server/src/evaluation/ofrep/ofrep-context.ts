import type { Context } from '@comporta/engine/context';
import { OfrepRefusal } from './ofrep-errors.ts';

/** The context in a body: `targetingKey` is the uid, every other key is a property. Throws OfrepRefusal. */
export function contextOf(body: unknown): Context {
  if (!isObject(body) || !isObject(body.context)) {
    throw new OfrepRefusal(400, 'INVALID_CONTEXT', 'Send a JSON object with an object `context`.');
  }
  const { targetingKey, ...properties } = body.context;
  if (targetingKey === undefined || targetingKey === null) return { properties };
  if (typeof targetingKey !== 'string') {
    throw new OfrepRefusal(400, 'INVALID_CONTEXT', '`context.targetingKey` has to be a string.');
  }
  return { uid: targetingKey, properties };
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
