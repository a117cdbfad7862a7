import type { PasskeyNameDraft } from '@comporta/contract/identity/passkey';
import {
  addPasskey,
  beginPasskey,
  getPasskeyOptions,
  listPasskeys,
  removePasskey,
  renamePasskey,
} from '@comporta/contract/identity/passkey-api';
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { call } from '../api/call.ts';
import { BESIDE } from './query-client.ts';

/** Few log in with a passkey: the others load nothing of it. */
const loadLibrary = () => import('@simplewebauthn/browser');

export const passkeysQuery = queryOptions({
  queryKey: ['users', 'me', 'passkeys'],
  queryFn: ({ signal }) => call(listPasskeys, { signal }),
  meta: BESIDE,
});

/** The browser has said that nothing came of it: its owner closed the question, or it has no passkey for this address. */
export class NoPasskey extends Error {
  override readonly name = 'NoPasskey';
}

/** Lets the browser make a passkey, and adds it. Rejects with NoPasskey, or what the service refuses. */
export async function makePasskey(client: QueryClient): Promise<void> {
  const optionsJSON = await call(beginPasskey, {});
  const { startRegistration } = await loadLibrary();
  const made = await startRegistration({ optionsJSON }).catch(nothing);
  await call(addPasskey, { body: { passkey: JSON.stringify(made) } });
  await client.invalidateQueries({ queryKey: ['users', 'me'] });
}

export async function takePasskeyAway(client: QueryClient, id: string): Promise<void> {
  await call(removePasskey, { params: { id } });
  await client.invalidateQueries({ queryKey: ['users', 'me'] });
}

export async function savePasskeyName(
  client: QueryClient,
  id: string,
  body: PasskeyNameDraft,
): Promise<void> {
  await call(renamePasskey, { params: { id }, body });
  await client.invalidateQueries({ queryKey: passkeysQuery.queryKey });
}

/** What a passkey answers, as JSON. Rejects with NoPasskey. */
export async function askForPasskey(): Promise<string> {
  const optionsJSON = await call(getPasskeyOptions, { body: {} });
  const { startAuthentication } = await loadLibrary();
  return JSON.stringify(await startAuthentication({ optionsJSON }).catch(nothing));
}

function nothing(error: unknown): never {
  throw new NoPasskey(undefined, { cause: error });
}
