import type { Texts } from './text.ts';

export const accountKey = {
  title: { en: 'Account keys', pt: 'Chaves da conta' },
  new: { en: 'new key', pt: 'nova chave' },
  empty: {
    en: 'Account keys let scripts manage this account. There are none yet.',
    pt: 'As chaves da conta permitem que scripts administrem esta conta. Ainda não há nenhuma.',
  },
  delete: {
    confirm: {
      en: 'Delete key {key}? Scripts that use it stop working at once.',
      pt: 'Excluir a chave {key}? Os scripts que a utilizam deixarão de funcionar imediatamente.',
    },
    success: { en: 'Key deleted.', pt: 'Chave excluída.' },
    title: { en: 'Delete key', pt: 'Excluir chave' },
  },
  error: {
    MANDATORY_PASSWORD: { en: 'Password is mandatory.', pt: 'A senha é obrigatória.' },
    WRONG_PASSWORD: { en: 'Wrong password!', pt: 'Senha incorreta!' },
    MAX_ACCOUNT_KEYS_REACHED: {
      en: "You have reached your account's max keys limit. [{max}]",
      pt: 'Você atingiu o limite máximo de chaves da sua conta. [{max}]',
    },
    NOT_FOUND: { en: 'Key not found!', pt: 'Chave não encontrada!' },
  },
  titleNew: { en: 'New account key', pt: 'Nova chave da conta' },
  warning: {
    en: 'Whoever has the key can manage every application of this account. Keep it like a password.',
    pt: 'Quem tiver a chave poderá administrar todas as aplicações desta conta. Guarde-a como uma senha.',
  },
  key: { en: 'Key', pt: 'Chave' },
  kind: { en: 'What it is', pt: 'O que é' },
  account: { en: 'Account key', pt: 'Chave da conta' },
  service: { en: 'Service key', pt: 'Chave de serviço' },
  createdBy: { en: 'Created by', pt: 'Criada por' },
  created: { en: 'Created', pt: 'Criada' },
} satisfies Texts;
