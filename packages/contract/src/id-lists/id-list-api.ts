import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { documented, draftList } from '../shapes.ts';
import { usageSchema } from '../usage.ts';
import { ID_LIST_CODES, ID_LIST_MAX_BYTES, idListDraftSchema, idListSchema } from './id-list.ts';

const LIST = '/api/apps/:appId/id-lists';
const ONE = '/api/apps/:appId/id-lists/:id';

/** A list as lists show it: with the target groups and experiments that use it. */
export const listedIdListSchema = documented(
  z.extend(idListSchema, { usedBy: z.array(usageSchema) }),
  { id: 'ListedIdList' },
);
export type ListedIdList = z.infer<typeof listedIdListSchema>;

export const listIdLists = endpoint({
  method: 'GET',
  path: LIST,
  summary: 'List the id lists of an application, sorted by name, and where each is used',
  access: 'user',
  programs: 'read',
  result: z.array(listedIdListSchema),
});

export const getIdList = endpoint({
  method: 'GET',
  path: ONE,
  summary: 'Get an id list, without its ids: they are kept as hashes',
  access: 'user',
  programs: 'read',
  result: idListSchema,
});

export const createIdList = endpoint({
  method: 'POST',
  path: LIST,
  summary: 'Create an empty id list',
  access: 'user',
  programs: 'write',
  body: idListDraftSchema,
  result: idListSchema,
  status: 201,
  errors: [...ID_LIST_CODES, 'DUPLICATE_NAME'],
});

export const updateIdList = endpoint({
  method: 'PUT',
  path: ONE,
  summary: 'Change the name or the description of an id list',
  access: 'user',
  programs: 'write',
  body: idListDraftSchema,
  result: idListSchema,
  errors: [...ID_LIST_CODES, 'DUPLICATE_NAME'],
});

export const deleteIdList = endpoint({
  method: 'DELETE',
  path: ONE,
  summary: 'Delete an id list that nothing uses, with its ids',
  access: 'user',
  programs: 'write',
  status: 204,
  errors: ['LIST_IN_USE'],
});

/** What became of a list. An id that is added twice counts once. */
export const changedIdsSchema = documented(
  z.object({ count: z.int(), added: z.int(), removed: z.int(), contentVersion: z.int() }),
  { id: 'ChangedIds' },
);
export type ChangedIds = z.infer<typeof changedIdsSchema>;

const CONTENT_CODES = ['INVALID_IDS', 'MAX_LIST_IDS_REACHED'] as const;

export const changeIds = endpoint({
  method: 'POST',
  path: `${ONE}/ids`,
  summary: 'Add and remove up to 10,000 ids; one that is in both lists is removed',
  access: 'user',
  programs: 'write',
  body: z.object({ add: draftList(z.string()), remove: draftList(z.string()) }),
  result: changedIdsSchema,
  errors: CONTENT_CODES,
});

export const CONTENT_MODES = ['replace', 'add', 'remove'] as const;
export type ContentMode = (typeof CONTENT_MODES)[number];

const said = z.optional(z.enum(['true', 'false']));

/** The media types of a file with ids. */
export const CONTENT_MEDIA = ['text/plain', 'text/csv'] as const;

export const changeContent = endpoint({
  method: 'PUT',
  path: `${ONE}/content`,
  summary:
    'Replace, add or remove ids by a file: an id a line, or the first column of a CSV; also with gzip. `If-Match` is the contentVersion',
  access: 'user',
  programs: 'write',
  query: z.object({
    mode: z.optional(z.enum(CONTENT_MODES)),
    header: documented(said, { description: '`true`: the first line of a CSV is a heading.' }),
    dryRun: documented(said, { description: '`true`: nothing is stored.' }),
  }),
  media: CONTENT_MEDIA,
  bodyLimitBytes: ID_LIST_MAX_BYTES,
  result: changedIdsSchema,
  errors: CONTENT_CODES,
});

export const checkIds = endpoint({
  method: 'POST',
  path: `${ONE}/check`,
  summary: 'Tell of up to 100 ids whether each is in the list',
  access: 'user',
  programs: 'write',
  body: z.object({ ids: draftList(z.string()) }),
  result: z.array(z.boolean()),
  errors: ['INVALID_IDS'],
});
