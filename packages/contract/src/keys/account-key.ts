import * as z from 'zod/mini';
import { documented, id } from '../shapes.ts';

export const accountKeySchema = documented(
  z.object({
    id,
    key: documented(z.string(), { description: 'Masked: dots and the last four characters.' }),
    createdBy: z.string(),
    createdAt: z.iso.datetime(),
  }),
  { id: 'AccountKey', description: 'Lets scripts manage the account.' },
);
export type AccountKey = z.infer<typeof accountKeySchema>;

export const newAccountKeySchema = documented(z.object({ key: z.string() }), {
  id: 'NewAccountKey',
  description: 'The key itself, shown this once.',
});
export type NewAccountKey = z.infer<typeof newAccountKeySchema>;
