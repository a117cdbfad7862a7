import type { Texts } from './text.ts';

/** What a right password is followed by where a second factor is needed. Source: IDN-32. */
export const secondStep = {
  code: { en: 'Code from your app', pt: 'Código do seu aplicativo' },
  error: {
    CODES_PAUSED: {
      en: 'Too many wrong codes. Use a passkey or a recovery code, or try tomorrow.',
      pt: 'Muitos códigos errados. Use uma chave de acesso ou um código de recuperação, ou tente amanhã.',
    },
  },
} satisfies Texts;
