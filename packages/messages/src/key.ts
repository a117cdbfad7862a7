import type { Texts } from './text.ts';

export const key = {
  title: {
    en: 'New key for {application} / {environment}',
    pt: 'Nova chave para {application} / {environment}',
  },
  warning: {
    en: 'A new key invalidates the previous one: apps that use it stop receiving values until you replace it.',
    pt: 'Uma nova chave invalida a anterior: os sistemas que a utilizam deixarão de receber valores até você substituí-la.',
  },
  askPassword: { en: 'Enter your password to continue', pt: 'Digite sua senha para continuar' },
  submit: { en: 'Generate key', pt: 'Gerar chave' },
  shownOnce: {
    en: 'Copy this key now. It will not be shown again.',
    pt: 'Copie esta chave agora. Ela não será exibida novamente.',
  },
  saved: { en: 'I have stored the key', pt: 'Já guardei a chave' },
  leaveWithoutCopy: {
    en: 'You have not copied the key and it cannot be shown again. Leave anyway?',
    pt: 'Você não copiou a chave e ela não poderá ser exibida novamente. Sair mesmo assim?',
  },
  exampleUrl: { en: 'Example: fetch toggles', pt: 'Exemplo: buscar toggles' },
  region: {
    eu: { en: 'Europe', pt: 'Europa' },
    sa: { en: 'South America', pt: 'América do Sul' },
    trial: { en: 'Trial', pt: 'Avaliação' },
  },
  error: {
    MANDATORY_PASSWORD: { en: 'Password is mandatory.', pt: 'A senha é obrigatória.' },
    WRONG_PASSWORD: { en: 'Wrong password!', pt: 'Senha incorreta!' },
    INVALID_OVERLAP: {
      en: 'The previous key can work for 0 to 168 more hours!',
      pt: 'A chave anterior pode funcionar por mais 0 a 168 horas!',
    },
    ERROR: {
      en: 'An unexpected error occurred. Please try again.',
      pt: 'Ocorreu um erro inesperado. Tente novamente.',
    },
  },
  lastUsed: {
    en: 'The current key was last used {time}.',
    pt: 'A chave atual foi usada pela última vez {time}.',
  },
  neverUsed: {
    en: 'The current key was never used.',
    pt: 'A chave atual nunca foi usada.',
  },
  newKey: { en: 'Your new key', pt: 'Sua nova chave' },
  done: { en: 'Done', pt: 'Concluir' },
  leave: { en: 'Leave without the key', pt: 'Sair sem a chave' },
  stay: { en: 'Stay', pt: 'Ficar' },
  leaveTitle: { en: 'The key is not copied', pt: 'A chave não foi copiada' },
  connect: { en: 'Connect your app', pt: 'Conecte seu sistema' },
  connectPage: { en: 'Connect a page', pt: 'Conecte uma página' },
  server: {
    title: { en: 'Environment key', pt: 'Chave do ambiente' },
    for: { en: 'For your servers', pt: 'Para seus servidores' },
    secret: { en: 'Secret', pt: 'Secreta' },
    opens: {
      en: 'Opens every toggle, with all rules, terms and user ids in them.',
      pt: 'Abre todos os toggles, com todas as regras, termos e ids de usuários.',
    },
    keep: {
      en: 'Keep it on servers. It is shown once, when it is made.',
      pt: 'Mantenha-a em servidores. Ela é exibida uma única vez, ao ser gerada.',
    },
    seenInPage: {
      en: 'Seen from a browser {time}: whoever opens that page can read every rule. Move it to a client key.',
      pt: 'Vista em um navegador {time}: quem abre essa página pode ler todas as regras. Passe-a para uma chave de cliente.',
    },
  },
  client: {
    title: { en: 'Client key', pt: 'Chave de cliente' },
    for: { en: 'For web pages and apps', pt: 'Para páginas web e aplicativos' },
    public: { en: 'Public', pt: 'Pública' },
    opens: {
      en: 'Opens only the values of toggles that are available to clients. Never a rule.',
      pt: 'Abre apenas os valores dos toggles disponíveis para clientes. Nunca uma regra.',
    },
    keep: {
      en: 'Anybody can read it in a page, and that is fine. It can be shown again.',
      pt: 'Qualquer pessoa pode lê-la em uma página, e não há problema. Ela pode ser exibida novamente.',
    },
    none: {
      en: 'No client key yet.',
      pt: 'Ainda não há chave de cliente.',
    },
    generate: { en: 'Generate client key', pt: 'Gerar chave de cliente' },
    replace: { en: 'Replace client key', pt: 'Substituir chave de cliente' },
    replaceWarning: {
      en: 'Pages and apps that use the previous client key stop receiving values until you replace it there.',
      pt: 'Páginas e aplicativos que usam a chave de cliente anterior deixarão de receber valores até você substituí-la.',
    },
    password: {
      en: 'Enter your password for the client key',
      pt: 'Digite sua senha para a chave de cliente',
    },
    origins: { en: 'Allowed origins', pt: 'Origens permitidas' },
    originsHint: {
      en: 'One in each line, such as https://www.example.com. Apps send no origin and are always allowed.',
      pt: 'Uma em cada linha, como https://www.example.com. Aplicativos não enviam origem e são sempre permitidos.',
    },
    anyOrigin: {
      en: 'Any origin: pages of every website may use this key.',
      pt: 'Qualquer origem: páginas de qualquer site podem usar esta chave.',
    },
    saveOrigins: { en: 'Save origins', pt: 'Salvar origens' },
    originsSaved: { en: 'Origins saved.', pt: 'Origens salvas.' },
    error: {
      INVALID_ORIGIN: {
        en: 'Line {line, number} is not an origin such as https://www.example.com!',
        pt: 'A linha {line, number} não é uma origem como https://www.example.com!',
      },
      LIMIT_EXCEEDED: {
        en: 'There can be at most {limit, number} origins!',
        pt: 'Pode haver no máximo {limit, number} origens!',
      },
    },
  },
} satisfies Texts;
