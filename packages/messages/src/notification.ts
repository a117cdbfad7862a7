import type { Texts } from './text.ts';

export const notification = {
  test: {
    en: 'Test message from Comporta: notifications arrive here',
    pt: 'Mensagem de teste do Comporta: as notificações chegam aqui',
  },
  open: {
    one: { en: 'Open it', pt: 'Abrir' },
    list: { en: 'Open the list', pt: 'Abrir a lista' },
    auditLog: { en: 'Open the audit log', pt: 'Abrir o log de auditoria' },
  },
  results: {
    VERDICT: {
      en: '{toggle} in {environment}: {verdict}',
      pt: '{toggle} em {environment}: {verdict}',
    },
    SRM: {
      en: '{toggle} in {environment}: traffic does not match the split. Do not use the results until the cause is found.',
      pt: '{toggle} em {environment}: o tráfego não corresponde à divisão. Não use os resultados até encontrar a causa.',
    },
    HARM: {
      en: '{toggle} in {environment}: “{value}” harms {metric}. Consider pausing.',
      pt: '{toggle} em {environment}: “{value}” prejudica {metric}. Considere pausar.',
    },
    PLANNED_END: {
      en: '{toggle} in {environment}: the planned sample is reached. {verdict}',
      pt: '{toggle} em {environment}: a amostra planejada foi atingida. {verdict}',
    },
    OTHER: {
      en: '{toggle} in {environment}: there is news of the results.',
      pt: '{toggle} em {environment}: há novidades nos resultados.',
    },
    open: { en: 'Open the results', pt: 'Abrir os resultados' },
  },
  stale: {
    headline: {
      en: '{count, plural, one {# toggle has become stale} other {# toggles have become stale}}',
      pt: '{count, plural, one {# toggle ficou obsoleto} other {# toggles ficaram obsoletos}}',
    },
    one: { en: '{toggle}: {why}', pt: '{toggle}: {why}' },
    owned: { en: '{toggle} ({owner}): {why}', pt: '{toggle} ({owner}): {why}' },
    more: { en: 'and {count, number} more', pt: 'e mais {count, number}' },
    open: { en: 'Open the stale toggles', pt: 'Abrir os toggles obsoletos' },
  },
  status: {
    PENDING: { en: 'Waiting', pt: 'Aguardando' },
    DELIVERED: { en: 'Delivered', pt: 'Entregue' },
    FAILED: { en: 'Failed', pt: 'Falhou' },
  },
  error: {
    NO_WEBHOOK: { en: 'The application has no webhook.', pt: 'A aplicação não tem webhook.' },
    ADDRESS_NOT_ALLOWED: {
      en: 'The address of the webhook is in a network that this server must not call.',
      pt: 'O endereço do webhook está em uma rede que este servidor não pode chamar.',
    },
    UNKNOWN_HOST: {
      en: 'The host of the webhook was not found, or this server must not call its address.',
      pt: 'O host do webhook não foi encontrado, ou este servidor não pode chamar o endereço dele.',
    },
    NOT_CONNECTED: {
      en: 'The webhook could not be reached.',
      pt: 'Não foi possível conectar ao webhook.',
    },
    TIMED_OUT: {
      en: 'The webhook did not answer in time.',
      pt: 'O webhook não respondeu a tempo.',
    },
    HTTP_STATUS: {
      en: 'The webhook answered with status {status}.',
      pt: 'O webhook respondeu com o status {status}.',
    },
  },
} satisfies Texts;
