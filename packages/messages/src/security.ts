import type { Texts } from './text.ts';

/** The section of the profile about how its owner logs in. Source: IDN section 11. */
export const security = {
  title: { en: 'Login and security', pt: 'Acesso e segurança' },
  factor: {
    title: { en: 'Second factor', pt: 'Segundo fator' },
    none: {
      en: 'None. A password alone opens your user.',
      pt: 'Nenhum. Só a senha já abre o seu usuário.',
    },
    app: {
      en: 'App since {date} · {count, plural, =0 {no recovery code} one {# recovery code} other {# recovery codes}} left',
      pt: 'Aplicativo desde {date} · {count, plural, =0 {não resta nenhum código} one {resta # código} other {restam # códigos}} de recuperação',
    },
    passkey: {
      en: 'Passkey · {count, plural, =0 {no recovery code} one {# recovery code} other {# recovery codes}} left',
      pt: 'Chave de acesso · {count, plural, =0 {não resta nenhum código} one {resta # código} other {restam # códigos}} de recuperação',
    },
    setUp: { en: 'Set up an app', pt: 'Configurar um aplicativo' },
    scan: {
      en: 'Scan this with your authenticator app, or type the text below it. Then enter the code that the app shows.',
      pt: 'Escaneie com o seu aplicativo autenticador, ou digite o texto abaixo. Depois informe o código que ele mostra.',
    },
    picture: { en: 'QR code for your authenticator app', pt: 'Código QR para o seu aplicativo' },
    secret: { en: 'Text for your app', pt: 'Texto para o aplicativo' },
    inForce: { en: 'The app is set up.', pt: 'O aplicativo está configurado.' },
    due: {
      en: '{company} requires a second factor from {date} on.',
      pt: '{company} exige um segundo fator a partir de {date}.',
    },
    tooLate: {
      en: 'This took too long. Begin to set up the app again.',
      pt: 'Isso demorou demais. Comece a configurar o aplicativo de novo.',
    },
    later: { en: 'Later', pt: 'Mais tarde' },
    remove: { en: 'Remove app…', pt: 'Remover aplicativo…' },
    removeTitle: { en: 'Remove the app', pt: 'Remover o aplicativo' },
    removeText: {
      en: 'A password alone will open your user again, and your recovery codes stop working.',
      pt: 'Só a senha voltará a abrir o seu usuário, e os seus códigos de recuperação deixam de valer.',
    },
    removeOneText: {
      en: 'Your passkeys stay, and with them your recovery codes.',
      pt: 'As suas chaves de acesso ficam, e com elas os seus códigos de recuperação.',
    },
    removed: { en: 'The app was removed.', pt: 'O aplicativo foi removido.' },
  },
  recovery: {
    title: { en: 'Recovery codes', pt: 'Códigos de recuperação' },
    once: {
      en: 'Keep these codes somewhere safe. They are shown only now.',
      pt: 'Guarde estes códigos em lugar seguro. Eles só aparecem agora.',
    },
    use: {
      en: 'Each one logs you in once when you do not have your app.',
      pt: 'Cada um permite entrar uma vez quando você não tem o aplicativo.',
    },
    few: {
      en: 'You have {count, plural, =0 {no recovery code} one {# recovery code} other {# recovery codes}} left.',
      pt: '{count, plural, =0 {Não resta nenhum código} one {Resta # código} other {Restam # códigos}} de recuperação.',
    },
    make: { en: 'New codes', pt: 'Novos códigos' },
    kept: { en: 'I have kept them', pt: 'Já guardei' },
  },
  notices: {
    title: { en: 'Security notices', pt: 'Avisos de segurança' },
    text: {
      en: 'This server sends no e-mail, so they are shown here for 30 days. If it was not you, tell your administrator.',
      pt: 'Este servidor não envia e-mails, por isso eles aparecem aqui por 30 dias. Se não foi você, avise seu administrador.',
    },
  },
  session: {
    somebodyElse: {
      en: 'That is another user. You are still logged in as {email}.',
      pt: 'Esse é outro usuário. Você continua na sessão de {email}.',
    },
    comesBack: {
      en: 'You come back to this page, with what you have typed into it. Secrets have to be typed again.',
      pt: 'Você volta a esta página, com o que já digitou nela. Segredos precisam ser digitados de novo.',
    },
    onlySignOn: {
      en: '{company} has changed how people log in: your password is not accepted any more. Save what you have open, then log in anew.',
      pt: '{company} mudou a forma de entrar: sua senha não é mais aceita. Salve o que está aberto e depois entre de novo.',
    },
    noWay: {
      en: 'There is no way left for you to log in. Save what you have open, and ask your administrator.',
      pt: 'Não resta nenhuma forma de você entrar. Salve o que está aberto e fale com seu administrador.',
    },
    ends: { en: 'ends {time}', pt: 'termina {time}' },
    lastUsed: { en: 'last used <when></when>', pt: 'último uso <when></when>' },
  },
} satisfies Texts;
