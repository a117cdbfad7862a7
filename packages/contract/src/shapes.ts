import * as z from 'zod/mini';

/** Shapes that drafts share. A draft is lenient: what is missing is empty, and a check names the code. */
export const draftText = z.pipe(
  z.nullish(z.string()),
  z.transform((text) => text ?? ''),
);

export const id = z.string();

/** Counts the saves of one entity, starting at 1. Sent as ETag, compared with If-Match. */
export const version = z.int().check(z.minimum(1));

/** The same shape with what the documentation of the API says of it; with an `id` it is a named one. */
export function documented<Shape extends z.ZodMiniType>(
  shape: Shape,
  words: z.core.GlobalMeta,
): Shape {
  const copy = z.clone(shape);
  z.globalRegistry.add(copy, words);
  return copy;
}
