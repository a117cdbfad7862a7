import * as z from 'zod/mini';
import type { ErrorCode } from '../errors.ts';
import { fieldsOf, list, text, type ValueOf } from '../fields.ts';
import { type Checked, checked, type Problem } from '../problem.ts';
import { documented, version } from '../shapes.ts';

export const MAX_ORIGINS = 100;
export const ORIGIN_MAX_CHARS = 255;

/** The origins whose pages may use the client key of an environment. */
export const CLIENT_ACCESS = fieldsOf({ origins: list(text) });

export const clientAccessSchema = documented(
  z.object({
    key: documented(z.nullable(z.string()), {
      description: 'The client key, which may be public; null until one is generated.',
    }),
    ...CLIENT_ACCESS.stored,
    version,
  }),
  {
    id: 'ClientAccess',
    description:
      'The client key of an environment, and the origins whose pages may use it; with no origin, any page may.',
  },
);
export type ClientAccess = z.infer<typeof clientAccessSchema>;

export const clientAccessDraftSchema = z.object(CLIENT_ACCESS.draft);
export type ClientAccessDraft = z.output<typeof clientAccessDraftSchema>;
export type ClientAccessValue = ValueOf<typeof CLIENT_ACCESS>;

export const CLIENT_ACCESS_CODES = [
  'INVALID_ORIGIN',
  'LIMIT_EXCEEDED',
] as const satisfies readonly ErrorCode[];
export type ClientAccessCode = (typeof CLIENT_ACCESS_CODES)[number];

/** Normalises origins to the form that browsers send, and drops duplicates and empty ones. */
export function checkClientAccess(
  draft: ClientAccessDraft,
): Checked<ClientAccessValue, ClientAccessCode> {
  const problems: Problem<ClientAccessCode>[] = [];
  const origins = new Set<string>();
  for (const [index, text] of draft.origins.entries()) {
    if (text.trim() === '') continue;
    const origin = originOf(text.trim());
    if (origin === undefined) problems.push({ code: 'INVALID_ORIGIN', at: ['origins', index] });
    else origins.add(origin);
  }
  if (origins.size > MAX_ORIGINS) {
    const meta = { field: 'origins', limit: MAX_ORIGINS };
    problems.push({ code: 'LIMIT_EXCEEDED', at: ['origins'], meta });
  }
  return checked({ origins: [...origins] }, problems);
}

// Every runtime has it. It is declared here because the contract uses neither Node's types nor the browser's.
declare const URL: {
  parse(text: string): {
    readonly protocol: string;
    readonly host: string;
    readonly pathname: string;
    readonly search: string;
    readonly hash: string;
    readonly username: string;
    readonly password: string;
  } | null;
};

/** The Origin header that a browser sends. Apps in a web view have other schemes, such as `capacitor://localhost`. */
function originOf(text: string): string | undefined {
  const url = text.length > ORIGIN_MAX_CHARS || text.includes('*') ? null : URL.parse(text);
  if (url === null || url.host === '' || !/^[a-z][a-z0-9+.-]*:$/.test(url.protocol)) return;
  const { pathname, search, hash, username, password } = url;
  const isBare = /^\/?$/.test(pathname) && search + hash + username + password === '';
  return isBare ? `${url.protocol}//${url.host.toLowerCase()}` : undefined;
}
