import { rememberBrowser } from '@comporta/contract/sessions/browser-api';
import { call } from '../api/call.ts';
import { keepSessionEnds } from './stored/session.ts';

/**
 * Lets the service remember this browser after a sign-in, and hears when the session ends. Nothing depends on it: a service
 * of 0.2.0 beside this one does not know the call. Source: IDN-42.
 */
export async function rememberThisBrowser(): Promise<void> {
  const ends = await call(rememberBrowser, {}).catch(() => undefined);
  if (ends !== undefined) keepSessionEnds(ends);
}
