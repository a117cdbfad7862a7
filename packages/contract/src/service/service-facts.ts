import { z } from 'zod';

export const serviceFactsSchema = z
  .object({
    productName: z.string(),
    version: z.string(),
    documentationUrl: z.string(),
    termsUrl: z.string().nullable(),
    signUpOpen: z.boolean(),
    firstRun: z
      .boolean()
      .meta({ description: 'No account yet, and whoever signs up now makes the first.' }),
    mailOn: z.boolean().meta({ description: 'Off: links to set a password are in the log.' }),
  })
  .meta({ id: 'ServiceFacts', description: 'What a console has to know before anybody logs in.' });
export type ServiceFacts = z.infer<typeof serviceFactsSchema>;
