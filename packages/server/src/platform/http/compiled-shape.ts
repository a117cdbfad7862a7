import * as z from 'zod/mini';

const compiled = new WeakMap<z.ZodMiniType, z.ZodMiniType>();

/**
 * A schema that behaves like the given one but is several times faster, because zod compiles it to a function. Browsers
 * do not use it: they read no lists of 10,000, and would have to load the compiler.
 * Compiled lazily, which takes a few milliseconds, because most processes need few of all schemas.
 */
export function compiledShape(shape: z.ZodMiniType): z.ZodMiniType {
  const known = compiled.get(shape);
  if (known !== undefined) return known;
  const made = z.compile(shape);
  compiled.set(shape, made);
  return made;
}
