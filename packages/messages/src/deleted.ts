import type { Texts } from './text.ts';

export const deleted = {
  title: { en: 'Deleted', pt: 'Excluídos' },
  intro: {
    en: 'What was deleted in the last {days, plural, one {# day} other {# days}}, except with an environment.',
    pt: 'O que foi excluído {days, plural, one {no último # dia} other {nos últimos # dias}}, exceto junto com um ambiente.',
  },
  empty: {
    en: 'Nothing was deleted in the last {days, plural, one {# day} other {# days}}.',
    pt: 'Nada foi excluído {days, plural, one {no último # dia} other {nos últimos # dias}}.',
  },
  off: {
    en: 'This service does not keep what is deleted.',
    pt: 'Este serviço não guarda o que é excluído.',
  },
  what: { en: 'What', pt: 'O quê' },
  anything: { en: 'Anything', pt: 'Qualquer coisa' },
  when: { en: 'Deleted', pt: 'Exclusão' },
  until: { en: 'Restorable until', pt: 'Pode ser restaurado até' },
  type: {
    experiment: { en: 'Experiment', pt: 'Experimento' },
    toggle: { en: 'Toggle', pt: 'Toggle' },
    targetGroup: { en: 'Target group', pt: 'Grupo-alvo' },
    property: { en: 'Property', pt: 'Propriedade' },
  },
  restore: { en: 'Restore', pt: 'Restaurar' },
  restoreOf: { en: 'Restore {name}', pt: 'Restaurar {name}' },
  restored: {
    en: '{name} restored. Users get what they got before.',
    pt: '{name} restaurado. Os usuários recebem o que recebiam antes.',
  },
  open: { en: 'Open', pt: 'Abrir' },
  refused: { en: '{name} was not restored', pt: '{name} não foi restaurado' },
  missing: {
    en: 'It uses what no longer exists. Restore this first:',
    pt: 'Ele usa o que já não existe. Restaure antes:',
  },
  outdated: {
    en: 'Its rules no longer fit what they use: something has been changed since, such as the values of the toggle. The audit log has the rules as they were.',
    pt: 'As regras já não combinam com o que usam: algo mudou desde então, como os valores do toggle. O log de auditoria tem as regras como eram.',
  },
  rename: {
    title: { en: 'Restore under another name', pt: 'Restaurar com outro nome' },
    text: {
      en: 'Something else is called {name} now. Systems that ask for {name} go on getting that one.',
      pt: 'Outra coisa se chama {name} agora. Os sistemas que pedem {name} continuam recebendo essa.',
    },
    name: { en: 'Name', pt: 'Nome' },
  },
  forGood: { en: 'Delete for good', pt: 'Excluir definitivamente' },
  forGoodConfirm: {
    en: '{name} can then no longer be restored.',
    pt: 'Depois disso, {name} não poderá mais ser restaurado.',
  },
  forGoodDone: { en: 'Deleted for good.', pt: 'Excluído definitivamente.' },
  gone: {
    en: 'It can no longer be restored: somebody has restored it, or its time is over.',
    pt: 'Já não pode ser restaurado: alguém o restaurou, ou o prazo acabou.',
  },
} satisfies Texts;
