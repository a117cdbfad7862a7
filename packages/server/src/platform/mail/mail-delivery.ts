import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Log } from '../base/log.ts';
import type { Config } from '../config/config.ts';
import type { QueuedMail } from './mail-queue.ts';
import { openOutbox, outboxIn } from './outbox.ts';

/** Hands a mail on; rejects when it may be tried again. */
export type DeliverMail = (mail: QueuedMail) => Promise<void>;

const CONNECT_TIMEOUT_MS = 10_000;
const SILENCE_TIMEOUT_MS = 30_000;

type Settings = Pick<Config, 'smtpUrl' | 'mailFrom' | 'dataDir'>;

export function openMailDelivery({ smtpUrl, mailFrom, dataDir }: Settings, log: Log): DeliverMail {
  return smtpUrl === undefined
    ? outboxDelivery(mailFrom, outboxIn(dataDir), log)
    : smtpDelivery(mailFrom, smtpUrl);
}

// The mailer is imported where it is used: it takes 7 MB, and a process of many may never send a mail.

function smtpDelivery(from: string, url: string): DeliverMail {
  return async (mail) => {
    const { createTransport } = (await import('nodemailer')).default;
    const transport = createTransport(smtpOptions(url));
    await transport.sendMail(messageOf(mail, from));
  };
}

/** One line at the start: whoever reads "check your e-mail" cannot know that nothing was sent. */
export async function tellOfMailServer(url: string, log: Log): Promise<void> {
  const complaint = await tryMailServer(url);
  if (complaint === undefined) log.info('mail: the server of SMTP_URL lets us in');
  else
    log.warn({ complaint }, 'mail: the server of SMTP_URL does not let us in, and mails will wait');
}

function smtpOptions(url: string) {
  return {
    url,
    connectionTimeout: CONNECT_TIMEOUT_MS,
    greetingTimeout: CONNECT_TIMEOUT_MS,
    socketTimeout: SILENCE_TIMEOUT_MS,
  };
}

/** Connects and logs in, and sends nothing; answers why it did not work out. */
export async function tryMailServer(url: string): Promise<string | undefined> {
  const { createTransport } = (await import('nodemailer')).default;
  try {
    await createTransport(smtpOptions(url)).verify();
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** Without SMTP a mail becomes a file, and its link a line in the log for whoever runs the service. */
function outboxDelivery(from: string, folder: string, log: Log): DeliverMail {
  return async (mail) => {
    const { createTransport } = (await import('nodemailer')).default;
    const composer = createTransport({ streamTransport: true, buffer: true });
    const { message } = await composer.sendMail(messageOf(mail, from));
    await openOutbox(folder);
    const file = path.join(
      folder,
      `${mail.createdAt.toISOString().replaceAll(':', '-')}-${mail.id}.eml`,
    );
    await writeFile(file, message, { mode: 0o600 });
    const link = /https?:\S+/.exec(mail.text)?.[0];
    log.warn({ recipient: mail.recipient, link, file }, `no SMTP_URL is set: ${mail.subject}`);
  };
}

function messageOf({ id, recipient, subject, text, html, createdAt }: QueuedMail, from: string) {
  const host = /@([^>\s]+)/.exec(from)?.[1] ?? 'localhost';
  return {
    from,
    to: recipient,
    subject,
    text,
    html,
    date: createdAt,
    // Always the same for the same mail: one that was sent twice is shown once.
    messageId: `<${id}@${host}>`,
    headers: { 'Auto-Submitted': 'auto-generated' },
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}
