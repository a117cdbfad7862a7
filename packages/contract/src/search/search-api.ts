import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { documented, id } from '../shapes.ts';

export const SEARCH_MAX_CHARS = 100;
export const SEARCH_MAX_RESULTS = 20;

/** What the palette finds. Users are found by administrators only. */
export const SEARCHED_TYPES = [
  'application',
  'environment',
  'toggle',
  'experiment',
  'property',
  'targetGroup',
  'idList',
  'user',
] as const;
export type SearchedType = (typeof SEARCHED_TYPES)[number];

export const searchResultSchema = documented(
  z.object({
    type: z.enum(SEARCHED_TYPES),
    id,
    appId: documented(z.optional(id), { description: 'Absent for a user.' }),
    envId: z.optional(id),
    name: documented(z.string(), {
      description: 'Name of the result; for an experiment, of its toggle.',
    }),
  }),
  { id: 'SearchResult' },
);
export type SearchResult = z.infer<typeof searchResultSchema>;

export const search = endpoint({
  method: 'GET',
  path: '/api/search',
  summary:
    'Search by name everything that the caller may open; the name contains every word of `q`, ignoring case and accents',
  access: 'user',
  programs: 'read',
  query: z.object({
    q: z.optional(z.string().check(z.maxLength(SEARCH_MAX_CHARS))),
    limit: documented(
      z.optional(z.pipe(z.string().check(z.regex(/^[1-9]\d?$/)), z.transform(Number))),
      { description: `Maximum number of results, at most ${SEARCH_MAX_RESULTS} (default).` },
    ),
  }),
  result: z.array(searchResultSchema),
});
