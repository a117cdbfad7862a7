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
  security: {
    subject: {
      en: 'Security notice for your Comporta user',
      pt: 'Aviso de segurança do seu usuário Comporta',
    },
    newBrowser: {
      en: 'Your user at {company} logged in from a browser that was not known: {client}, {network}, {time} UTC.',
      pt: 'Seu usuário em {company} entrou por um navegador desconhecido: {client}, {network}, {time} UTC.',
    },
    unknownClient: { en: 'an unknown program', pt: 'um programa desconhecido' },
    factors: {
      en: 'The second factors of your user at {company} changed: {what}.',
      pt: 'Os segundos fatores do seu usuário em {company} mudaram: {what}.',
    },
    factor: {
      APP_SET_UP: { en: 'an app was set up', pt: 'um aplicativo foi configurado' },
      APP_REMOVED: { en: 'the app was removed', pt: 'o aplicativo foi removido' },
      PASSKEY_ADDED: { en: 'a passkey was added', pt: 'uma chave de acesso foi adicionada' },
      PASSKEY_REMOVED: { en: 'a passkey was removed', pt: 'uma chave de acesso foi removida' },
      PASSKEY_REFUSED: {
        en: 'a passkey was refused, because it seems to exist twice',
        pt: 'uma chave de acesso foi recusada, pois parece existir em dobro',
      },
      CODES_RENEWED: {
        en: 'new recovery codes replace the old ones',
        pt: 'novos códigos de recuperação substituem os antigos',
      },
    },
    recoveryUsed: {
      en: 'A recovery code of your user at {company} was used. {count, plural, =0 {None is} one {# is} other {# are}} left.',
      pt: 'Um código de recuperação do seu usuário em {company} foi usado. {count, plural, =0 {Não resta nenhum} one {Resta #} other {Restam #}}.',
    },
    wrongCode: {
      en: 'Somebody knows your password at {company} but not your second factor. Change the password if it was not you.',
      pt: 'Alguém sabe a sua senha em {company}, mas não tem o segundo fator. Se não foi você, troque a senha.',
    },
    gate: {
      en: 'Many attempts to log in as you at {company} were refused. Browsers you have used before still work; from a new one, set a password by mail.',
      pt: 'Muitas tentativas de entrar como você em {company} foram recusadas. Navegadores já usados continuam valendo; em um novo, defina uma senha por e-mail.',
    },
    token: {
      en: "A personal token ''{name}'' was made for your user at {company}; it ends on {date}.",
      pt: "Um token pessoal ''{name}'' foi criado para o seu usuário em {company}; ele termina em {date}.",
    },
    tokensEnded: {
      en: '{name} ended {count, plural, one {your personal token} other {your personal tokens}} {tokens} at {company}. Programs that used {count, plural, one {it} other {them}} no longer get in.',
      pt: '{name} encerrou {count, plural, one {seu token pessoal} other {seus tokens pessoais}} {tokens} em {company}. Os programas que {count, plural, one {o} other {os}} usavam não entram mais.',
    },
    reset: {
      en: '{name} reset your login at {company}: {what}.',
      pt: '{name} redefiniu o seu acesso em {company}: {what}.',
    },
    resetByOperator: {
      en: 'Whoever runs Comporta reset your login at {company}: {what}.',
      pt: 'Quem opera o Comporta redefiniu o seu acesso em {company}: {what}.',
    },
    resetPart: {
      factors: {
        en: 'app, passkeys and recovery codes were removed',
        pt: 'aplicativo, chaves de acesso e códigos de recuperação foram removidos',
      },
      identities: {
        en: 'single sign-on was disconnected',
        pt: 'o login único foi desconectado',
      },
      tokens: {
        en: 'all personal tokens ended',
        pt: 'todos os tokens pessoais foram encerrados',
      },
      sessions: {
        en: 'you were logged out everywhere',
        pt: 'todas as suas sessões foram encerradas',
      },
    },
    identity: {
      en: '{provider} now opens your user at {company}.',
      pt: '{provider} agora abre o seu usuário em {company}.',
    },
    settings: {
      en: '{name} changed how users of {company} log in: {what}.',
      pt: '{name} alterou como os usuários de {company} entram: {what}.',
    },
    setting: {
      PROVIDER: { en: 'the provider of single sign-on', pt: 'o provedor de login único' },
      POLICY: { en: 'the sign-in policy', pt: 'a política de acesso' },
    },
    emergency: {
      en: '{name} logged in to {company} as emergency user.',
      pt: '{name} entrou em {company} como usuário de emergência.',
    },
    notYou: {
      en: 'If it was not you, tell your administrator.',
      pt: 'Se não foi você, avise seu administrador.',
    },
    released: {
      en: 'Whoever runs Comporta allowed passwords and passkeys at {company} again: single sign-on is no longer the only way in.',
      pt: 'Quem opera o Comporta voltou a permitir senhas e chaves de acesso em {company}: o login único não é mais a única forma de entrar.',
    },
  },
  signOn: {
    subject: { en: 'How you log in to Comporta', pt: 'Como você entra no Comporta' },
    addedBy: {
      en: '{inviter} added you to {company} on Comporta.',
      pt: '{inviter} adicionou você a {company} no Comporta.',
    },
    only: {
      en: '{company} logs in with {provider}: {address}. A password is not used.',
      pt: '{company} entra com {provider}: {address}. Não se usa senha.',
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
