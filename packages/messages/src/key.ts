import type { Texts } from './text.ts';

export const key = {
  title: {
    en: 'New key for {application} / {environment}',
    pt: 'Nova chave para {application} / {environment}',
  },
  warning: {
    en: 'A new key invalidates the previous one: apps that use it stop receiving values until you replace it.',
    pt: 'Uma nova chave invalida a anterior: os sistemas que a utilizam deixarão de receber valores até você substituí-la.',
  },
  askPassword: { en: 'Enter your password to continue', pt: 'Digite sua senha para continuar' },
  submit: { en: 'Generate key', pt: 'Gerar chave' },
  shownOnce: {
    en: 'Copy this key now. It will not be shown again.',
    pt: 'Copie esta chave agora. Ela não será exibida novamente.',
  },
  saved: { en: 'I have stored the key', pt: 'Já guardei a chave' },
  leaveWithoutCopy: {
    en: 'You have not copied the key and it cannot be shown again. Leave anyway?',
    pt: 'Você não copiou a chave e ela não poderá ser exibida novamente. Sair mesmo assim?',
  },
  exampleUrl: { en: 'Example: fetch toggles', pt: 'Exemplo: buscar toggles' },
  region: {
    eu: { en: 'Europe', pt: 'Europa' },
    sa: { en: 'South America', pt: 'América do Sul' },
    trial: { en: 'Trial', pt: 'Avaliação' },
  },
  error: {
    MANDATORY_PASSWORD: { en: 'Password is mandatory.', pt: 'A senha é obrigatória.' },
    WRONG_PASSWORD: { en: 'Wrong password!', pt: 'Senha incorreta!' },
    ERROR: {
      en: 'An unexpected error occurred. Please try again.',
      pt: 'Ocorreu um erro inesperado. Tente novamente.',
    },
  },
  lastUsed: {
    en: 'The current key was last used {time}.',
    pt: 'A chave atual foi usada pela última vez {time}.',
  },
  newKey: { en: 'Your new key', pt: 'Sua nova chave' },
  done: { en: 'Done', pt: 'Concluir' },
  leave: { en: 'Leave without the key', pt: 'Sair sem a chave' },
  stay: { en: 'Stay', pt: 'Ficar' },
  leaveTitle: { en: 'The key is not copied', pt: 'A chave não foi copiada' },
  connect: { en: 'Connect your app', pt: 'Conecte seu sistema' },
} satisfies Texts;
