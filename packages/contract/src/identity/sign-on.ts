import type { ErrorCode } from '../errors.ts';

/** With what a sign-on may end instead of a session, at the callback or when its ticket is redeemed. Source: IDN section 12. */
export const SIGN_ON_CODES = [
  'SSO_EXPIRED',
  'SSO_REFUSED',
  'SSO_INVALID',
  'SSO_UNAVAILABLE',
  'SSO_EMAIL_MISSING',
  'SSO_EMAIL_UNVERIFIED',
  'SSO_EMAIL_TAKEN',
  'SSO_LINK_REQUIRED',
  'SSO_NO_ACCESS',
  'SSO_GROUPS_MISSING',
  'MAX_USERS_LIMIT_REACHED',
] as const satisfies readonly ErrorCode[];
export type SignOnCode = (typeof SIGN_ON_CODES)[number];
