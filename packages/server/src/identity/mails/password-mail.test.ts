import { expect, it } from 'vitest';
import type { LinkReason } from '../../tables/queues.ts';
import { passwordChangedMail } from './password-changed-mail.ts';
import { passwordMail } from './password-mail.ts';

const recipient = {
  name: 'Ana <b>',
  email: 'ana@example.com',
  companyName: 'Tom & Jerry',
  language: 'en',
} as const;
const link = 'https://toggles.example.com/password/abc';

it.each([
  ['signedUp', { kind: 'signedUp' }, 'You signed up Tom & Jerry'],
  ['addedBy', { kind: 'addedBy', inviter: 'Bia' }, 'Bia added you to Tom & Jerry'],
  ['again', { kind: 'again' }, 'a new link to set your password for Tom & Jerry'],
  ['reset', { kind: 'reset' }, 'Somebody asked for a new password'],
] as [string, LinkReason, string][])('a mail for %s gives the reason', (_kind, reason, why) => {
  const mail = passwordMail({ recipient, reason, link, hours: 24 });
  expect(mail.recipient).toBe('ana@example.com');
  expect(mail.text).toContain(why);
  expect(mail.text).toContain(`\n${link}\n`);
  expect(mail.text).toContain('within 24 hours');
});

it("uses the recipient's language and its plural for hours", () => {
  const reason = { kind: 'reset' } as const;
  const mail = passwordMail({
    recipient: { ...recipient, language: 'pt' },
    reason,
    link,
    hours: 1,
  });
  expect(mail.subject).toBe('Defina sua senha do Comporta');
  expect(mail.text).toContain('1 hora.');
  expect(mail.html).toContain('<html lang="pt-BR">');
});

it('names that users chose are escaped in the HTML', () => {
  const { html } = passwordMail({ recipient, reason: { kind: 'reset' }, link, hours: 1 });
  expect(html).toContain('Hello Ana &lt;b&gt;,');
  expect(html).toContain('Tom &amp; Jerry');
  expect(html).not.toContain('<b>');
});

it('SEC-16: a mail reports a changed password, and says where to set another one', () => {
  const mail = passwordChangedMail(recipient, 'https://toggles.example.com');
  expect(mail).toMatchObject({
    recipient: 'ana@example.com',
    subject: 'Your Comporta password was changed',
  });
  expect(mail.text).toContain('https://toggles.example.com/forgot-password');
  expect(mail.html).toContain('your Tom &amp; Jerry account');
});
