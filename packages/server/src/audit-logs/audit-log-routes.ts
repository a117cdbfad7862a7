import * as api from '@comporta/contract/audit-logs/audit-log-api';
import type { Language } from '@comporta/messages/languages';
import type { Actor } from '../platform/callers/actor.ts';
import type { Server } from '../platform/http/route.ts';
import { readAuditPage } from './read-audit-page.ts';

export function auditLogRoutes({ route }: Server): void {
  route(api.listApplicationAuditLog, ({ sql, actor, application, query, language }) =>
    readAuditPage({
      sql,
      log: { accountId: actor.accountId, applicationId: application.id },
      query,
      language: languageOf(actor, language),
    }),
  );
  route(api.listAuditLog, ({ sql, actor, query, language }) =>
    readAuditPage({
      sql,
      log: { accountId: actor.accountId },
      query,
      language: languageOf(actor, language),
    }),
  );
}

/** An account key has no language of its own, so its client chooses one in the request. */
function languageOf(actor: Actor, asked: Language): Language {
  return actor.kind === 'user' ? actor.language : asked;
}
