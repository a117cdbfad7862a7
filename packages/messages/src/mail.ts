import type { Texts } from './text.ts';

export const mail = {
  greeting: { en: 'Hello {name},', pt: 'Olá, {name}!' },
  validity: {
    en: 'The link works once, within {hours, plural, one {# hour} other {# hours}}.',
    pt: 'O link funciona uma única vez, em até {hours, plural, one {# hora} other {# horas}}.',
  },
  ignore: {
    en: 'If this was not meant for you, ignore this e-mail.',
    pt: 'Se este e-mail não era para você, ignore-o.',
  },
  invitation: {
    subject: { en: 'Set your Comporta password', pt: 'Defina sua senha do Comporta' },
    signedUp: {
      en: 'Welcome to Comporta. You signed up {company}; set a password to begin.',
      pt: 'Boas-vindas ao Comporta. Você cadastrou {company}; defina uma senha para começar.',
    },
    addedBy: {
      en: '{inviter} added you to {company} on Comporta. Set a password to begin.',
      pt: '{inviter} adicionou você a {company} no Comporta. Defina uma senha para começar.',
    },
    again: {
      en: 'Here is a new link to set your password for {company} on Comporta.',
      pt: 'Aqui está um novo link para definir sua senha de {company} no Comporta.',
    },
    button: { en: 'Set password', pt: 'Definir senha' },
  },
  passwordChanged: {
    subject: {
      en: 'Your Comporta password was changed',
      pt: 'Sua senha do Comporta foi alterada',
    },
    text: {
      en: 'The password of your {company} account on Comporta was changed.',
      pt: 'A senha do seu usuário de {company} no Comporta foi alterada.',
    },
    notYou: {
      en: 'If it was not you, set another one at {address} and tell your administrator.',
      pt: 'Se não foi você, defina outra em {address} e avise seu administrador.',
    },
  },
  reset: {
    subject: { en: 'Set your Comporta password', pt: 'Defina sua senha do Comporta' },
    text: {
      en: 'Somebody asked for a new password for your {company} account on Comporta.',
      pt: 'Alguém pediu uma nova senha para o seu usuário de {company} no Comporta.',
    },
    button: { en: 'Set new password', pt: 'Definir nova senha' },
  },
} satisfies Texts;
