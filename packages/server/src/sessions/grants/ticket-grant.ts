import type { Language } from '@comporta/messages/languages';
import { Rejection } from '../../platform/base/rejection.ts';
import type { Sql } from '../../platform/database/database.ts';
import { findCredentialById, holdCredential } from '../credential-repository.ts';
import type { Grant } from './grant.ts';
import { methodsOf } from './missing-step.ts';
import { makeStep, type StepMethod } from './step.ts';
import { readStepFacts } from './step-repository.ts';

interface Presented {
  readonly ticket: string;
  readonly verifier: string;
  readonly language: Language;
}

/** Whom a provider vouches for, by a ticket. Rejects with the codes SSO_… and MAX_USERS_LIMIT_REACHED. */
export type AdmitByTicket = (sql: Sql, presented: Presented) => Promise<Admitted>;

interface Provider {
  readonly id: string;
  readonly name: string;
  readonly secondFactorThere: boolean;
}

type Admitted =
  | { readonly userId: string; readonly provider: Provider }
  | { readonly linkRequired: LinkRequired; readonly provider: Provider };

interface LinkRequired {
  readonly userId: string;
  readonly email: string;
  readonly subject: string;
}

/** What a sign-on came back with, redeemed by the browser that began it. Source: IDN-12. */
export function ticketGrant(admit: AdmitByTicket): Grant {
  return async ({ body, language }) =>
    async (sql) => {
      const admitted = await admit(sql, { ...body, language });
      const { provider } = admitted;
      if ('linkRequired' in admitted) return askForProof(sql, provider, admitted.linkRequired);
      const credential = await holdCredential(sql, admitted.userId);
      if (credential === undefined) return new Rejection('SSO_EXPIRED');
      const strength = provider.secondFactorThere ? 2 : 1;
      return { credential, method: 'SSO', strength, providerId: provider.id };
    };
}

/** The second factor or, of who has none, the password connects the identity, once. Source: IDN-15. */
async function askForProof(
  sql: Sql,
  { id: providerId, name }: Provider,
  { userId, email, subject }: LinkRequired,
): Promise<Rejection> {
  const user = await findCredentialById(sql, userId);
  const ofFactor = methodsOf(await readStepFacts(sql, userId));
  const hasPassword = user?.passwordHash != null;
  const methods: StepMethod[] = ofFactor.length === 0 && hasPassword ? ['PASSWORD'] : ofFactor;
  const connect = { providerId, subject };
  const challenge =
    methods.length === 0
      ? undefined
      : await makeStep(sql, { userId, first: 'SSO', providerId, methods, connect });
  return new Rejection('SSO_LINK_REQUIRED', { challenge, methods, email, provider: name });
}
