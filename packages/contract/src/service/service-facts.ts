import * as z from 'zod/mini';
import { documented } from '../shapes.ts';

export const serviceFactsSchema = documented(
  z.object({
    productName: z.string(),
    version: z.string(),
    documentationUrl: documented(z.string(), {
      description: 'Where DOCS_URL says, else the path of the help in this console.',
    }),
    termsUrl: z.nullable(z.string()),
    signUpOpen: z.boolean(),
    firstRun: documented(z.boolean(), {
      description: 'No account yet, and whoever signs up now makes the first.',
    }),
    mailOn: documented(z.boolean(), {
      description: 'Off: links to set a password are in the log.',
    }),
  }),
  { id: 'ServiceFacts', description: 'What a console has to know before anybody logs in.' },
);
export type ServiceFacts = z.infer<typeof serviceFactsSchema>;
