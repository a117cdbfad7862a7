import { speak } from '@comporta/messages/speak';
import type { Mail } from '../../platform/mail/mail-queue.ts';
import { escapeHtml, mailPage } from './mail-page.ts';
import type { MailRecipient } from './password-mail.ts';

/** A mail of paragraphs, which greets its reader. */
export function plainMail(
  { name, email, language }: MailRecipient,
  { subject, texts }: { readonly subject: string; readonly texts: readonly string[] },
): Mail {
  const all = [speak(language)('mail.greeting', { name }), ...texts];
  return {
    recipient: email,
    subject,
    text: all.join('\n\n'),
    html: mailPage(
      language,
      all.map((text) => `<p>${escapeHtml(text)}</p>`),
    ),
  };
}
