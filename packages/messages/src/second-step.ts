import type { Texts } from './text.ts';

/** What a right password is followed by where a second factor is needed. Source: IDN-32. */
export const secondStep = {
  title: { en: 'Second step', pt: 'Segunda etapa' },
  code: { en: 'Code from your app', pt: 'Código do seu aplicativo' },
  useCode: { en: 'Use a code from your app', pt: 'Usar um código do aplicativo' },
  usePasskey: { en: 'Use a passkey', pt: 'Usar chave de acesso' },
  recoveryCode: { en: 'Recovery code', pt: 'Código de recuperação' },
  recovery: { en: 'Use a recovery code', pt: 'Usar um código de recuperação' },
  over: { en: 'The second step is over', pt: 'A segunda etapa terminou' },
  again: { en: 'Start again', pt: 'Recomeçar' },
  setUp: {
    title: { en: 'Set up a second factor', pt: 'Configurar um segundo fator' },
    text: {
      en: '{company} requires a second factor. Set it up now to go on.',
      pt: '{company} exige um segundo fator. Configure-o agora para continuar.',
    },
    begin: { en: 'Set up an app', pt: 'Configurar um aplicativo' },
  },
  connect: {
    title: { en: 'Is it you?', pt: 'É você?' },
    text: {
      en: '{email} already exists here. Prove once that it is you, and {provider} is connected.',
      pt: '{email} já existe aqui. Prove uma vez que é você, e {provider} fica conectado.',
    },
  },
  onlySignOn: {
    title: { en: 'Log in with your company', pt: 'Entrar pela empresa' },
    text: { en: '{company} logs in with {provider}.', pt: '{company} entra com {provider}.' },
    go: { en: 'Continue with {provider}', pt: 'Continuar com {provider}' },
  },
  error: {
    WRONG_CODE: { en: 'Wrong or already used code!', pt: 'Código errado ou já usado!' },
    CHALLENGE_EXPIRED: {
      en: 'Too many wrong attempts, or too late. Please log in again.',
      pt: 'Muitas tentativas erradas, ou tarde demais. Entre novamente.',
    },
    CODES_PAUSED: {
      en: 'Too many wrong codes. Use a passkey or a recovery code, or try tomorrow.',
      pt: 'Muitos códigos errados. Use uma chave de acesso ou um código de recuperação, ou tente amanhã.',
    },
    WRONG_CREDENTIALS: { en: 'Wrong password!', pt: 'Senha incorreta!' },
    ENCRYPTION_KEY_MISSING: {
      en: 'The service has no encryption key yet. Ask who runs it to set ENCRYPTION_KEY.',
      pt: 'O serviço ainda não tem chave de criptografia. Peça a quem o opera que defina ENCRYPTION_KEY.',
    },
    appUnreadable: {
      en: 'No code can be checked: the service has lost its encryption key. Use a recovery code, and tell who runs it.',
      pt: 'Nenhum código pode ser conferido: o serviço perdeu a chave de criptografia. Use um código de recuperação, e avise quem o opera.',
    },
  },
} satisfies Texts;
