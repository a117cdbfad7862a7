import type { ErrorCode } from '@comporta/contract/errors';
import type { Client, Refusal } from '../client.ts';
import type { OpenShop } from './shop.ts';

/** What the refusals need: a shop in which everything is in use, and its people. */
export interface Situation {
  readonly visitor: Client;
  readonly admin: Client;
  readonly adminEmail: string;
  readonly member: { readonly id: string; readonly email: string };
  /** The id of a password link that was already used. */
  readonly usedRequestId: string;
  readonly shop: OpenShop;
}

/** A code, a call that is refused with it and, where the console shows some of them, its meta data. */
export type Case = readonly [code: ErrorCode, refuse: () => Promise<Refusal>, meta?: object];

/** An id that nothing has. */
export const ABSENT = '00000000-0000-4000-8000-000000000000';
