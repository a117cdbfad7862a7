import type { Texts } from './text.ts';

export const property = {
  list: {
    title: { en: 'Properties', pt: 'Propriedades' },
    new: { en: 'New property', pt: 'Nova propriedade' },
    empty: {
      en: 'Properties are what your app tells us about a user, such as country or plan. Rules use them to decide.',
      pt: 'Propriedades são o que o seu sistema informa sobre o usuário, como país ou plano. As regras usam essas informações para decidir.',
    },
  },
  titleNew: { en: 'New property', pt: 'Nova propriedade' },
  titleEdit: { en: 'Edit property', pt: 'Editar propriedade' },
  key: { en: 'Key', pt: 'Chave' },
  typeLocked: {
    en: 'The type cannot be changed after the property is saved.',
    pt: 'O tipo não pode ser alterado depois que a propriedade é salva.',
  },
  renameWarning: {
    en: 'Apps send this key. If you rename it, update them too.',
    pt: 'Seus sistemas enviam esta chave. Se você a renomear, atualize-os também.',
  },
  type: {
    STRING: { en: 'Text', pt: 'Texto' },
    NUMERIC: { en: 'Number', pt: 'Número' },
    DATE: { en: 'Date', pt: 'Data' },
    BOOLEAN: { en: 'True or false', pt: 'Verdadeiro ou falso' },
    SEMANTIC_VERSION: { en: 'Semantic version', pt: 'Versão semântica' },
    LIST: { en: 'List of texts', pt: 'Lista de textos' },
    more: { en: 'More…', pt: 'Mais…' },
  },
  delete: {
    confirm: { en: 'Delete property {key}?', pt: 'Excluir a propriedade {key}?' },
    success: { en: 'Property deleted.', pt: 'Propriedade excluída.' },
    title: { en: 'Delete property', pt: 'Excluir propriedade' },
  },
  error: {
    EMPTY_KEY: { en: 'Define a key!', pt: 'Defina uma chave!' },
    INVALID_KEY: {
      en: 'Only ASCII characters, numbers, dashes, underscores and periods (.) are allowed in the key.',
      pt: 'A chave só pode conter caracteres ASCII, números, hifens, sublinhados e pontos (.).',
    },
    EMPTY_TYPE: { en: 'Property type must be selected!', pt: 'Selecione o tipo da propriedade!' },
    UID_FORBIDDEN: { en: "Key 'uid' cannot be used!", pt: "A chave 'uid' não pode ser usada!" },
    DUPLICATE_KEY: {
      en: "There's already a property with this key!",
      pt: 'Já existe uma propriedade com esta chave!',
    },
    PROPERTY_USED_IN_EXPERIMENTS: {
      en: 'Property is being used in at least one experiment.',
      pt: 'A propriedade está sendo usada em pelo menos um experimento.',
    },
    PROPERTY_USED_IN_TARGET_GROUPS: {
      en: 'Property is being used in at least one target group.',
      pt: 'A propriedade está sendo usada em pelo menos um grupo-alvo.',
    },
    NOT_FOUND: { en: 'Property not found!', pt: 'Propriedade não encontrada!' },
    INVALID_CHARACTERS: {
      en: 'This text cannot have invisible characters!',
      pt: 'Este texto não pode ter caracteres invisíveis!',
    },
    LIMIT_EXCEEDED: {
      en: 'This can have at most {limit, number} characters!',
      pt: 'Isto pode ter no máximo {limit, number} caracteres!',
    },
    TYPE_LOCKED: {
      en: 'The type cannot be changed after the property is saved.',
      pt: 'O tipo não pode ser alterado depois que a propriedade é salva.',
    },
  },
  keyHint: {
    en: 'Letters without accents, numbers, dots, hyphens and underscores. Your app sends it with this name.',
    pt: 'Letras sem acento, números, pontos, hifens e sublinhados. Seu sistema a envia com este nome.',
  },
  chooseType: { en: 'Choose a type', pt: 'Escolha um tipo' },
} satisfies Texts;
