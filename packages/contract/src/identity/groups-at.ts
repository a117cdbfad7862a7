type Claims = Readonly<Record<string, unknown>>;

/**
 * The groups that a provider's claims name at a JSON pointer: once each, in their order; a single text is a list of one.
 * Null where they do not say it: absent, of another kind, or too many for the token (Entra's overage). Source: IDN-18.
 */
export function groupsAt(claims: Claims, pointer: string): readonly string[] | null {
  const path = stepsOf(pointer);
  if (isOverage(claims, path[0])) return null;
  const found = path.reduce<unknown>(memberOf, claims);
  if (typeof found === 'string') return [found];
  if (!Array.isArray(found)) return null;
  return [...new Set(found.filter((one) => typeof one === 'string'))];
}

/** Whether a text is a JSON pointer to a member (RFC 6901). */
export function isPointer(text: string): boolean {
  return /^(\/([^~/]|~[01])+)+$/u.test(text);
}

function stepsOf(pointer: string): readonly string[] {
  const [, ...steps] = pointer.split('/');
  return steps.map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));
}

/** Own members only: what every object inherits is no claim. */
function memberOf(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined;
  return (value as Claims)[name];
}

/** Entra leaves the groups of who has too many out of the token, and says so in one of two ways. */
function isOverage(claims: Claims, claim: string | undefined): boolean {
  if (claim === undefined) return false;
  if (memberOf(memberOf(claims, '_claim_names'), claim) !== undefined) return true;
  return claim === 'groups' && memberOf(claims, 'hasgroups') === true;
}
