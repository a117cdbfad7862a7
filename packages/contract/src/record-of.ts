import * as z from 'zod/mini';
import { documented } from './shapes.ts';

/**
 * One value for each name, whatever the names are: `__proto__` is a toggle's value or a property's
 * key like any other, and z.record leaves it out without a word. Values are checked, not changed.
 */
export function recordOf<Value extends z.ZodMiniString | z.ZodMiniNumber | z.ZodMiniUnknown>(
  value: Value,
) {
  const { type } = value.def;
  const record = z
    .custom<Readonly<Record<string, z.output<Value>>>>(isObject, 'not an object')
    .check(
      z.superRefine((input, context) => {
        for (const [name, part] of Object.entries(input)) {
          for (const issue of value.safeParse(part).error?.issues ?? []) {
            context.addIssue({ ...issue, path: [name, ...issue.path] });
          }
        }
      }),
    );
  // The library that describes shapes is not for browsers, so a shape that it cannot see says it here.
  const additionalProperties = type === 'unknown' ? {} : { type };
  return documented(record, { type: 'object', additionalProperties });
}

function isObject(input: unknown): boolean {
  return typeof input === 'object' && input !== null && !Array.isArray(input);
}
