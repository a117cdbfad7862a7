import { isEmail, normalizeEmail } from '../email.ts';

export interface PersonQuestion {
  readonly provider: {
    /** In lower case; only the whole domain counts. */
    readonly domains: readonly string[];
    readonly trustsEmails: boolean;
    readonly createsUsers: boolean;
  };
  readonly claims: Readonly<Record<string, unknown>>;
  /** The user whom this provider knows under the claims' `sub`. */
  readonly byIdentity: { readonly active: boolean } | null;
  /** The user who has the claims' e-mail, in any company. */
  readonly byEmail: UserByEmail | null;
}

export interface UserByEmail {
  readonly sameAccount: boolean;
  /** The administrator of a company who never set a password. */
  readonly unconfirmedSignUp: boolean;
  readonly deactivated: boolean;
  /** Whether this provider knows the user under another `sub`. */
  readonly otherSubject: boolean;
  readonly admin: boolean;
  readonly hasPassword: boolean;
  readonly hasFactor: boolean;
}

/** What becomes of somebody for whom a provider vouches. */
export type Identified =
  | 'KNOWN'
  | 'LINK'
  | 'CREATE'
  | 'SSO_EMAIL_MISSING'
  | 'SSO_EMAIL_UNVERIFIED'
  | 'SSO_EMAIL_TAKEN'
  | 'SSO_LINK_REQUIRED'
  | 'SSO_NO_ACCESS';

/**
 * Who somebody is. A person is the provider's `sub`; an e-mail connects them only once, and only where nobody can come to
 * more by it than they have: never to an administrator with a password, to a second factor, or to a recycled address.
 * Source: IDN-15.
 */
export function identifyPerson({
  provider,
  claims,
  byIdentity,
  byEmail,
}: PersonQuestion): Identified {
  if (byIdentity !== null) return byIdentity.active ? 'KNOWN' : 'SSO_NO_ACCESS';
  const email = emailIn(claims);
  if (email === undefined) return 'SSO_EMAIL_MISSING';
  if (!provider.domains.includes(email.slice(email.lastIndexOf('@') + 1))) return 'SSO_NO_ACCESS';
  if (!isVouchedFor(claims, provider)) return 'SSO_EMAIL_UNVERIFIED';
  if (byEmail === null || byEmail.unconfirmedSignUp) {
    return provider.createsUsers ? 'CREATE' : 'SSO_NO_ACCESS';
  }
  if (!byEmail.sameAccount || byEmail.deactivated) return 'SSO_EMAIL_TAKEN';
  const isProtected = byEmail.hasFactor || (byEmail.admin && byEmail.hasPassword);
  return isProtected || byEmail.otherSubject ? 'SSO_LINK_REQUIRED' : 'LINK';
}

/** Blanks around an address, and what is visible in ASCII: others may look like, or lower-case to, another address. */
const READABLE = /^[ -~]*$/;

/** The e-mail of the claims in the form in which addresses are stored; undefined where there is none. */
export function emailIn(claims: Readonly<Record<string, unknown>>): string | undefined {
  const claimed = Object.hasOwn(claims, 'email') ? claims.email : undefined;
  if (typeof claimed !== 'string' || !READABLE.test(claimed)) return undefined;
  const email = normalizeEmail(claimed);
  return isEmail(email) ? email : undefined;
}

/** Entra says nothing of it, so that one may trust what is absent; nobody trusts what is denied. */
function isVouchedFor(
  claims: Readonly<Record<string, unknown>>,
  { trustsEmails }: PersonQuestion['provider'],
): boolean {
  if (!Object.hasOwn(claims, 'email_verified')) return trustsEmails;
  return claims.email_verified === true || claims.email_verified === 'true';
}
