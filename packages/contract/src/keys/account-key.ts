import { z } from 'zod';
import { id } from '../shapes.ts';

export const accountKeySchema = z
  .object({
    id,
    key: z.string().meta({ description: 'Masked: dots and the last four characters.' }),
    createdBy: z.string(),
    createdAt: z.iso.datetime(),
  })
  .meta({ id: 'AccountKey', description: 'Lets scripts manage the account.' });
export type AccountKey = z.infer<typeof accountKeySchema>;

export const newAccountKeySchema = z
  .object({ key: z.string() })
  .meta({ id: 'NewAccountKey', description: 'The key itself, shown this once.' });
export type NewAccountKey = z.infer<typeof newAccountKeySchema>;
