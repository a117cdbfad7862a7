import * as z from 'zod/mini';

/** Schemas that drafts share. A draft is lenient: a missing field is empty, and a check finds the code. */
export const draftText = z.pipe(
  z.nullish(z.string()),
  z.transform((text) => text ?? ''),
);

/** A list that is readonly on input and on output; zod's own type is readonly on neither. */
type DraftList<Item extends z.ZodMiniType> = z.ZodMiniType<
  readonly z.output<Item>[],
  readonly z.input<Item>[] | null | undefined,
  z.core.$ZodTypeInternals<
    readonly z.output<Item>[],
    readonly z.input<Item>[] | null | undefined
  > & { readonly optin: 'optional' }
>;

/** A list in a draft; a missing one is empty. */
export function draftList<Item extends z.ZodMiniType>(item: Item): DraftList<Item> {
  return z.pipe(
    z.nullish(z.array(item)),
    z.transform((items) => items ?? []),
  ) as DraftList<Item>;
}

/** Made by the service, and compared as text. */
export const id = z.string();

/** Counts the saves of one entity, starting at 1. Sent as ETag, compared with If-Match. */
export const version = z.int().check(z.minimum(1));

/** The same schema with text for the documentation of the API. With an `id` it becomes a named schema there. */
export function documented<Shape extends z.ZodMiniType>(
  shape: Shape,
  words: z.core.GlobalMeta,
): Shape {
  const copy = z.clone(shape);
  z.globalRegistry.add(copy, words);
  return copy;
}
