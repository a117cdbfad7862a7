import type { Texts } from './text.ts';

export const forgot = {
  title: { en: 'Forgot password', pt: 'Esqueci a senha' },
  intro: {
    en: 'Enter your e-mail and we will send you a link to set a new password.',
    pt: 'Informe seu e-mail e enviaremos um link para você definir uma nova senha.',
  },
  submit: { en: 'Send', pt: 'Enviar' },
  backToLogin: { en: 'Back to login', pt: 'Voltar para o login' },
  done: {
    title: { en: 'Check your e-mail', pt: 'Verifique seu e-mail' },
    text: {
      en: 'We sent a link to {email}. If it does not arrive in a few minutes, look in your spam folder.',
      pt: 'Enviamos um link para {email}. Se ele não chegar em alguns minutos, verifique a caixa de spam.',
    },
    noMail: {
      en: 'This server does not send e-mail: the link for {email} is in the server log. If somebody else runs the server, ask them for it.',
      pt: 'Este servidor não envia e-mails: o link de {email} está no log do servidor. Se outra pessoa administra o servidor, peça o link a ela.',
    },
    resend: { en: 'Send again', pt: 'Enviar novamente' },
  },
  error: {
    EMPTY_EMAIL: {
      en: 'E-mail cannot be empty nor blank!',
      pt: 'O e-mail não pode ficar vazio nem em branco!',
    },
    INVALID_EMAIL: { en: 'Invalid e-mail!', pt: 'E-mail inválido!' },
    UNKNOWN_USER: { en: 'Unknown user', pt: 'Usuário desconhecido' },
    ERROR: {
      en: 'An unexpected error occurred. Please try again.',
      pt: 'Ocorreu um erro inesperado. Tente novamente.',
    },
  },
} satisfies Texts;
