import type { Language } from '@comporta/messages/languages';
import { Rejection } from '../../platform/base/rejection.ts';
import type { Sql } from '../../platform/database/database.ts';
import { findCredentialById } from '../credential-repository.ts';
import type { Grant } from './grant.ts';

interface Presented {
  readonly ticket: string;
  readonly verifier: string;
  readonly language: Language;
}

/** Whom a provider vouches for, by a ticket. Rejects with the codes SSO_… and MAX_USERS_LIMIT_REACHED. */
export type AdmitByTicket = (sql: Sql, presented: Presented) => Promise<Admitted | Rejection>;

interface Admitted {
  readonly userId: string;
  readonly provider: { readonly id: string; readonly secondFactorThere: boolean };
}

/** What a sign-on came back with, redeemed by the browser that began it. Source: IDN-12. */
export function ticketGrant(admit: AdmitByTicket): Grant {
  return async ({ body, language }) =>
    async (sql) => {
      const admitted = await admit(sql, { ...body, language });
      if (admitted instanceof Rejection) return admitted;
      const { userId, provider } = admitted;
      const credential = await findCredentialById(sql, userId);
      if (credential === undefined) return new Rejection('SSO_EXPIRED');
      const strength = provider.secondFactorThere ? 2 : 1;
      return { credential, method: 'SSO', strength, providerId: provider.id };
    };
}
