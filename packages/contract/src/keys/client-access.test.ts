import { describe, expect, it } from 'vitest';
import { checkClientAccess, MAX_ORIGINS } from './client-access.ts';

function check(...origins: string[]) {
  return checkClientAccess({ origins });
}

describe('the origins of a client key', () => {
  it.each([
    ['https://www.example.com', 'https://www.example.com'],
    [' https://WWW.Example.com/ ', 'https://www.example.com'],
    ['https://example.com:443', 'https://example.com'],
    ['http://localhost:5173', 'http://localhost:5173'],
    ['https://müller.example', 'https://xn--mller-kva.example'],
    ['http://[::1]:3000', 'http://[::1]:3000'],
    ['capacitor://localhost', 'capacitor://localhost'],
  ])('%s is what a browser sends as %s', (text, origin) => {
    expect(check(text)).toEqual({ ok: true, value: { origins: [origin] } });
  });

  it.each([
    'www.example.com',
    'localhost:5173',
    'https://example.com/shop',
    'https://example.com?x=1',
    'https://ana@example.com',
    'https://*.example.com',
    '*',
    'null',
    'https://',
    'mailto:ana@example.com',
    `https://${'a'.repeat(250)}.com`,
  ])('INVALID_ORIGIN: %s', (text) => {
    expect(check('https://example.com', text)).toEqual({
      ok: false,
      problems: [{ code: 'INVALID_ORIGIN', at: ['origins', 1] }],
    });
  });

  it('are kept without duplicates and empty lines', () => {
    expect(check('https://a.example', '', 'https://a.example/')).toEqual({
      ok: true,
      value: { origins: ['https://a.example'] },
    });
  });

  it('LIMIT_EXCEEDED: are at most a hundred', () => {
    const many = Array.from({ length: MAX_ORIGINS + 1 }, (_, n) => `https://a${n}.example`);
    expect(check(...many.slice(1)).ok).toBe(true);
    expect(check(...many)).toMatchObject({
      problems: [{ code: 'LIMIT_EXCEEDED', at: ['origins'], meta: { limit: MAX_ORIGINS } }],
    });
  });
});
