import type { Language } from '@comporta/messages/languages';
import type { Sql } from '../platform/database/database.ts';
import { admitPerson, type People } from './admit-person.ts';
import type { StoredProvider } from './provider-repository.ts';
import { useTicket } from './ticket.ts';

interface Presented {
  readonly ticket: string;
  readonly verifier: string;
  readonly language: Language;
}

type Admitted =
  | { readonly userId: string; readonly provider: StoredProvider }
  | {
      readonly provider: StoredProvider;
      /** The user who has to prove once that it is them. */
      readonly linkRequired: {
        readonly userId: string;
        readonly email: string;
        readonly subject: string;
      };
    };

/** Who comes in by a ticket; `sessions` opens the session. */
export function admitByTicket(people: People) {
  return async (sql: Sql, { ticket, verifier, language }: Presented): Promise<Admitted> => {
    const { providerId, claims } = await useTicket(sql, {
      ticket,
      verifier,
      purpose: 'LOGIN',
      userId: null,
    });
    const admitted = await admitPerson(sql, { providerId, claims, language }, people);
    if (!('linkRequired' in admitted)) return admitted;
    const { provider, linkRequired } = admitted;
    return { provider, linkRequired: { ...linkRequired, subject: claims.sub } };
  };
}
