import * as z from 'zod/mini';
import { readDateTime } from '../date-time.ts';
import { documented } from '../shapes.ts';
import { isVisible } from '../visible-text.ts';

/** Of one application. */
export const REPOSITORIES_MAX = 50;
export const REPOSITORY_NAME = /^[A-Za-z0-9._/-]{1,200}$/;
/** The places that are kept of one toggle in one repository; its count stays true. */
export const PLACES_MAX = 200;
const REFERENCES_MAX = 10_000;
const COUNT_MAX = 1e9;
const PATH_MAX_CHARS = 1_000;
const TEXT_MAX_CHARS = 250;

const line = z.string().check(z.minLength(1), z.maxLength(TEXT_MAX_CHARS), z.refine(isVisible));
const commit = documented(z.string().check(z.regex(/^[0-9a-f]{7,64}$/)), {
  description: 'The hash of a commit.',
});
const count = z.int().check(z.minimum(1), z.maximum(COUNT_MAX));
const place = z.object({
  path: z.string().check(z.minLength(1), z.maxLength(PATH_MAX_CHARS), z.refine(isVisible)),
  line: count,
  column: documented(count, { description: 'In UTF-16 units, from 1.' }),
});
export type CodePlace = z.infer<typeof place>;

const places = z.readonly(z.array(place).check(z.maxLength(PLACES_MAX)));

/** A link to a place: only https, because consoles show it as one. */
const urlTemplate = z
  .string()
  .check(z.maxLength(PATH_MAX_CHARS), z.regex(/^https:\/\/[^/?#\s]+\/\S*$/), z.refine(isVisible));

/** The address of a place. `{commit}`, `{path}` and `{line}` are replaced; a path keeps its slashes. */
export function fillTemplate(
  template: string,
  at: { readonly commit: string } & Pick<CodePlace, 'path' | 'line'>,
): string {
  const path = at.path.split('/').map(encodeURIComponent).join('/');
  const parts: Readonly<Record<string, string>> = { commit: at.commit, path, line: `${at.line}` };
  return template.replace(/\{(commit|path|line)\}/g, (whole, name) => parts[name] ?? whole);
}

export const codeScanSchema = z.object({
  repository: documented(z.string(), { description: 'Its name, such as `acme/shop`.' }),
  branch: documented(line, { description: 'The default branch; other branches are not kept.' }),
  commit,
  committedAt: documented(z.string().check(z.refine((text) => readDateTime(text) !== undefined)), {
    description: 'RFC 3339, with an offset.',
  }),
  urlTemplate: documented(z.nullish(urlTemplate), {
    description: 'An https address with `{commit}`, `{path}` and `{line}`.',
  }),
  references: z
    .array(z.object({ toggle: documented(z.string(), { description: 'Name.' }), count, places }))
    .check(z.maxLength(REFERENCES_MAX)),
});
export type CodeScan = z.infer<typeof codeScanSchema>;

const repositorySchema = z.object({
  repository: z.string(),
  branch: z.string(),
  commit,
  committedAt: z.string(),
  scannedAt: z.string(),
});

export const codeReferencesSchema = documented(
  z.object({
    repositories: z.array(repositorySchema),
    toggles: z.array(
      z.object({
        name: z.string(),
        archived: z.boolean(),
        stale: z.boolean(),
      }),
    ),
  }),
  { id: 'CodeReferences', description: 'The scanned repositories, and what can be looked for.' },
);
export type CodeReferences = z.infer<typeof codeReferencesSchema>;

export const toggleCodeSchema = documented(
  z.array(
    z.extend(repositorySchema, {
      urlTemplate: z.nullable(z.string()),
      count: documented(z.int(), { description: 'Of all places; fewer may be listed.' }),
      places: z.readonly(z.array(place)),
      removedIn: documented(z.nullable(z.string()), {
        description: 'The commit in which the last place was gone.',
      }),
    }),
  ),
  { id: 'ToggleCode', description: 'Where the name of a toggle stands, by repository.' },
);
export type ToggleCode = z.infer<typeof toggleCodeSchema>;

export const scannedSchema = z.object({
  unknown: documented(z.array(z.string()), {
    description: 'Names that are no toggles of the application; nothing of them was kept.',
  }),
});

export const deletedQuery = z.object({ repository: z.string() });
