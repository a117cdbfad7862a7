import * as z from 'zod/mini';
import { documented } from '../shapes.ts';

export const serviceFactsSchema = documented(
  z.object({
    productName: z.string(),
    version: z.string(),
    documentationUrl: documented(z.string(), {
      description: 'The setting DOCS_URL, or else the path of the built-in help.',
    }),
    termsUrl: z.nullable(z.string()),
    packagesUrl: documented(z.nullable(z.string()), {
      description:
        'The npm registry of the packages for clients, @comporta/sdk and @comporta/web; null when this node has none.',
    }),
    signUpOpen: z.boolean(),
    firstRun: documented(z.boolean(), {
      description: 'Whether a sign-up now creates the first account.',
    }),
    mailOn: documented(z.boolean(), {
      description:
        'Whether the service sends e-mail. If not, links to set a password are in its log.',
    }),
    deletedKeptDays: documented(z.optional(z.int()), {
      description:
        'How many days what was deleted can be restored; 0 when it cannot. Absent from releases before 0.3.0.',
    }),
    passkeys: documented(z.optional(z.boolean()), {
      description:
        'Whether the login offers passkeys: somebody has one for the address of this service. Absent from releases before 0.3.0.',
    }),
    providers: documented(z.optional(z.array(z.object({ name: z.string(), slug: z.string() }))), {
      description:
        'The providers to log in with, where one company lives here. Absent from releases before 0.3.0.',
    }),
    providersBySlug: documented(z.optional(z.boolean()), {
      description: 'Whether there are providers that one has to know the short name of.',
    }),
  }),
  { id: 'ServiceFacts', description: 'Settings of the service that a console needs before login.' },
);
export type ServiceFacts = z.infer<typeof serviceFactsSchema>;
