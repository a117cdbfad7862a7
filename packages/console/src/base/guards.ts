import { revokeSession } from '@comporta/contract/sessions/session-api';
import { redirect } from 'react-router';
import { call } from '../api/call.ts';
import { isHelpPath } from './help/help-pages.ts';
import { pathTo } from './paths.ts';
import { loadServiceFacts } from './service-facts.ts';
import { endSession, hasLeftover, lastPerson, session } from './session.ts';
import { forgetEditsOfOthers } from './storage.ts';

const RETURN_ADDRESS = 'comporta.return-address';
/** The e-mail of whoever was sent away from there; absent when nobody had logged in. */
const RETURN_PERSON = 'comporta.return-person';

let endedUnderUser = false;
let wasLoggedIn = false;

/** `/` is the dashboard; on a new installation, whoever comes first makes the first account. */
export async function redirectToStart() {
  if (session() !== undefined) return redirect(pathTo('dashboard'));
  const facts = await loadServiceFacts();
  return redirect(pathTo(facts?.firstRun === true ? 'signUp' : 'dashboard'));
}

/**
 * For protected screens: whoever is not logged in goes to /login, and comes back afterwards. The help
 * stands among them, as it keeps the shell of those who are, and is for everybody.
 */
export function requireSession({ request }: { readonly request: Request }) {
  if (session() !== undefined) {
    wasLoggedIn = true;
    return null;
  }
  const { pathname, search, hash } = new URL(request.url);
  if (isHelpPath(pathname)) return null;
  endedUnderUser = wasLoggedIn;
  forgetAddress();
  sessionStorage.setItem(RETURN_ADDRESS, pathname + search + hash);
  const person = lastPerson();
  if (person !== undefined) sessionStorage.setItem(RETURN_PERSON, person);
  return redirect(pathTo('login'));
}

/**
 * For the form of a new application, which loads nothing first that the service could refuse. The
 * service decides all the same. Source: decision T23.
 */
export function requireAdmin() {
  return session()?.is_admin === true ? null : redirect(pathTo('forbidden'));
}

/** For the screens before login. What is left of a session is removed only when there is none. */
export function requireNoSession() {
  if (session() !== undefined) return redirect(addressAfterLogin());
  if (hasLeftover()) endSession();
  return null;
}

/** A navigation like any other, so that unsaved changes are asked about before the session ends. */
export function logOut() {
  const token = session()?.access_token;
  // Nobody waits for it: this browser has forgotten the token, and it expires anyway.
  if (token !== undefined) call(revokeSession, { body: { token } }).catch(() => {});
  endSession();
  forgetEditsOfOthers();
  wasLoggedIn = false;
  forgetAddress();
  return redirect(pathTo('login'));
}

/** Whether the session ended while its user was still here: expired, or ended by the server. */
export function hasSessionEnded(): boolean {
  return endedUnderUser;
}

/**
 * Where the user wanted to go when /login came between; a path of this console, never another site,
 * and never where another person was.
 */
function addressAfterLogin(): string {
  const address = sessionStorage.getItem(RETURN_ADDRESS);
  const person = sessionStorage.getItem(RETURN_PERSON);
  forgetAddress();
  const isOwn = person === null || person === lastPerson();
  return isOwn && address !== null && /^\/(?!\/)/.test(address) ? address : pathTo('dashboard');
}

function forgetAddress(): void {
  sessionStorage.removeItem(RETURN_ADDRESS);
  sessionStorage.removeItem(RETURN_PERSON);
}
