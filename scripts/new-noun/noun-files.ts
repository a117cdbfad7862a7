interface Line {
  readonly file: string;
  /** The line is put before the first occurrence of this text. */
  readonly before: string;
  readonly line: string;
}

interface NounFiles {
  /** The text of each new file by its path from the root of the repository. */
  readonly files: Readonly<Record<string, string>>;
  /** What is added to files that exist. */
  readonly lines: readonly Line[];
}

/** What a plain noun consists of that an application owns. Both names are in kebab-case. */
export function noun(plural: string, singular: string): NounFiles {
  const names = {
    plural,
    singular,
    things: camel(plural),
    thing: camel(singular),
    Things: upper(camel(plural)),
    Thing: upper(camel(singular)),
    THINGS: plural.replaceAll('-', '_').toUpperCase(),
    THING: singular.replaceAll('-', '_').toUpperCase(),
    table: plural.replaceAll('-', '_'),
    words: plural.replaceAll('-', ' '),
    word: singular.replaceAll('-', ' '),
  };
  return {
    files: {
      [`packages/contract/src/${plural}/${singular}.ts`]: fill(CONTRACT, names),
      [`packages/contract/src/${plural}/${singular}-api.ts`]: fill(API, names),
      [`packages/server/src/tables/${plural}.ts`]: fill(TABLE, names),
      [`packages/server/src/${plural}/${singular}-noun.ts`]: fill(NOUN, names),
      [`packages/server/src/${plural}/${singular}-routes.ts`]: fill(ROUTES, names),
      [`packages/server/src/${plural}/${singular}-sample.ts`]: fill(SAMPLE, names),
    },
    lines: LINES.map(({ line, ...place }) => ({ ...place, line: fill(line, names) })),
  };
}

const camel = (name: string) => name.replace(/-(.)/g, (_dash, letter) => letter.toUpperCase());
const upper = (name: string) => name.charAt(0).toUpperCase() + name.slice(1);

/** Replaces each `<name>`. */
function fill(template: string, names: Readonly<Record<string, string>>): string {
  return template.replace(/<(\w+)>/g, (text, name: string) => names[name] ?? text);
}

const RECORDS = 'packages/contract/src/nouns/records.ts';
const AUDIT = 'packages/messages/src/audit.ts';
const NOUNS = 'packages/server/src/nouns.ts';
const APP = 'packages/server/src/app.ts';
const SECTIONS = 'packages/console/src/base/sections.ts';

const LINES: readonly Line[] = [
  {
    file: RECORDS,
    before: 'import type { PropertyValue }',
    line: "import type { <Thing>Value } from '../<plural>/<singular>.ts';\n",
  },
  { file: RECORDS, before: "  'user',\n", line: "  '<thing>',\n" },
  { file: RECORDS, before: '  readonly user:\n', line: '  readonly <thing>: <Thing>Value;\n' },
  {
    file: AUDIT,
    before: "    user: { en: 'user'",
    line: "    <thing>: { en: '<word>', pt: '<word>' },\n",
  },
  {
    file: AUDIT,
    before: "    user: { en: 'Users'",
    line: "    <thing>: { en: '<Things>', pt: '<Things>' },\n",
  },
  { file: SECTIONS, before: '  other: undefined,\n', line: '  <thing>: undefined,\n' },
  { file: NOUNS, before: "  user: 'stays here',\n", line: "  <thing>: 'stays here',\n" },
  {
    file: APP,
    before: 'import { propertyRoutes }',
    line: "import { <thing>Routes } from './<plural>/<singular>-routes.ts';\n",
  },
  { file: APP, before: '  propertyRoutes(server);\n', line: '  <thing>Routes(server);\n' },
];

const CONTRACT = `import * as z from 'zod/mini';
import { checkTexts } from '../check-texts.ts';
import type { ErrorCode } from '../errors.ts';
import { fieldsOf, optionalText, requiredText, type ValueOf } from '../fields.ts';
import { lastChangedSchema } from '../last-changed.ts';
import { type Checked, checked } from '../problem.ts';
import { documented, id, version } from '../shapes.ts';

export const <THING> = fieldsOf({
  name: requiredText({ maxChars: 50, empty: 'EMPTY_NAME', tooLong: 'NAME_TOO_LONG' }),
  description: optionalText({ maxChars: 1000, tooLong: 'LIMIT_EXCEEDED', holds: 'lines' }),
});

export const <thing>Schema = documented(
  z.object({ id, appId: id, ...<THING>.stored, version, lastChanged: lastChangedSchema }),
  { id: '<Thing>' },
);

export const <thing>DraftSchema = z.object(<THING>.draft);
type <Thing>Draft = z.infer<typeof <thing>DraftSchema>;

export type <Thing>Value = ValueOf<typeof <THING>>;

export const <THING>_CODES = [
  'EMPTY_NAME',
  'NAME_TOO_LONG',
  'LIMIT_EXCEEDED',
  'INVALID_CHARACTERS',
] as const satisfies readonly ErrorCode[];
type <Thing>Code = (typeof <THING>_CODES)[number];

/** Checks and normalises a <word>. */
export function check<Thing>(draft: <Thing>Draft): Checked<<Thing>Value, <Thing>Code> {
  const { texts, problems } = checkTexts(<THING>, draft);
  return checked(texts, problems);
}
`;

const API = `import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { <THING>_CODES, <thing>DraftSchema, <thing>Schema } from './<singular>.ts';

const LIST = '/api/apps/:appId/<plural>';
const ONE = '/api/apps/:appId/<plural>/:id';

export const list<Things> = endpoint({
  method: 'GET',
  path: LIST,
  summary: 'List the <words> of an application, sorted by name',
  access: 'user',
  programs: 'read',
  result: z.array(<thing>Schema),
});

export const get<Thing> = endpoint({
  method: 'GET',
  path: ONE,
  summary: 'Get a <word>',
  access: 'user',
  programs: 'read',
  result: <thing>Schema,
});

export const create<Thing> = endpoint({
  method: 'POST',
  path: LIST,
  summary: 'Create a <word>',
  access: 'user',
  programs: 'write',
  body: <thing>DraftSchema,
  result: <thing>Schema,
  status: 201,
  errors: [...<THING>_CODES, 'DUPLICATE_NAME'],
});

export const update<Thing> = endpoint({
  method: 'PUT',
  path: ONE,
  summary: 'Change a <word>',
  access: 'user',
  programs: 'write',
  body: <thing>DraftSchema,
  result: <thing>Schema,
  errors: [...<THING>_CODES, 'DUPLICATE_NAME'],
});

export const delete<Thing> = endpoint({
  method: 'DELETE',
  path: ONE,
  summary: 'Delete a <word>',
  access: 'user',
  programs: 'write',
  status: 204,
});
`;

const TABLE = `import { sql } from 'drizzle-orm';
import { pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { applications } from './applications.ts';
import { createdAt, partOf, primaryId, versioned } from './columns.ts';

export const <things> = pgTable(
  '<table>',
  {
    id: primaryId(),
    applicationId: partOf(() => applications.id),
    name: text().notNull(),
    description: text().notNull(),
    createdAt: createdAt(),
    ...versioned(),
  },
  (table) => [uniqueIndex('<table>_name_unique').on(table.applicationId, sql\`lower(\${table.name})\`)],
);
`;

const NOUN = `import { check<Thing>, <THING> } from '@comporta/contract/<plural>/<singular>';
import { defineNoun } from '../platform/nouns/define-noun.ts';
import { <things> } from '../tables/<plural>.ts';

export const <THINGS> = defineNoun({
  type: '<thing>',
  fields: <THING>,
  table: <things>,
  named: 'name',
  check: check<Thing>,
  isServed: false,
});
`;

const ROUTES = `import * as api from '@comporta/contract/<plural>/<singular>-api';
import { withLastChanged } from '../platform/base/versions.ts';
import type { Server } from '../platform/http/route.ts';
import { createOne, deleteOne, editOne, getOne } from '../platform/nouns/verbs.ts';
import { <THINGS> } from './<singular>-noun.ts';

export function <thing>Routes({ route }: Server): void {
  route(api.list<Things>, async ({ sql, application }) =>
    (await <THINGS>.rows.list(sql, application.id)).map(withLastChanged),
  );
  route(api.get<Thing>, (call) => getOne(<THINGS>, call));
  route(api.create<Thing>, (call) => createOne(<THINGS>, call));
  route(api.update<Thing>, (call) => editOne(<THINGS>, call));
  route(api.delete<Thing>, (call) => deleteOne(<THINGS>, call));
}
`;

const SAMPLE = `import { <THING> } from '@comporta/contract/<plural>/<singular>';
import { type NounSample, textSamples } from '../testing/samples.ts';

const PATH = '/api/apps/:appId/<plural>';
const good = { name: 'One', description: '' };

export const SAMPLE: NounSample = {
  path: PATH,
  good: () => good,
  samples: [
    ...textSamples(<THING>.bounds),
    {
      code: 'DUPLICATE_NAME',
      at: ['name'],
      body: async (stage) => {
        await stage.create(PATH.replace(':appId', stage.ids.appId ?? ''), { ...good, name: 'Two' });
        return { name: 'two' };
      },
    },
  ],
  furnish: async ({ server, token, appId }) => {
    const path = PATH.replace(':appId', appId);
    const { body } = await server.call<{ id: string }>('POST', path, { token, body: good });
    return { '<plural>/': body.id };
  },
  saves: { update<Thing>: () => ({ body: {} }) },
};
`;
