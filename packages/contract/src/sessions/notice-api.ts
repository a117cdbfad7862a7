import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { documented, id } from '../shapes.ts';

export const noticeSchema = documented(
  z.object({
    id,
    at: z.iso.datetime(),
    text: documented(z.string(), { description: 'In the language of the caller.' }),
  }),
  { id: 'SecurityNotice', description: 'What a mail would have told, where none can be sent.' },
);
export type SecurityNotice = z.infer<typeof noticeSchema>;

export const listNotices = endpoint({
  method: 'GET',
  path: '/api/users/me/notices',
  summary:
    'List what the caller was to be told about who comes in as them, newest first, for 30 days; empty where the service sends mail',
  access: 'user',
  programs: 'refused',
  result: z.array(noticeSchema),
});
