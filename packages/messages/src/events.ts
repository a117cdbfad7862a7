import type { Texts } from './text.ts';

export const events = {
  itemCode: {
    INVALID_ITEM: {
      en: 'is not an event, or lacks a field',
      pt: 'não é um evento ou falta um campo',
    },
    INVALID_ID: {
      en: 'has an id that is neither a UUID nor a text of 1 to 200 characters, or whose time is far off',
      pt: 'tem um id que não é UUID nem texto de 1 a 200 caracteres, ou cujo horário está muito distante',
    },
    INVALID_UID: {
      en: 'has a user id of 0 or more than 256 bytes',
      pt: 'tem um ID de usuário vazio ou com mais de 256 bytes',
    },
    INVALID_KEY: { en: 'has no valid event key', pt: 'não tem uma chave de evento válida' },
    INVALID_VALUE: {
      en: 'has a value that is not a finite number up to 1e12',
      pt: 'tem um valor que não é um número finito até 1e12',
    },
    TOO_OLD: { en: 'is older than 7 days', pt: 'tem mais de 7 dias' },
    TOO_MANY_KEYS: {
      en: 'has a new event key, and there is no room for more: 200 from servers, 20 from pages. A metric with this key makes room',
      pt: 'tem uma chave de evento nova, e não há lugar para mais: 200 de servidores, 20 de páginas. Uma métrica com esta chave abre lugar',
    },
    UNKNOWN_TOGGLE: {
      en: 'names a toggle that does not exist, or that clients may not see',
      pt: 'indica um toggle que não existe ou que clientes não podem ver',
    },
    NOT_MEASURED: {
      en: 'is an exposure of a toggle that is not being measured',
      pt: 'é uma exposição de um toggle que não está em medição',
    },
    AMBIGUOUS_RULE: { en: 'does not say which rule decided', pt: 'não diz qual regra decidiu' },
    STALE_PHASE: {
      en: 'belongs to a phase that ended more than 24 hours ago',
      pt: 'pertence a uma fase encerrada há mais de 24 horas',
    },
    WRONG_ASSIGNMENT: {
      en: 'names another value than the split gives this user',
      pt: 'informa um valor diferente do que a divisão dá a este usuário',
    },
    NOT_TRUSTED: {
      en: 'came from a page, and this plan counts only exposures that servers sent',
      pt: 'veio de uma página, e este plano conta só exposições enviadas por servidores',
    },
    WRONG_UNIT: {
      en: 'does not name the property by which the rule splits',
      pt: 'não informa a propriedade pela qual a regra divide',
    },
  },
} satisfies Texts;
