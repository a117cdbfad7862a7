import * as api from '@comporta/contract/service/service-api';
import type { ServiceFacts } from '@comporta/contract/service/service-facts';
import { isAnyPasskeyAt } from '../identity/passkeys/passkey-repository.ts';
import type { Passkeys } from '../identity/passkeys/passkeys.ts';
import { isFirstRun, isSignUpOpen } from '../identity/sign-up.ts';
import { VERSION } from '../platform/base/version.ts';
import type { Config } from '../platform/config/config.ts';
import type { Sql } from '../platform/database/database.ts';
import type { Server } from '../platform/http/route.ts';

export function serviceRoutes(
  { route }: Server,
  {
    signup,
    smtpUrl,
    docsUrl,
    termsUrl,
    packagesUrl,
    deletedKeptDays,
    passkeys,
    readOffered,
  }: Pick<Config, 'signup' | 'smtpUrl' | 'docsUrl' | 'termsUrl' | 'deletedKeptDays'> & {
    readonly packagesUrl: string | undefined;
    /** What the login offers beside passwords. */
    readonly readOffered: (
      sql: Sql,
    ) => Promise<Pick<ServiceFacts, 'providers' | 'providersBySlug'>>;
    readonly passkeys: Pick<Passkeys, 'arePossible' | 'host'>;
  },
): void {
  route(api.getServiceFacts, async ({ sql }) => ({
    productName: 'Comporta',
    version: VERSION,
    documentationUrl: docsUrl,
    termsUrl: termsUrl ?? null,
    packagesUrl: packagesUrl ?? null,
    signUpOpen: await isSignUpOpen(sql, signup),
    firstRun: await isFirstRun(sql, signup),
    mailOn: smtpUrl !== undefined,
    deletedKeptDays,
    passkeys: (await passkeys.arePossible()) && (await isAnyPasskeyAt(sql, passkeys.host)),
    ...(await readOffered(sql)),
  }));
}
