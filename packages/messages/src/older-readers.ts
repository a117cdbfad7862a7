import type { Texts } from './text.ts';

export const olderReaders = {
  title: {
    en: 'Some programs do not know this yet',
    pt: 'Alguns programas ainda não conhecem isto',
  },
  text: {
    en: 'They would treat {toggle} as unreadable: SDKs give everybody “{value}”, pages get their own fallback, until they are updated.',
    pt: 'Eles tratariam {toggle} como ilegível: SDKs dão “{value}” a todos, páginas usam o próprio valor reserva, até serem atualizados.',
  },
  names: {
    en: 'Seen in the last 7 days: {names}.',
    pt: 'Vistos nos últimos 7 dias: {names}.',
  },
  dependents: {
    en: 'Toggles that depend on it would follow: {names}.',
    pt: 'Os toggles que dependem dele seguiriam: {names}.',
  },
} satisfies Texts;
