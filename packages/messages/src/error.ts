import type { Texts } from './text.ts';

export const error = {
  general: {
    en: 'An unexpected error occurred. Please try again.',
    pt: 'Ocorreu um erro inesperado. Tente novamente.',
  },
  network: {
    en: 'The server cannot be reached. Your changes are still here.',
    pt: 'Não foi possível acessar o servidor. Suas alterações continuam aqui.',
  },
  loadFailed: { en: 'This list could not be loaded.', pt: 'Não foi possível carregar esta lista.' },
  summary: {
    en: '{count, plural, one {Fix # problem before saving} other {Fix # problems before saving}}',
    pt: '{count, plural, one {Corrija # problema antes de salvar} other {Corrija # problemas antes de salvar}}',
  },
  RATE_LIMITED: {
    en: 'Too many attempts. Wait a moment and try again.',
    pt: 'Muitas tentativas. Aguarde um momento e tente novamente.',
  },
  rateLimitedFor: {
    en: 'Too many attempts. Try again in {seconds, plural, one {# second} other {# seconds}}.',
    pt: 'Muitas tentativas. Tente novamente em {seconds, plural, one {# segundo} other {# segundos}}.',
  },
  SERVICE_BUSY: {
    en: 'A larger change is being saved at the moment. Please try again soon.',
    pt: 'Uma alteração maior está sendo salva no momento. Tente novamente em breve.',
  },
  SERVICE_UNAVAILABLE: {
    en: 'The service is not available at the moment. Please try again.',
    pt: 'O serviço não está disponível no momento. Tente novamente.',
  },
  STORAGE_FULL: {
    en: 'The server has no space left: nothing was saved.',
    pt: 'O servidor está sem espaço: nada foi salvo.',
  },
  PAYLOAD_TOO_LARGE: {
    en: 'This is more than the server takes in one go.',
    pt: 'Isto é mais do que o servidor aceita de uma vez.',
  },
  LIMIT_EXCEEDED: {
    en: 'Something here is longer than the server accepts.',
    pt: 'Algo aqui é mais longo do que o servidor aceita.',
  },
  APPROVAL_REQUIRED: {
    en: 'Nothing was saved: this needs approval!',
    pt: 'Nada foi salvo: isto exige aprovação!',
  },
  FROZEN: {
    en: 'Nothing was saved: changes are frozen!',
    pt: 'Nada foi salvo: as mudanças estão congeladas!',
  },
  ENVIRONMENT_READ_ONLY: {
    en: 'Nothing was saved: you may only read one of the environments!',
    pt: 'Nada foi salvo: um dos ambientes você só pode ler!',
  },
  EMPTY_REASON: {
    en: 'Nothing was saved: this needs a reason!',
    pt: 'Nada foi salvo: isto exige um motivo!',
  },
  filed: {
    en: 'Nothing was saved yet: #{number} waits.',
    pt: 'Nada foi salvo ainda: #{number} está à espera.',
  },
  OLDER_NODE: {
    en: 'An older version of the service is still running beside this one and does not know this. Try again when the upgrade is finished.',
    pt: 'Uma versão mais antiga do serviço ainda está em execução e não conhece isto. Tente de novo quando a atualização terminar.',
  },
  METHOD_NOT_ALLOWED: {
    en: 'This address does not take this method!',
    pt: 'Este endereço não aceita este método!',
  },
  NOT_FOUND: {
    en: 'This does not exist any more: somebody deleted it.',
    pt: 'Isto não existe mais: alguém o excluiu.',
  },
} satisfies Texts;
