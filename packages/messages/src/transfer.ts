import type { Texts } from './text.ts';

/** An application as one document. */
export const transfer = {
  title: { en: 'Export and import', pt: 'Exportar e importar' },
  intro: {
    en: 'The application as one document, to keep or to bring elsewhere. Keys, users, policies and results are not in it.',
    pt: 'A aplicação em um só documento, para guardar ou levar a outro lugar. Chaves, usuários, políticas e resultados não fazem parte dele.',
  },
  export: { en: 'Export', pt: 'Exportar' },
  import: { en: 'Import…', pt: 'Importar…' },
  importTitle: { en: 'Import a document', pt: 'Importar um documento' },
  file: { en: 'Document', pt: 'Documento' },
  fileHint: {
    en: 'A JSON file that was exported from an application. First you see what it changes.',
    pt: 'Um arquivo JSON exportado de uma aplicação. Primeiro você vê o que ele muda.',
  },
  deleteOthers: {
    en: 'Delete what the document does not have (environments stay)',
    pt: 'Excluir o que o documento não tem (ambientes ficam)',
  },
  plan: {
    en: '{application}: {created, plural, one {# to create} other {# to create}}, {updated, plural, one {# to change} other {# to change}}, {deleted, plural, one {# to delete} other {# to delete}}.',
    pt: '{application}: {created, plural, one {# a criar} other {# a criar}}, {updated, plural, one {# a alterar} other {# a alterar}}, {deleted, plural, one {# a excluir} other {# a excluir}}.',
  },
  nothing: {
    en: 'There is nothing to change: the application is as the document of {application} says.',
    pt: 'Não há nada a mudar: a aplicação está como diz o documento de {application}.',
  },
  changes: { en: 'What it changes', pt: 'O que ele muda' },
  line: {
    CREATE: { en: 'Create {type} {name}', pt: 'Criar {type} {name}' },
    UPDATE: { en: 'Change {type} {name}', pt: 'Alterar {type} {name}' },
    DELETE: { en: 'Delete {type} {name}', pt: 'Excluir {type} {name}' },
  },
  thing: { en: '{type} {name}', pt: '{type} {name}' },
  inEnvironment: { en: '{what} in {environment}', pt: '{what} em {environment}' },
  type: {
    environment: { en: 'environment', pt: 'ambiente' },
    property: { en: 'property', pt: 'propriedade' },
    targetGroup: { en: 'target group', pt: 'grupo-alvo' },
    toggle: { en: 'toggle', pt: 'toggle' },
    experiment: { en: 'experiment', pt: 'experimento' },
    metric: { en: 'metric', pt: 'métrica' },
    idList: { en: 'id list', pt: 'lista de ids' },
  },
  more: { en: 'and {count, number} more', pt: 'e mais {count, number}' },
  verb: { en: 'Import', pt: 'Importar' },
  done: {
    en: '{count, plural, one {# change} other {# changes}} imported.',
    pt: '{count, plural, one {# mudança importada} other {# mudanças importadas}}.',
  },
  refused: {
    en: 'It cannot be imported as it is. {what}: {text}',
    pt: 'Do jeito que está, não pode ser importado. {what}: {text}',
  },
  refusedWhole: {
    en: 'It cannot be imported as it is. {text}',
    pt: 'Do jeito que está, não pode ser importado. {text}',
  },
  bad: {
    NOT_JSON: {
      en: 'This file is no JSON, or not all of it is there!',
      pt: 'Este arquivo não é JSON, ou está incompleto!',
    },
    NO_DOCUMENT: {
      en: 'This file was not exported from an application! For files of Unleash, flagd and LaunchDarkly there is the command comporta import.',
      pt: 'Este arquivo não foi exportado de uma aplicação! Para arquivos do Unleash, do flagd e do LaunchDarkly existe o comando comporta import.',
    },
    NOT_WHOLE: {
      en: 'The document is not as it must be: see {place}!',
      pt: 'O documento não está como deveria: veja {place}!',
    },
    TOO_LARGE: {
      en: 'A document can have at most {limit, number} MB!',
      pt: 'Um documento pode ter no máximo {limit, number} MB!',
    },
    NO_FILE: { en: 'Choose a file!', pt: 'Escolha um arquivo!' },
  },
} as const satisfies Texts;
