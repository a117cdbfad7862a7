import type { Texts } from './text.ts';

export const shortcuts = {
  title: { en: 'Keyboard shortcuts', pt: 'Atalhos de teclado' },
  singleKeys: { en: 'Use single-key shortcuts', pt: 'Usar atalhos de uma tecla' },
  singleKeysHint: {
    en: 'Turn them off if you dictate, or press keys by accident.',
    pt: 'Desative se você usa ditado ou pressiona teclas sem querer.',
  },
  palette: { en: 'Search and commands', pt: 'Busca e comandos' },
  save: { en: 'Save the form', pt: 'Salvar o formulário' },
  move: { en: 'Move a rule', pt: 'Mover uma regra' },
  toasts: { en: 'Go to notifications', pt: 'Ir para as notificações' },
  filter: { en: 'Search in the list', pt: 'Buscar na lista' },
  create: { en: 'New, in a list', pt: 'Novo, em uma lista' },
  dashboard: { en: 'Go to the dashboard', pt: 'Ir para o painel' },
  toggles: { en: 'Go to toggles', pt: 'Ir para os toggles' },
  experiments: { en: 'Go to experiments', pt: 'Ir para os experimentos' },
  help: { en: 'This list', pt: 'Esta lista' },
} satisfies Texts;
