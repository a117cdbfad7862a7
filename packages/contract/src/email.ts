/** What SMTP lets an address have at most (RFC 5321). */
const EMAIL_MAX_CHARS = 254;

// The pattern of HTML's <input type=email>, and at least one dot in the domain.
const EMAIL =
  /^[a-z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)+$/;

/** How an address is stored and compared: without blanks around it, in lower case. */
export function normalizeEmail(text: string): string {
  return text.trim().toLowerCase();
}

export function isEmail(normalized: string): boolean {
  return normalized.length <= EMAIL_MAX_CHARS && EMAIL.test(normalized);
}
