import type { SignInMethod, SignInStrength } from '@comporta/contract/identity/sign-in';
import type { Session } from '@comporta/contract/sessions/session';
import type { createSession } from '@comporta/contract/sessions/session-api';
import type { Rejection } from '../../platform/base/rejection.ts';
import type { Sql } from '../../platform/database/database.ts';
import type { Call } from '../../platform/http/call.ts';
import type { Credential } from '../credential-repository.ts';

/** A request for a token, as far as a way in may look at it. */
export type TokenCall = Pick<
  Call<typeof createSession>,
  'sql' | 'address' | 'language' | 'log' | 'body' | 'userAgent' | 'cookie'
>;

/** Who came in, and how sure we are. */
export interface SignedIn {
  readonly credential: Credential;
  readonly method: SignInMethod;
  /** 2 for what counts as both factors: a second step, a passkey, a sign-on whose provider asks for one. */
  readonly strength: SignInStrength;
  /** The provider of a sign-on. */
  readonly providerId?: string | undefined;
  /** Set where a second step was answered, so that none is asked for again. */
  readonly hasSecondStep?: true;
}

/**
 * What a way in does in the transaction that opens the session: it uses up what works once, locks the user, and says who
 * came in. Returns a refusal instead of throwing it where what it wrote must stay, such as a counted wrong answer.
 */
export type Completion = (sql: Sql) => Promise<SignedIn | Issued | Rejection>;

/** What a program gets, for which no session is opened. */
export interface Issued {
  readonly issued: Session;
}

/**
 * A way in, which is a grant type of `POST /oauth/token`. It checks what needs no transaction, such as a password, and
 * returns the rest. Source: IDN section 1.
 */
export type Grant = (call: TokenCall) => Promise<Completion>;
