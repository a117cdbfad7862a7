import type { Texts } from './text.ts';

export const compare = {
  title: { en: 'Compare environments', pt: 'Comparar ambientes' },
  from: { en: 'Example', pt: 'Exemplo' },
  to: { en: 'Compared with it', pt: 'Comparado com ele' },
  swap: { en: 'Swap the environments', pt: 'Trocar os ambientes' },
  onlyDifferences: { en: 'only differences', pt: 'só diferenças' },
  tooFew: {
    en: 'Two environments can be compared; this application has one.',
    pt: 'É possível comparar dois ambientes; esta aplicação tem um.',
  },
  noToggles: {
    en: 'There are no toggles to compare yet.',
    pt: 'Ainda não há toggles para comparar.',
  },
  toggle: { en: 'Toggle', pt: 'Toggle' },
  difference: { en: 'How {to} differs', pt: 'Em que {to} difere' },
  state: {
    SAME: { en: 'same', pt: 'igual' },
    DIFFERENT: { en: 'different', pt: 'diferente' },
    ONLY_FROM: { en: 'only in {from}', pt: 'só em {from}' },
    ONLY_TO: { en: 'only in {to}', pt: 'só em {to}' },
  },
  otherSalt: {
    en: 'Another salt: users fall on other sides in {to}.',
    pt: 'Outro sal: em {to} os usuários caem em outros lados.',
  },
  promote: { en: 'Promote to {to}…', pt: 'Promover para {to}…' },
  status: { en: 'rules paused in {environment}', pt: 'regras pausadas em {environment}' },
  rule: {
    CHANGED: { en: 'rule #{n} is different', pt: 'a regra #{n} é diferente' },
    ADDED: { en: 'rule #{n} of {from} is missing', pt: 'falta a regra #{n} de {from}' },
    REMOVED: { en: 'rule #{n} is additional', pt: 'a regra #{n} está a mais' },
    MOVED: { en: 'rule #{n} is #{place} in {from}', pt: 'a regra #{n} é a #{place} em {from}' },
  },
  more: { en: 'and {count, number} more', pt: 'e mais {count, number}' },
} satisfies Texts;
