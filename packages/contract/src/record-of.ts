import { z } from 'zod';

/**
 * One value for each name, whatever the names are: `__proto__` is a toggle's value or a property's
 * key like any other, and z.record leaves it out without a word. Values are checked, not changed.
 */
export function recordOf<Value extends z.ZodType>(value: Value) {
  const { $schema, ...additionalProperties } = z.toJSONSchema(value);
  return z
    .custom<Readonly<Record<string, z.output<Value>>>>(isObject, 'not an object')
    .superRefine((record, context) => {
      for (const [name, part] of Object.entries(record)) {
        for (const issue of value.safeParse(part).error?.issues ?? []) {
          context.addIssue({ ...issue, path: [name, ...issue.path] });
        }
      }
    })
    .meta({ type: 'object', additionalProperties });
}

function isObject(input: unknown): boolean {
  return typeof input === 'object' && input !== null && !Array.isArray(input);
}
