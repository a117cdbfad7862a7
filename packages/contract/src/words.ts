import * as z from 'zod/mini';
import { documented } from './shapes.ts';

const quotedSchema = z.object({
  /** `value`: what users get; `term`: what a condition compares with; `name`: of a property, a group or a toggle. */
  as: z.enum(['value', 'term', 'name']),
  text: z.string(),
  /** Of a value that not everyone gets: the percentage of users who do, from 0 to 100. */
  share: z.optional(z.number()),
  /** How a plain text shows it, if not as `text`: with its share, or between quotation marks. */
  plain: z.optional(z.string()),
});

/** A text that users wrote, inside a sentence. */
export type Quoted = Readonly<z.infer<typeof quotedSchema>>;

export const wordsSchema = documented(z.array(z.union([z.string(), quotedSchema])), {
  id: 'Words',
  description:
    'A sentence in parts: text as it is, and quoted values, terms and names. Joined (`plain`, else `text`), they are the sentence.',
});

/** A sentence in parts, so that a screen can mark what users wrote, and keep its direction apart. */
export type Words = readonly (string | Quoted)[];
