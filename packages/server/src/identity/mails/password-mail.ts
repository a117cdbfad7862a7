import type { Language } from '@comporta/messages/languages';
import { speak } from '@comporta/messages/speak';
import type { Mail } from '../../platform/mail/mail-queue.ts';
import type { LinkReason } from '../../tables/queues.ts';
import { escapeHtml, mailPage } from './mail-page.ts';

export interface MailRecipient {
  readonly name: string;
  readonly email: string;
  readonly companyName: string;
  readonly language: Language;
}

export interface PasswordMail {
  readonly recipient: MailRecipient;
  readonly reason: LinkReason;
  readonly link: string;
  readonly hours: number;
}

/** The mail with a link to set a password, in the recipient's language. */
export function passwordMail({ recipient, reason, link, hours }: PasswordMail): Mail {
  const t = speak(recipient.language);
  const purpose = reason.kind === 'reset' ? 'reset' : 'invitation';
  const greeting = t('mail.greeting', { name: recipient.name });
  const why = reasonText(recipient, reason);
  const notes = `${t('mail.validity', { hours })} ${t('mail.ignore')}`;
  return {
    recipient: recipient.email,
    subject: t(`mail.${purpose}.subject`),
    text: [greeting, why, link, notes].join('\n\n'),
    html: mailPage(recipient.language, [
      `<p>${escapeHtml(greeting)}</p>`,
      `<p>${escapeHtml(why)}</p>`,
      `<p><a href="${escapeHtml(link)}" style="${BUTTON}">${escapeHtml(t(`mail.${purpose}.button`))}</a></p>`,
      `<p style="color:#555">${escapeHtml(notes)}</p>`,
    ]),
  };
}

function reasonText({ companyName, language }: MailRecipient, reason: LinkReason): string {
  const t = speak(language);
  const company = companyName;
  switch (reason.kind) {
    case 'reset':
      return t('mail.reset.text', { company });
    case 'addedBy':
      return t('mail.invitation.addedBy', { company, inviter: reason.inviter });
    case 'signedUp':
      return t('mail.invitation.signedUp', { company });
    case 'again':
      return t('mail.invitation.again', { company });
  }
}

const BUTTON =
  'display:inline-block;padding:10px 20px;border-radius:4px;background:#1864ab;color:#fff;text-decoration:none';
