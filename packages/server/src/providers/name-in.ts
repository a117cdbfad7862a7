import { problemsOfText } from '@comporta/contract/check-texts';
import { USER } from '@comporta/contract/users/user';
import { normalizeText } from '@comporta/contract/visible-text';
import type { Claims } from './sign-on.ts';

/** The name that a provider says, where it is one that a person could have typed here. Source: T19. */
export function nameIn(claims: Claims): string | undefined {
  const { name, given_name: given, family_name: family } = claims;
  const both = [given, family].filter((one) => typeof one === 'string').join(' ');
  return [name, both]
    .filter((text) => typeof text === 'string')
    .map(normalizeText)
    .find((text) => problemsOfText(['name'], text, USER.bounds.name).length === 0);
}
