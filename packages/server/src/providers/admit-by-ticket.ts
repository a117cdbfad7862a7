import type { Language } from '@comporta/messages/languages';
import { Rejection } from '../platform/base/rejection.ts';
import type { Sql } from '../platform/database/database.ts';
import { admitPerson, type People } from './admit-person.ts';
import type { StoredProvider } from './provider-repository.ts';
import { useTicket } from './ticket.ts';

interface Presented {
  readonly ticket: string;
  readonly verifier: string;
  readonly language: Language;
}

/** Who comes in by a ticket; `sessions` opens the session. */
export function admitByTicket(people: People) {
  return async (
    sql: Sql,
    { ticket, verifier, language }: Presented,
  ): Promise<{ readonly userId: string; readonly provider: StoredProvider } | Rejection> => {
    const { providerId, claims } = await useTicket(sql, {
      ticket,
      verifier,
      purpose: 'LOGIN',
      userId: null,
    });
    const admitted = await admitPerson(sql, { providerId, claims, language }, people);
    if ('linkRequired' in admitted) return new Rejection('SSO_LINK_REQUIRED');
    return admitted;
  };
}
