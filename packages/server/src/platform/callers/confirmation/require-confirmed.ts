import { Rejection } from '../../base/rejection.ts';
import type { Sql } from '../../database/database.ts';
import type { Actor, UserActor } from '../actor.ts';
import { confirmationMethods } from './confirmation-methods.ts';

/**
 * Rejects with CONFIRMATION_REQUIRED unless the owner of the session has confirmed within five minutes that it is them. To
 * have just come in by a password, a second step or a passkey counts; a sign-on may have needed nothing but a browser.
 */
export async function requireConfirmed(sql: Sql, actor: Actor): Promise<void> {
  if (actor.kind === 'user' && !isConfirmed(actor)) throw await confirmationRequired(sql, actor);
}

function isConfirmed({ session }: UserActor): boolean {
  if (session === undefined) return false;
  return session.isConfirmed || (session.isNew && session.method !== 'SSO');
}

export async function confirmationRequired(sql: Sql, actor: UserActor): Promise<Rejection> {
  return new Rejection('CONFIRMATION_REQUIRED', { methods: await confirmationMethods(sql, actor) });
}
