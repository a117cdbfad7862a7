import type { BrowserContextOptions } from '@playwright/test';
import type { Person } from './company.ts';

/** A browser context's storage as it stands after a login. */
export function loggedInAs(
  { token }: Person,
  origin: string,
): Required<Pick<BrowserContextOptions, 'baseURL' | 'storageState'>> {
  const { token_type, expires_in, language, ...who } = token;
  const session = { ...who, expiration_date: Date.now() + Number(expires_in) * 1000 };
  const localStorage = [
    { name: 'comporta.session', value: JSON.stringify(session) },
    { name: 'comporta.language', value: JSON.stringify(language) },
  ];
  return { baseURL: origin, storageState: { cookies: [], origins: [{ origin, localStorage }] } };
}
