import type { Texts } from './text.ts';

export const connection = {
  offline: {
    en: 'You are offline. What you typed stays here.',
    pt: 'Você está sem conexão. O que você digitou continua aqui.',
  },
  away: {
    en: 'The server cannot be reached. Next try in {seconds, plural, one {# second} other {# seconds}}.',
    pt: 'Não foi possível acessar o servidor. Nova tentativa em {seconds, plural, one {# segundo} other {# segundos}}.',
  },
  opening: {
    en: 'The screen that you asked for opens when the connection is back.',
    pt: 'A tela que você pediu abre quando a conexão voltar.',
  },
  tryNow: { en: 'Try now', pt: 'Tentar agora' },
} satisfies Texts;
