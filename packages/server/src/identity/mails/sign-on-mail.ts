import { speak } from '@comporta/messages/speak';
import type { Mail } from '../../platform/mail/mail-queue.ts';
import type { LinkReason } from '../../tables/queues.ts';
import type { MailRecipient } from './password-mail.ts';
import { plainMail } from './plain-mail.ts';

interface Door {
  readonly provider: string;
  readonly address: string;
}

/**
 * In place of a link to set a password, for who comes in through a provider alone: it names where, and opens nothing.
 * Source: IDN-04.
 */
export function signOnMail(
  recipient: MailRecipient,
  reason: LinkReason,
  { provider, address }: Door,
): Mail {
  const t = speak(recipient.language);
  const company = recipient.companyName;
  const only = t('mail.signOn.only', { company, provider, address });
  return plainMail(recipient, {
    subject: t('mail.signOn.subject'),
    texts:
      reason.kind === 'addedBy'
        ? [t('mail.signOn.addedBy', { company, inviter: reason.inviter }), only]
        : [only],
  });
}
