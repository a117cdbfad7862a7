import type { Texts } from './text.ts';

export const palette = {
  placeholder: { en: 'Search or jump to…', pt: 'Buscar ou ir para…' },
  title: { en: 'Command palette', pt: 'Paleta de comandos' },
  nothing: { en: 'Nothing matches “{query}”.', pt: 'Nada corresponde a “{query}”.' },
  group: {
    recent: { en: 'Recent', pt: 'Recentes' },
    page: { en: 'Go to', pt: 'Ir para' },
    toggle: { en: 'Toggles', pt: 'Toggles' },
    environment: { en: 'Environments', pt: 'Ambientes' },
    application: { en: 'Applications', pt: 'Aplicações' },
    action: { en: 'Actions', pt: 'Ações' },
  },
} satisfies Texts;
