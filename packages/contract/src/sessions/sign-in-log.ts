import * as z from 'zod/mini';
import { SIGN_IN_METHODS } from '../identity/sign-in.ts';
import type { Checked } from '../problem.ts';
import { documented, id } from '../shapes.ts';

/** Rows. */
export const SIGN_INS_PER_PAGE = 50;
/** Rows of a CSV file. */
export const SIGN_INS_IN_FILE = 10_000;

export const signInSchema = documented(
  z.object({
    id,
    at: documented(z.iso.datetime(), {
      description: 'When; for refusals, the start of the hour whose refusals the row counts.',
    }),
    user: z.object({ id, name: z.string(), email: z.string() }),
    method: z.enum(SIGN_IN_METHODS),
    strength: documented(z.int(), {
      description: '1 for a password alone, 2 for what counts as two factors.',
    }),
    outcome: documented(z.string(), {
      description: 'OPENED, or the code with which it was refused.',
    }),
    provider: documented(z.nullable(z.string()), {
      description: 'The name of the provider of a single sign-on.',
    }),
    client: documented(z.string(), {
      description: 'Browser and system, such as "Chrome, Linux"; empty when it is not known.',
    }),
    network: z.string(),
    count: documented(z.int(), { description: 'How often, within the hour.' }),
  }),
  { id: 'SignIn', description: 'How a user came in, or was refused.' },
);
export type SignIn = z.infer<typeof signInSchema>;

export const signInPageSchema = documented(
  z.object({
    items: z.array(signInSchema),
    before: documented(z.nullable(z.string()), {
      description: 'What to send as `before` for the next page; null on the last one.',
    }),
  }),
  { id: 'SignInPage' },
);
export type SignInPage = z.infer<typeof signInPageSchema>;

const ofUser = documented(z.optional(z.string()), {
  description: 'The id of a user: only those of this user.',
});

export const signInFileQuerySchema = z.object({ user: ofUser });

export const signInQuerySchema = z.object({
  user: ofUser,
  before: documented(z.optional(z.string()), {
    description: 'The `before` of a page, for the one that follows it.',
  }),
});

/** The last row of a page. */
export interface SignInPlace {
  /** As PostgreSQL writes it, with microseconds: two rows may have the same millisecond. */
  readonly at: string;
  readonly id: string;
}

export function placeText({ at, id }: SignInPlace): string {
  return `${at}_${id}`;
}

const PLACE =
  /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z)_([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;

/** INVALID_PAGE for anything but the `before` of a page; undefined for the first page. */
export function checkPlace(
  before: string | undefined,
): Checked<SignInPlace | undefined, 'INVALID_PAGE'> {
  if (before === undefined) return { ok: true, value: undefined };
  const [, at = '', id = ''] = PLACE.exec(before) ?? [];
  if (!Number.isNaN(Date.parse(at))) return { ok: true, value: { at, id } };
  return {
    ok: false,
    problems: [{ code: 'INVALID_PAGE', at: ['before'], meta: { field: 'before' } }],
  };
}
