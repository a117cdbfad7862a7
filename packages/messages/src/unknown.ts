import type { Texts } from './text.ts';

export const unknown = {
  count: {
    en: '{count, plural, one {# unknown name is} other {# unknown names are}} asked for',
    pt: '{count, plural, one {# nome desconhecido é pedido} other {# nomes desconhecidos são pedidos}}',
  },
  NEVER: {
    en: 'There has never been a toggle of this name.',
    pt: 'Nunca houve um toggle com este nome.',
  },
  DELETED: { en: 'Deleted {time} by {name}.', pt: 'Excluído {time} por {name}.' },
  HIDDEN: {
    en: 'It exists, but is not available to clients.',
    pt: 'Ele existe, mas não está disponível para clientes.',
  },
  asked: {
    en: '{environment}: {count, plural, one {# time} other {# times}}, last {time}',
    pt: '{environment}: {count, plural, one {# vez} other {# vezes}}, a última {time}',
  },
  near: { en: 'Did you mean {toggle}?', pt: 'Você quis dizer {toggle}?' },
  create: { en: 'Create {name}', pt: 'Criar {name}' },
} satisfies Texts;
