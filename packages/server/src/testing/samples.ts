import type { ErrorCode } from '@comporta/contract/errors';
import type { TextBounds } from '@comporta/contract/fields';
import type { DocumentList } from '@comporta/contract/nouns/document-lists';
import type { ApplicationDocument } from '@comporta/contract/transfer/application-document';
import { eq } from 'drizzle-orm';
import { newId } from '../platform/base/ids.ts';
import { accounts } from '../tables/accounts.ts';
import type { TestServer } from './test-server.ts';

/** The values of path parameters of a company that has one of everything; see `FurnishedCompany`. */
export type Ids = Readonly<Record<string, string>>;

export type FieldPath = readonly (string | number)[];
export type Body = Readonly<Record<string, unknown>>;

/** What a sample may use: a company of its own, and a call that creates entities in it. */
export interface Stage {
  readonly server: TestServer;
  readonly company: { readonly accountId: string; readonly adminToken: string };
  readonly ids: Ids;
  readonly adminId: string;
  create(path: string, body: Body): Promise<void>;
}

/** A change of a good draft that is refused, and the place that the refusal names. */
export interface RefusalSample {
  readonly code: ErrorCode;
  readonly at: FieldPath;
  readonly body?: Body | ((stage: Stage) => Body | Promise<Body>);
  /** Limits the sample to creating (POST) or to changing (PUT). */
  readonly only?: 'POST' | 'PUT';
  /** The sample changes the user who sends the request. */
  readonly ofSelf?: true;
  /** It is refused by a service with a database of its own and without an encryption key. */
  readonly withoutKey?: true;
}

/**
 * What tests send of a noun. It is the `SAMPLE` of a file `<noun>-sample.ts` beside the noun; tests find these files by
 * their names, and miss them by the contract.
 */
export interface NounSample {
  /** By the names of the endpoints that save. */
  readonly saves: Readonly<Record<string, (ids: Ids) => SaveSample>>;
  /** Makes one in the application of a company that has one of everything; returns the ids that its paths need. */
  readonly furnish?: (stage: {
    readonly server: TestServer;
    readonly token: string;
    readonly appId: string;
  }) => Promise<Ids>;
  /** The path of the collection; that of one entity adds `/:id` or `/:appId`. */
  readonly path: string;
  readonly good: (stage: Stage) => Body | Promise<Body>;
  readonly samples: readonly RefusalSample[];
}

/** A plan that leaves no room for anything more. */
export const FULL_PLAN = {
  MAX_APPS: 1,
  MAX_FEATURE_TOGGLES: 1,
  MAX_USERS: 1,
  MAX_ENVIRONMENTS: 2,
};

/** What every-save.test.ts sends to an endpoint that saves. */
export interface SaveSample {
  /** Saved before `body`, where the entity from the builders cannot differ from `body` in every field. */
  readonly first?: Body;
  /** Every field differs from what is stored; the test fills in free texts. */
  readonly body: Body;
  /** Fields that never change after the creation: another value, and the outcome of sending it. */
  readonly fixed?: Readonly<Record<string, FixedField>>;
  /** Fields that are not stored but say how to save. */
  readonly instructions?: readonly string[];
  /** The names that the audit log uses for fields, where they differ. */
  readonly recordedAs?: Readonly<Record<string, string>>;
  /** Fields that have a meaning only where they are stored, and so are in no document. */
  readonly notInDocument?: readonly string[];
  /** The list of the application's document that has the entity, and the field that identifies it there. */
  readonly document?: DocumentPlace;
}

interface FixedField {
  readonly other: unknown;
  readonly outcome: ErrorCode | 'kept';
}

type DocumentPlace = {
  readonly [List in DocumentList]: {
    readonly list: List;
    readonly key: keyof NonNullable<ApplicationDocument[List]>[number] & string;
  };
}[DocumentList];

export const HIDDEN = 'Main\u200b';
export const LONG = 'x'.repeat(1001);
export function onFullPlan(body: Body) {
  return async ({ server, company }: Stage) => {
    await server.database.sql
      .update(accounts)
      .set({ plan: 'FULL' })
      .where(eq(accounts.id, company.accountId));
    return body;
  };
}

export const condition = (change: Body = {}) => ({
  propertyId: 'uid',
  expression: 'EQUALS',
  term: 'ana',
  ...change,
});

/** Samples for each bounded text: one character too many, a hidden character and, if it must not be empty, a blank. */
export function textSamples(
  bounds: Readonly<Record<string, TextBounds<ErrorCode>>>,
): RefusalSample[] {
  return Object.entries(bounds).flatMap(([field, { maxChars, tooLong, empty }]) => [
    { code: tooLong, at: [field], body: { [field]: 'x'.repeat(maxChars + 1) } },
    { code: 'INVALID_CHARACTERS', at: [field], body: { [field]: HIDDEN } } as const,
    ...(empty === undefined ? [] : [{ code: empty, at: [field], body: { [field]: ' ' } }]),
  ]);
}

/** Samples for each error of a condition, with the field at fault. */
export function conditionSamples(
  bodyWith: (condition: Body) => Body,
  place: FieldPath,
): readonly RefusalSample[] {
  const typed = (type: string, expression: string, term: string) => async (stage: Stage) => {
    await stage.create(`/api/apps/${stage.ids.appId}/properties`, { key: 'typed', type });
    const list = await stage.server.call<{ id: string; key: string }[]>(
      'GET',
      `/api/apps/${stage.ids.appId}/properties`,
      { token: stage.company.adminToken },
    );
    const propertyId = list.body.find(({ key }) => key === 'typed')?.id;
    return bodyWith({ propertyId, expression, term });
  };
  const ofTerm = (code: ErrorCode, type: string, expression: string, term: string) => ({
    code,
    at: [...place, 'term'],
    body: typed(type, expression, term),
  });
  return [
    {
      code: 'NO_PROPERTY',
      at: [...place, 'propertyId'],
      body: bodyWith(condition({ propertyId: newId() })),
    },
    {
      code: 'NO_EXPRESSION',
      at: [...place, 'expression'],
      body: bodyWith(condition({ expression: '' })),
    },
    {
      code: 'INVALID_EXPRESSION',
      at: [...place, 'expression'],
      body: bodyWith(condition({ expression: 'GREATER_THAN' })),
    },
    {
      code: 'NO_LIST',
      at: [...place, 'term'],
      body: bodyWith(condition({ expression: 'IN_LIST', term: newId() })),
    },
    { code: 'EMPTY_TERM', at: [...place, 'term'], body: bodyWith(condition({ term: ' ' })) },
    {
      code: 'LIMIT_EXCEEDED',
      at: [...place, 'term'],
      body: bodyWith(condition({ term: 'x'.repeat(100_001) })),
    },
    {
      code: 'INVALID_TERM_IN',
      at: [...place, 'term'],
      body: bodyWith(condition({ expression: 'IN', term: 'a,,b' })),
    },
    {
      code: 'INVALID_REGEX',
      at: [...place, 'term'],
      body: bodyWith(condition({ expression: 'REGEX', term: '(' })),
    },
    ofTerm('NOT_A_NUMBER', 'NUMERIC', 'EQUALS', 'old'),
    ofTerm('NOT_A_NUMBER_IN', 'NUMERIC', 'IN', '1,old'),
    ofTerm('INVALID_DATE_FORMAT', 'DATE', 'EQUALS', 'today'),
    ofTerm('INVALID_DATE_FORMAT_IN', 'DATE', 'IN', 'today'),
    ofTerm('INVALID_DATE', 'DATE', 'EQUALS', '2026-02-30'),
    ofTerm('INVALID_DATE_IN', 'DATE', 'IN', '2026-02-30'),
    ofTerm('INVALID_BOOLEAN_VALUE', 'BOOLEAN', 'EQUALS', 'maybe'),
    ofTerm('INVALID_SEMVER', 'SEMANTIC_VERSION', 'EQUALS', 'new'),
    ofTerm('INVALID_SEMVER_IN', 'SEMANTIC_VERSION', 'IN', '1.2.3,new'),
    ofTerm('INVALID_DATE_TIME', 'DATE', 'BEFORE', '2026-02-30'),
    ofTerm('INVALID_VERSION', 'SEMANTIC_VERSION', 'SAME_AS', '1.2.3+build'),
    ofTerm('INVALID_NETWORK', 'STRING', 'IN_CIDR', '10.0.0.0/33'),
  ];
}
