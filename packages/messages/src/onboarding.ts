import type { Texts } from './text.ts';

export const onboarding = {
  title: { en: 'Your first toggle in two minutes', pt: 'Seu primeiro toggle em dois minutos' },
  step: {
    application: { en: 'Create an application', pt: 'Crie uma aplicação' },
    toggle: { en: 'Create a toggle', pt: 'Crie um toggle' },
    key: { en: 'Generate a key', pt: 'Gere uma chave' },
    connect: { en: 'Connect your app', pt: 'Conecte seu sistema' },
    on: { en: 'Roll it out to somebody', pt: 'Libere para alguém' },
    rule: { en: 'See a rule serve a value', pt: 'Veja uma regra entregar um valor' },
  },
  next: { en: 'Next step, {n} of {total}:', pt: 'Próxima etapa, {n} de {total}:' },
  here: {
    key: {
      en: 'Generate the key of this environment, and copy it.',
      pt: 'Gere a chave deste ambiente e copie-a.',
    },
    on: {
      en: 'Press “Roll out…” beside a toggle, and choose for whom.',
      pt: 'Clique em “Liberar…” ao lado de um toggle e escolha para quem.',
    },
  },
  finished: {
    en: 'Done: a rule has served its first value.',
    pt: 'Pronto: uma regra entregou seu primeiro valor.',
  },
  waiting: { en: 'Waiting for the first request…', pt: 'Aguardando a primeira requisição…' },
  waitingHint: {
    en: 'Run your app with this key. This step completes on its own.',
    pt: 'Execute seu sistema com esta chave. Esta etapa se conclui sozinha.',
  },
  connected: { en: 'Connected', pt: 'Conectado' },
  connectedHint: {
    en: 'First request received {time}.',
    pt: 'Primeira requisição recebida {time}.',
  },
  trouble: {
    en: 'Nothing after 30 seconds? Check the key, the address and that your app has started.',
    pt: 'Nada depois de 30 segundos? Confira a chave, o endereço e se o sistema foi iniciado.',
  },
  dismiss: { en: 'Dismiss', pt: 'Dispensar' },
  progress: { en: '{done} of {total} done', pt: '{done} de {total} concluídas' },
  done: { en: 'Done', pt: 'Concluída' },
  notDone: { en: 'To do', pt: 'A fazer' },
  environment: {
    en: 'For {application} / {environment}:',
    pt: 'Para {application} / {environment}:',
  },
} satisfies Texts;
