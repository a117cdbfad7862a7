import type { Texts } from './text.ts';

/** Connecting a program that shows a code. Source: IDN-55. */
export const device = {
  title: { en: 'Connect a program', pt: 'Conectar um programa' },
  code: { en: 'Code', pt: 'Código' },
  codeHint: {
    en: 'The eight letters that the program shows',
    pt: 'As oito letras que o programa mostra',
  },
  next: { en: 'Continue', pt: 'Continuar' },
  text: {
    en: '“{program}” on {host}, {network}, asks to act as you: {scopes}, until {date}.',
    pt: '“{program}” em {host}, {network}, pede para agir como você: {scopes}, até {date}.',
  },
  warning: {
    en: 'Allow only if you started this yourself a moment ago.',
    pt: 'Permita só se você mesmo iniciou isto agora há pouco.',
  },
  allow: { en: 'Yes, allow', pt: 'Sim, permitir' },
  refuse: { en: 'No, refuse', pt: 'Não, recusar' },
  allowed: {
    en: 'Allowed. The program goes on by itself; you can close this page.',
    pt: 'Permitido. O programa continua sozinho; você pode fechar esta página.',
  },
  refused: {
    en: 'Refused. The program gets nothing.',
    pt: 'Recusado. O programa não recebe nada.',
  },
  error: {
    UNKNOWN_DEVICE_CODE: { en: 'Unknown or expired code!', pt: 'Código desconhecido ou vencido!' },
    MAX_TOKENS_REACHED: {
      en: 'You have reached the max tokens limit. [{max}]',
      pt: 'Você atingiu o limite de tokens. [{max}]',
    },
  },
} satisfies Texts;
