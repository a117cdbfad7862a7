/** The limit of SMTP (RFC 5321). */
const EMAIL_MAX_CHARS = 254;

// The pattern of HTML's <input type=email>, plus at least one dot in the domain.
const EMAIL =
  /^[a-z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)+$/;

/** Trims an address and converts it to lower case. Addresses are stored and compared in this form. */
export function normalizeEmail(text: string): string {
  return text.trim().toLowerCase();
}

/** Expects an address in the form that `normalizeEmail` returns. */
export function isEmail(normalized: string): boolean {
  return normalized.length <= EMAIL_MAX_CHARS && EMAIL.test(normalized);
}
