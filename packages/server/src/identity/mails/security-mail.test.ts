import { expect, it } from 'vitest';
import type { SecurityNotice } from '../../tables/queues.ts';
import { securityMail } from './security-mail.ts';

const ana = { name: 'Ana', email: 'ana@example.com', companyName: 'Acme', language: 'en' } as const;

it.each([
  [
    {
      is: 'newBrowser',
      client: 'Chrome, Linux',
      network: '203.0.113.9',
      at: '2026-11-28T11:00:00Z',
    },
    'not known: Chrome, Linux, 203.0.113.9, Nov 28, 2026, 11:00 AM UTC.',
  ],
  [
    { is: 'newBrowser', client: '', network: '::/64', at: '2026-11-28T11:00:00Z' },
    'an unknown program',
  ],
  [{ is: 'factors', change: 'PASSKEY_ADDED' }, 'changed: a passkey was added.'],
  [{ is: 'recoveryUsed', left: 0 }, 'None is left.'],
  [{ is: 'wrongCode' }, 'Somebody knows your password at Acme'],
  [{ is: 'gate' }, 'were refused'],
  [
    { is: 'token', token: 'CI', endsAt: '2027-01-03T00:00:00Z' },
    "'CI' was made for your user at Acme; it ends on Jan 3, 2027.",
  ],
  [{ is: 'identity', provider: 'Corp SSO' }, 'Corp SSO now opens your user at Acme.'],
  [
    { is: 'settings', name: 'Rui', change: 'POLICY' },
    'Rui changed how users of Acme log in: the sign-in policy.',
  ],
  [{ is: 'emergency', name: 'Rui' }, 'Rui logged in to Acme as emergency user.'],
] satisfies [SecurityNotice, string][])(
  'IDN-44: %j is a mail in words, without a link',
  (notice, words) => {
    for (const recipient of [ana, { ...ana, language: 'pt' } as const]) {
      const mail = securityMail(recipient, notice);
      if (recipient.language === 'en')
        expect(mail.text.replace(/[\u2068\u2069]/g, '')).toContain(words);
      else expect(mail.subject).toBe('Aviso de segurança do seu usuário Comporta');
      expect(mail.html + mail.text).not.toMatch(/https?:|href/);
    }
  },
);
