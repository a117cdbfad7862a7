import type { Texts } from './text.ts';

export const policy = {
  heading: { en: 'Change policy', pt: 'Política de mudanças' },
  intro: {
    en: 'What a change needs before users get something else.',
    pt: 'O que uma mudança exige antes que usuários recebam algo diferente.',
  },
  needs: {
    all: { en: 'Needs {needs}', pt: 'Exige {needs}' },
    none: { en: 'Needs nothing', pt: 'Não exige nada' },
    approvals: {
      en: '{n, plural, one {# approval} other {# approvals}}',
      pt: '{n, plural, one {# aprovação} other {# aprovações}}',
    },
    alsoToPause: { en: 'Needs {needs}, also to pause', pt: 'Exige {needs}, também para pausar' },
    reason: { en: 'a reason', pt: 'um motivo' },
  },
  editOf: { en: 'Edit the policy of {environment}', pt: 'Editar a política de {environment}' },
  title: { en: 'Changes in {environment}', pt: 'Mudanças em {environment}' },
  approvals: { en: 'Approvals', pt: 'Aprovações' },
  approvalsHint: {
    en: 'By people other than the one who makes the change.',
    pt: 'De pessoas que não sejam quem faz a mudança.',
  },
  pauseDirectly: { en: 'Pausing needs none', pt: 'Pausar não exige nenhuma' },
  reasonRequired: { en: 'Every change needs a reason', pt: 'Toda mudança exige um motivo' },
  approvers: { en: 'Can approve: {people}', pt: 'Podem aprovar: {people}' },
  few: {
    en: 'Only {people} can approve here. Without them nothing changes but by bypass.',
    pt: 'Quem pode aprovar aqui: só {people}. Sem essa aprovação nada muda, a não ser ignorando as regras.',
  },
  ownNever: {
    en: 'What one of them changes can never be approved.',
    pt: 'O que uma dessas pessoas mudar nunca poderá ser aprovado.',
  },
  never: {
    en: '{n, plural, one {# approval} other {# approvals}} can never be reached: only {people} can approve here. Nothing changes but by bypass.',
    pt: 'Nunca haverá {n, plural, one {# aprovação} other {# aprovações}}: quem pode aprovar aqui é só {people}. Nada muda, a não ser ignorando as regras.',
  },
  neverByAny: {
    en: '{n, plural, one {# approval} other {# approvals}} can never be reached: nobody can approve here. Nothing changes but by bypass.',
    pt: 'Nunca haverá {n, plural, one {# aprovação} other {# aprovações}}: ninguém pode aprovar aqui. Nada muda, a não ser ignorando as regras.',
  },
  others: {
    en: '{names} and {count, plural, one {# other} other {# others}}',
    pt: '{names} e mais {count, plural, one {# pessoa} other {# pessoas}}',
  },
  saved: {
    en: 'Changes in {environment}: policy saved.',
    pt: 'Mudanças em {environment}: política salva.',
  },
  error: {
    INVALID_APPROVALS: { en: 'Between 0 and 3 approvals!', pt: 'Entre 0 e 3 aprovações!' },
  },
} as const satisfies Texts;
