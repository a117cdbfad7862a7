import * as z from 'zod/mini';
import { documented, id } from '../shapes.ts';

export const accountKeySchema = documented(
  z.object({
    id,
    key: documented(z.string(), {
      description: 'The masked key: dots and its last four characters.',
    }),
    createdBy: z.string(),
    createdAt: z.iso.datetime(),
  }),
  { id: 'AccountKey', description: 'A key that lets scripts manage the account.' },
);
export type AccountKey = z.infer<typeof accountKeySchema>;

export const newAccountKeySchema = documented(z.object({ key: z.string() }), {
  id: 'NewAccountKey',
  description: 'The new key, which is not shown again.',
});
export type NewAccountKey = z.infer<typeof newAccountKeySchema>;
