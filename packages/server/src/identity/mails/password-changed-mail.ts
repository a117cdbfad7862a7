import { speak } from '@comporta/messages/speak';
import type { Mail } from '../../platform/mail/mail-queue.ts';
import type { MailRecipient } from './password-mail.ts';
import { plainMail } from './plain-mail.ts';

/** Tells a user that their password was changed, and where to set another one if they did not change it. */
export function passwordChangedMail(recipient: MailRecipient, publicUrl: string): Mail {
  const t = speak(recipient.language);
  return plainMail(recipient, {
    subject: t('mail.passwordChanged.subject'),
    texts: [
      t('mail.passwordChanged.text', { company: recipient.companyName }),
      t('mail.passwordChanged.notYou', { address: `${publicUrl}/forgot-password` }),
    ],
  });
}
