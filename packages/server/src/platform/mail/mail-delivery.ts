import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Log } from '../base/log.ts';
import type { Config } from '../config/config.ts';
import type { QueuedMail } from './mail-queue.ts';
import { openOutbox, outboxIn } from './outbox.ts';

/** Delivers a mail; rejects when delivery failed and may be retried. */
export type DeliverMail = (mail: QueuedMail) => Promise<void>;

const CONNECT_TIMEOUT_MS = 10_000;
const SILENCE_TIMEOUT_MS = 30_000;

type Settings = Pick<Config, 'smtpUrl' | 'mailFrom' | 'dataDir'>;

export function openMailDelivery({ smtpUrl, mailFrom, dataDir }: Settings, log: Log): DeliverMail {
  return smtpUrl === undefined
    ? outboxDelivery(mailFrom, outboxIn(dataDir), log)
    : smtpDelivery(mailFrom, smtpUrl);
}

// nodemailer is imported on first use: it takes 7 MB of memory, and a node may never send a mail.

function smtpDelivery(from: string, url: string): DeliverMail {
  return async (mail) => {
    const { createTransport } = (await import('nodemailer')).default;
    const transport = createTransport(smtpOptions(url));
    await transport.sendMail(messageOf(mail, from));
  };
}

/** Logs at the start whether the mail server works: a user who reads "check your e-mail" cannot know that nothing was sent. */
export async function tellOfMailServer(url: string, log: Log): Promise<void> {
  const complaint = await tryMailServer(url);
  if (complaint === undefined) log.info('mail: the server of SMTP_URL can be used');
  else
    log.warn({ complaint }, 'mail: the server of SMTP_URL cannot be used; mails wait until it can');
}

function smtpOptions(url: string) {
  return {
    url,
    connectionTimeout: CONNECT_TIMEOUT_MS,
    greetingTimeout: CONNECT_TIMEOUT_MS,
    socketTimeout: SILENCE_TIMEOUT_MS,
  };
}

/** Connects and logs in without sending anything. Returns the reason of a failure; undefined on success. */
export async function tryMailServer(url: string): Promise<string | undefined> {
  const { createTransport } = (await import('nodemailer')).default;
  try {
    await createTransport(smtpOptions(url)).verify();
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** Without SMTP a mail becomes a file, and its link is logged for the operator of the service. */
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
    log.warn(
      { recipient: mail.recipient, link, file },
      `SMTP_URL is not set, so this mail was written to a file: ${mail.subject}`,
    );
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
    // A mail that is sent twice has the same id both times, so that mail clients show it once.
    messageId: `<${id}@${host}>`,
    headers: { 'Auto-Submitted': 'auto-generated' },
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}
