import type { Language } from '@comporta/messages/languages';
import { formatIn, speak } from '@comporta/messages/speak';
import type { Mail } from '../../platform/mail/mail-queue.ts';
import type { SecurityNotice } from '../../tables/queues.ts';
import type { MailRecipient } from './password-mail.ts';
import { plainMail } from './plain-mail.ts';

/** A mail without a link: what it tells of may be what somebody wants its reader to believe. Source: IDN-44. */
export function securityMail(recipient: MailRecipient, notice: SecurityNotice): Mail {
  const t = speak(recipient.language);
  return plainMail(recipient, {
    subject: t('mail.security.subject'),
    texts: [
      noticeInWords(recipient, notice),
      ...(isAboutOthers(notice) ? [] : [t('mail.security.notYou')]),
    ],
  });
}

/** Notices that name who did it. */
const OF_OTHERS: readonly SecurityNotice['is'][] = [
  'settings',
  'released',
  'emergency',
  'tokensEnded',
  'reset',
];

function isAboutOthers({ is }: SecurityNotice): boolean {
  return OF_OTHERS.includes(is);
}

/** One sentence, for mails and for the profile of who gets none. */
export function noticeInWords(
  { language, companyName: company }: Pick<MailRecipient, 'language' | 'companyName'>,
  notice: SecurityNotice,
): string {
  const t = speak(language);
  switch (notice.is) {
    case 'newBrowser':
      return t('mail.security.newBrowser', {
        company,
        client: notice.client || t('mail.security.unknownClient'),
        network: notice.network,
        time: momentOf(notice.at, language),
      });
    case 'factors':
      return t('mail.security.factors', {
        company,
        what: t(`mail.security.factor.${notice.change}`),
      });
    case 'recoveryUsed':
      return t('mail.security.recoveryUsed', { company, count: notice.left });
    case 'wrongCode':
      return t('mail.security.wrongCode', { company });
    case 'gate':
      return t('mail.security.gate', { company });
    case 'token':
      return t('mail.security.token', {
        company,
        name: notice.token,
        date: dayOf(notice.endsAt, language),
      });
    case 'tokensEnded':
      return t('mail.security.tokensEnded', {
        company,
        name: notice.name,
        count: notice.tokens.length,
        tokens: quoted(notice.tokens),
      });
    case 'reset': {
      const what = notice.parts.map((part) => t(`mail.security.resetPart.${part}`)).join('; ');
      return notice.name === undefined
        ? t('mail.security.resetByOperator', { company, what })
        : t('mail.security.reset', { company, name: notice.name, what });
    }
    case 'identity':
      return t('mail.security.identity', { company, provider: notice.provider });
    case 'settings':
      return t('mail.security.settings', {
        company,
        name: notice.name,
        what: t(`mail.security.setting.${notice.change}`),
      });
    case 'released':
      return t('mail.security.released', { company });
    case 'emergency':
      return t('mail.security.emergency', { company, name: notice.name });
  }
}

function quoted(names: readonly string[]): string {
  return names.map((name) => `'${name}'`).join(', ');
}

/** A mail is read anywhere, so moments are in UTC. */
function momentOf(at: string, language: Language): string {
  return formatIn(language).dateTime(new Date(at), { dateStyle: 'medium', timeStyle: 'short' });
}

function dayOf(at: string, language: Language): string {
  return formatIn(language).dateTime(new Date(at), { dateStyle: 'medium' });
}
