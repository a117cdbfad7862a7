import { speak } from '@comporta/messages/speak';
import { escapeHtml, mailPage } from './mail-page.ts';
import type { Mail } from './mail-queue.ts';
import type { MailRecipient } from './password-mail.ts';

/** Tells a user that their password was changed, and where to set another one if they did not change it. */
export function passwordChangedMail(
  { name, email, companyName, language }: MailRecipient,
  publicUrl: string,
): Mail {
  const t = speak(language);
  const texts = [
    t('mail.greeting', { name }),
    t('mail.passwordChanged.text', { company: companyName }),
    t('mail.passwordChanged.notYou', { address: `${publicUrl}/forgot-password` }),
  ];
  return {
    recipient: email,
    subject: t('mail.passwordChanged.subject'),
    text: texts.join('\n\n'),
    html: mailPage(
      language,
      texts.map((text) => `<p>${escapeHtml(text)}</p>`),
    ),
  };
}
