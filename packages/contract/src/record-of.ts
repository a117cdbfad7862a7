import * as z from 'zod/mini';
import { documented } from './shapes.ts';

/**
 * A record with any names. `__proto__` can be a toggle's value or a property's key like any other, but z.record drops
 * it silently. Values are checked, not transformed.
 */
export function recordOf<Value extends z.core.$ZodType>(value: Value) {
  const { type } = value._zod.def;
  const record = z
    .custom<Readonly<Record<string, z.output<Value>>>>(isObject, 'not an object')
    .check(
      z.superRefine((input, context) => {
        for (const [name, part] of Object.entries(input)) {
          for (const issue of z.safeParse(value, part).error?.issues ?? []) {
            context.addIssue({ ...issue, path: [name, ...issue.path] });
          }
        }
      }),
    );
  // z.toJSONSchema is not for browsers and cannot see into a custom schema, so the JSON schema is given here.
  const additionalProperties = type === 'unknown' ? {} : { type };
  return documented(record, { type: 'object', additionalProperties });
}

function isObject(input: unknown): boolean {
  return typeof input === 'object' && input !== null && !Array.isArray(input);
}
