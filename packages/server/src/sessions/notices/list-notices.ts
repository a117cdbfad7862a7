import type { SecurityNotice } from '@comporta/contract/sessions/notice-api';
import { noticeInWords } from '../../identity/mails/security-mail.ts';
import type { UserActor } from '../../platform/callers/actor.ts';
import type { Sql } from '../../platform/database/database.ts';
import { readNotices } from './notice-repository.ts';

export async function listNotices({
  sql,
  actor,
}: {
  readonly sql: Sql;
  readonly actor: UserActor;
}): Promise<SecurityNotice[]> {
  const notices = await readNotices(sql, actor.id);
  return notices.map(({ id, at, what }) => ({
    id,
    at: at.toISOString(),
    text: noticeInWords(actor, what),
  }));
}
