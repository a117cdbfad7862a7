import type { Texts } from './text.ts';

export const admission = {
  title: { en: 'This change needs something more', pt: 'Esta mudança precisa de algo mais' },
  approvalRequired: {
    en: '{environment} needs {n, plural, one {# approval} other {# approvals}}. Nothing was saved.',
    pt: '{environment} exige {n, plural, one {# aprovação} other {# aprovações}}. Nada foi salvo.',
  },
  approvers: { en: 'Can approve: {people}', pt: 'Podem aprovar: {people}' },
  nobody: {
    en: 'Nobody but you can approve here.',
    pt: 'Ninguém além de você pode aprovar aqui.',
  },
  frozen: {
    en: '{environment} is frozen until {time}: {name}. Nothing was saved.',
    pt: '{environment} está congelado até {time}: {name}. Nada foi salvo.',
  },
  readOnly: {
    en: 'This also changes {environments}, which you may only read. Nothing was saved. Ask {people}.',
    pt: 'Isto também muda {environments}, que você só pode ler. Nada foi salvo. Peça a {people}.',
  },
  noRequest: {
    en: 'This cannot wait as a change request. An administrator can do it by bypassing the rules.',
    pt: 'Isto não pode esperar como solicitação de mudança. Quem administra pode fazê-lo ignorando as regras.',
  },
  subject: { en: 'Title', pt: 'Título' },
  several: {
    en: '{first} and {count, plural, one {# more} other {# more}}',
    pt: '{first} e mais {count, plural, one {#} other {#}}',
  },
  atOnce: { en: 'Apply at once when approved', pt: 'Aplicar assim que aprovada' },
  reason: { en: 'Reason', pt: 'Motivo' },
  reasonHint: { en: '{environment} wants to know why.', pt: '{environment} quer saber por quê.' },
  request: { en: 'Request approval', pt: 'Solicitar aprovação' },
  afterFreeze: { en: 'Apply after the freeze', pt: 'Aplicar depois do congelamento' },
  goOn: { en: 'Continue', pt: 'Continuar' },
  bypass: { en: 'Bypass…', pt: 'Ignorar as regras…' },
  bypassNow: { en: 'Bypass', pt: 'Ignorar as regras' },
  bypassHint: {
    en: 'Everybody will see that you did this without approval, and your reason.',
    pt: 'Todos verão que você fez isto sem aprovação, e o seu motivo.',
  },
  filed: { en: '#{number} waits for approval', pt: '#{number} espera aprovação' },
  scheduled: { en: '#{number} will be applied {time}', pt: '#{number} será aplicada {time}' },
  filedAs: { en: 'Filed as #{number}', pt: 'Registrada como #{number}' },
  error: {
    EMPTY_REASON: { en: 'Please say why!', pt: 'Diga o motivo!' },
    VERSION_CONFLICT: {
      en: 'Somebody has saved this since you opened it. Look at it again, then decide!',
      pt: 'Alguém salvou isto desde que você abriu. Veja de novo e decida!',
    },
  },
} as const satisfies Texts;
