import { z } from 'zod';

/** Shapes that drafts share. A draft is lenient: what is missing is empty, and a check names the code. */
export const draftText = z
  .string()
  .nullish()
  .transform((text) => text ?? '');

export const id = z.string();

/** Counts the saves of one entity, starting at 1. Sent as ETag, compared with If-Match. */
export const version = z.int().min(1);
