import { once } from 'node:events';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';

export interface Mailbox {
  /** The value for the setting SMTP_URL. */
  readonly url: string;
  /** Resolves with the next mail to the address that no earlier call has taken. */
  mailTo(address: string): Promise<Email>;
  /** Waits for the next mail with a link to set a password; resolves with the link's path after `/password/`. */
  linkTo(address: string): Promise<string>;
  /** Refuses the next `count` mails, as a server with a full disk would. */
  refuse(count: number): void;
  close(): Promise<void>;
}

/** A real SMTP server that keeps the mails it receives. */
export async function openMailbox(): Promise<Mailbox> {
  const arrived: { readonly to: string; readonly email: Email }[] = [];
  const waiting = new Set<() => void>();
  let refusals = 0;

  const smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ['AUTH', 'STARTTLS'],
    onData(stream, session, done) {
      keep(
        stream,
        session.envelope.rcptTo.map(({ address }) => address),
      ).then(() => done(), done);
    },
  });

  async function keep(stream: AsyncIterable<Buffer>, recipients: string[]): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of stream) chunks.push(chunk);
    if (refusals > 0) {
      refusals -= 1;
      throw new Error('452 insufficient system storage');
    }
    const email = await PostalMime.parse(Buffer.concat(chunks));
    for (const to of recipients) arrived.push({ to, email });
    for (const look of waiting) look();
  }

  function next(to: string, isWanted: (email: Email) => boolean): Promise<Email> {
    return new Promise((resolve) => {
      const look = () => {
        const index = arrived.findIndex((mail) => mail.to === to && isWanted(mail.email));
        const [mail] = index < 0 ? [] : arrived.splice(index, 1);
        if (mail === undefined) return;
        waiting.delete(look);
        resolve(mail.email);
      };
      waiting.add(look);
      look();
    });
  }

  smtp.listen(0, '127.0.0.1');
  await once(smtp.server, 'listening');
  const address = smtp.server.address();
  if (address === null || typeof address === 'string') throw new Error('SMTP without a port');

  return {
    url: `smtp://127.0.0.1:${address.port}`,
    mailTo: (to) => next(to, () => true),
    linkTo: async (to) => linkIn(await next(to, hasLink)),
    refuse(count) {
      refusals = count;
    },
    close: () => new Promise((resolve) => smtp.close(resolve)),
  };
}

const LINK = /https?:\/\/\S+\/password\/(\S+)/;

function hasLink({ text = '' }: Email): boolean {
  return LINK.test(text);
}

/** The path after `/password/` of the link to set a password; throws when the mail has no such link. */
export function linkIn(email: Email): string {
  const link = LINK.exec(email.text ?? '')?.[1];
  if (link === undefined) throw new Error(`no link in: ${email.text}`);
  return link;
}
