import { revokeSession } from '@comporta/contract/sessions/session-api';
import { redirect } from 'react-router';
import { call } from '../api/call.ts';
import { endSession, hasLeftover, lastPerson, session } from '../data/stored/session.ts';
import { forgetEditsOfOthers } from '../data/stored/storage.ts';
import { isHelpPath } from './help/help-pages.ts';
import { pathTo } from './paths.ts';
import { loadServiceFacts } from './service-facts.ts';

const RETURN_ADDRESS = 'comporta.return-address';
/** The e-mail of the user who was redirected to /login; absent when nobody was logged in before. */
const RETURN_PERSON = 'comporta.return-person';

let endedUnderUser = false;
let wasLoggedIn = false;

/**
 * `/` redirects to the dashboard; on a new installation to the sign-up, where the first visitor creates the
 * first account.
 */
export async function redirectToStart() {
  if (session() !== undefined) return redirect(pathTo('dashboard'));
  const facts = await loadServiceFacts();
  return redirect(pathTo(facts?.firstRun === true ? 'signUp' : 'dashboard'));
}

/**
 * For protected screens: redirects a visitor without a session to /login, and back after the login. The help
 * is one of these routes, so that it keeps the shell for users with a session, but everybody may read it.
 */
export function requireSession({ request }: { readonly request: Request }) {
  if (session() !== undefined) {
    wasLoggedIn = true;
    return null;
  }
  const { pathname, search, hash } = new URL(request.url);
  if (isHelpPath(pathname)) return null;
  endedUnderUser = wasLoggedIn;
  const address = pathname + search + hash;
  // A page that is loaded anew without a session knows nobody; who had it open before did.
  const isSame = address === sessionStorage.getItem(RETURN_ADDRESS);
  const person = lastPerson() ?? (isSame ? sessionStorage.getItem(RETURN_PERSON) : null);
  leadTo(address, person ?? undefined);
  return redirect(pathTo('login'));
}

/**
 * For the form of a new application: it loads nothing first that the service could refuse. The service checks
 * the permission in any case. Source: decision T23.
 */
export function requireAdmin() {
  return session()?.is_admin === true ? null : redirect(pathTo('forbidden'));
}

/** For the screens before login. The remains of a session are removed only when there is no valid session. */
export function requireNoSession() {
  if (session() !== undefined) return redirect(addressAfterLogin());
  if (hasLeftover()) endSession();
  return null;
}

/** Logs out by a normal navigation, so that the user is asked about unsaved changes before the session ends. */
export function logOut() {
  const token = session()?.access_token;
  // Not awaited: this browser has forgotten the token, and the token expires anyway.
  if (token !== undefined) call(revokeSession, { body: { token } }).catch(() => {});
  endSession();
  forgetEditsOfOthers();
  wasLoggedIn = false;
  forgetAddress();
  return redirect(pathTo('login'));
}

/** Whether the session ended while its user was still here: it expired, or the server ended it. */
export function hasSessionEnded(): boolean {
  return endedUnderUser;
}

/**
 * The address that the user wanted before the redirect to /login. It is always a path of this console, never
 * another site, and never a page that another user had open.
 */
export function addressAfterLogin(): string {
  const address = sessionStorage.getItem(RETURN_ADDRESS);
  const person = sessionStorage.getItem(RETURN_PERSON);
  forgetAddress();
  const isOwn = person === null || person === lastPerson();
  return isOwn && address !== null && /^\/(?!\/)/.test(address) ? address : pathTo('dashboard');
}

/** Sets where the next login leads; with a `person`, that of this user. */
export function leadTo(address: string, person?: string): void {
  forgetAddress();
  sessionStorage.setItem(RETURN_ADDRESS, address);
  if (person !== undefined) sessionStorage.setItem(RETURN_PERSON, person);
}

function forgetAddress(): void {
  sessionStorage.removeItem(RETURN_ADDRESS);
  sessionStorage.removeItem(RETURN_PERSON);
}
