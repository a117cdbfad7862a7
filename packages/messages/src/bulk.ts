import type { Texts } from './text.ts';

export const bulk = {
  refused: { en: '{name}: {reason}', pt: '{name}: {reason}' },
  none: {
    en: 'Nothing that is selected would change.',
    pt: 'Nada do que está selecionado mudaria.',
  },
  changes: {
    en: 'Will change ({count, number}):',
    pt: 'Vai mudar ({count, number}):',
  },
  skips: {
    en: 'Skipped ({count, number}): {reason}',
    pt: 'Fica como está ({count, number}): {reason}',
  },
  more: {
    en: 'and {count, number} more',
    pt: 'e mais {count, number}',
  },
  typeCount: {
    en: 'Type the number of changes, {count}, to confirm',
    pt: 'Digite o número de alterações, {count}, para confirmar',
  },
  done: {
    en: '{count, plural, =0 {Nothing changed} other {# changed}}',
    pt: '{count, plural, =0 {Nada mudou} one {# alterado} other {# alterados}}',
  },
  doneButNot: {
    en: '{count, plural, =0 {Nothing changed} other {# changed}}, {left, plural, one {# not: it stays selected} other {# not: they stay selected}}',
    pt: '{count, plural, =0 {Nada mudou} one {# alterado} other {# alterados}}, {left, plural, one {# não: continua selecionado} other {# não: continuam selecionados}}',
  },
  notUndone: {
    en: '{count, plural, one {# change was} other {# changes were}} not undone: {reason}',
    pt: '{count, plural, one {# não foi desfeito} other {# não foram desfeitos}}: {reason}',
  },
  action: {
    PAUSE: { en: 'Pause…', pt: 'Pausar…' },
    RESTART: { en: 'Restart…', pt: 'Retomar…' },
    CLONE: { en: 'Clone…', pt: 'Clonar…' },
    ADD_TAGS: { en: 'Add tags…', pt: 'Adicionar tags…' },
    REMOVE_TAGS: { en: 'Remove tags…', pt: 'Remover tags…' },
    SET_OWNER: { en: 'Owner…', pt: 'Responsável…' },
    ARCHIVE: { en: 'Archive…', pt: 'Arquivar…' },
    UNARCHIVE: { en: 'Bring back…', pt: 'Trazer de volta…' },
    DELETE: { en: 'Delete…', pt: 'Excluir…' },
  },
  title: {
    PAUSE: { en: 'Pause experiments in {environment}', pt: 'Pausar experimentos em {environment}' },
    RESTART: {
      en: 'Restart experiments in {environment}',
      pt: 'Retomar experimentos em {environment}',
    },
    CLONE: {
      en: 'Clone experiments of {environment}',
      pt: 'Clonar experimentos de {environment}',
    },
    ADD_TAGS: { en: 'Add tags', pt: 'Adicionar tags' },
    REMOVE_TAGS: { en: 'Remove tags', pt: 'Remover tags' },
    SET_OWNER: { en: 'Change the owner', pt: 'Alterar o responsável' },
    ARCHIVE: { en: 'Archive toggles', pt: 'Arquivar toggles' },
    UNARCHIVE: { en: 'Bring toggles back', pt: 'Trazer toggles de volta' },
    DELETE: { en: 'Delete toggles', pt: 'Excluir toggles' },
    deleteExperiments: {
      en: 'Delete experiments of {environment}',
      pt: 'Excluir experimentos de {environment}',
    },
  },
  verb: {
    PAUSE: { en: 'Pause', pt: 'Pausar' },
    RESTART: { en: 'Restart', pt: 'Retomar' },
    CLONE: { en: 'Clone', pt: 'Clonar' },
    ADD_TAGS: { en: 'Add', pt: 'Adicionar' },
    REMOVE_TAGS: { en: 'Remove', pt: 'Remover' },
    SET_OWNER: { en: 'Change', pt: 'Alterar' },
    ARCHIVE: { en: 'Archive', pt: 'Arquivar' },
    UNARCHIVE: { en: 'Bring back', pt: 'Trazer de volta' },
    DELETE: { en: 'Delete', pt: 'Excluir' },
  },
  field: {
    tags: { en: 'Tags, with blanks between them', pt: 'Tags, separadas por espaços' },
    owner: { en: 'Owner', pt: 'Responsável' },
    nobody: { en: 'Nobody', pt: 'Ninguém' },
    destination: { en: 'To', pt: 'Para' },
  },
  why: {
    noExperiment: {
      en: 'no experiment in {environment}',
      pt: 'sem experimento em {environment}',
    },
    paused: { en: 'paused already', pt: 'já em pausa' },
    readOnly: { en: 'you may only read it', pt: 'você só pode ler' },
    active: { en: 'active already', pt: 'já em andamento' },
    cloned: { en: 'has an experiment there', pt: 'já tem experimento lá' },
    tagged: { en: 'has these tags already', pt: 'já tem estas tags' },
    untagged: { en: 'has none of these tags', pt: 'não tem nenhuma destas tags' },
    owned: { en: 'belongs to them already', pt: 'já pertence a essa pessoa' },
    archived: { en: 'archived already', pt: 'já arquivado' },
    unarchived: { en: 'not archived', pt: 'não arquivado' },
    used: { en: 'has experiments in {environments}', pt: 'tem experimentos em {environments}' },
  },
  error: {
    NOT_FOUND: { en: 'Not there any more', pt: 'Não existe mais' },
    UNCHANGED: { en: 'Was so already', pt: 'Já estava assim' },
    LIMIT_EXCEEDED: { en: 'Would be more than allowed', pt: 'Passaria do limite' },
    EXPERIMENT_EXISTS: { en: 'Has experiments', pt: 'Tem experimentos' },
    EXPERIMENT_DEPENDENCY_EXISTS: {
      en: 'Other experiments depend on it',
      pt: 'Outros experimentos dependem dele',
    },
    APPROVAL_REQUIRED: { en: 'Needs approval', pt: 'Exige aprovação' },
    FROZEN: { en: 'Frozen', pt: 'Congelado' },
    ENVIRONMENT_READ_ONLY: { en: 'You may only read there', pt: 'Ali você só pode ler' },
    EMPTY_REASON: { en: 'Needs a reason', pt: 'Exige um motivo' },
    TOGGLE_HAS_EXPERIMENT: { en: 'Has an experiment there', pt: 'Já tem experimento lá' },
    TOGGLE_ARCHIVED: { en: 'Its toggle is archived', pt: 'O toggle está arquivado' },
    CIRCULAR_TOGGLE_DEPENDENCY: {
      en: 'Would depend on itself there',
      pt: 'Dependeria de si mesmo lá',
    },
    DEPENDENCY_CHAIN_TOO_LONG: {
      en: 'Would make a chain of too many toggles there',
      pt: 'Formaria uma cadeia de toggles longa demais lá',
    },
    TOGGLE_DEPENDENCY_NON_ACTIVE_EXPERIMENT: {
      en: 'Depends on a toggle without an active experiment there',
      pt: 'Depende de um toggle sem experimento em andamento lá',
    },
    DUPLICATED_RULE: { en: 'Has the same rule twice', pt: 'Tem a mesma regra duas vezes' },
  },
} satisfies Texts;
