import type { Texts } from './text.ts';

export const metric = {
  list: {
    title: { en: 'Metrics', pt: 'Métricas' },
    new: { en: 'New metric', pt: 'Nova métrica' },
    empty: {
      en: 'A metric turns the events of your system into a figure per user, such as “bought something within a week”.',
      pt: 'Uma métrica transforma os eventos do seu sistema em um número por usuário, como “comprou algo em até uma semana”.',
    },
    key: { en: 'Key', pt: 'Chave' },
    kind: { en: 'Kind', pt: 'Tipo' },
    lastEvent: { en: 'Last event', pt: 'Último evento' },
    never: { en: 'never', pt: 'nunca' },
    usedBy: { en: 'Used by', pt: 'Usada por' },
    usedByCount: {
      en: '{count, plural, =0 {no analysis} one {# analysis} other {# analyses}}',
      pt: '{count, plural, =0 {nenhuma análise} one {# análise} other {# análises}}',
    },
    usedByOf: {
      en: '{key}: {count, plural, one {# analysis} other {# analyses}}',
      pt: '{key}: {count, plural, one {# análise} other {# análises}}',
    },
    use: { en: '{toggle} in {environment}', pt: '{toggle} em {environment}' },
    perDay: { en: 'Events a day', pt: 'Eventos por dia' },
    perDaySummary: {
      en: '{total, number} events in 14 days, {last, number} yesterday',
      pt: '{total, number} eventos em 14 dias, {last, number} ontem',
    },
    unused: {
      en: 'Event keys seen but not used',
      pt: 'Chaves de evento recebidas e não usadas',
    },
    makeMetric: {
      en: 'Make a metric of “{eventKey}”',
      pt: 'Criar métrica a partir de “{eventKey}”',
    },
    deleteKey: { en: 'Delete {eventKey}', pt: 'Excluir {eventKey}' },
    deleteKeyQuestion: {
      en: 'Delete the event key {eventKey}? Events that were sent with it are no longer counted. If a server sends it again, it comes back.',
      pt: 'Excluir a chave de evento {eventKey}? Os eventos enviados com ela não serão mais contados. Se um servidor a enviar de novo, ela volta.',
    },
    keyDeleted: { en: 'Event key deleted.', pt: 'Chave de evento excluída.' },
    refused: {
      en: 'Refused events of the last 24 hours',
      pt: 'Eventos recusados nas últimas 24 horas',
    },
    refusedOf: {
      en: '{environment}: {count, plural, one {# event} other {# events}}, {reason}',
      pt: '{environment}: {count, plural, one {# evento} other {# eventos}}, {reason}',
    },
    fromPages: { en: 'sent by pages only', pt: 'enviada apenas por páginas' },
  },
  edit: {
    titleNew: { en: 'New metric', pt: 'Nova métrica' },
    title: { en: 'Edit metric', pt: 'Editar métrica' },
    key: { en: 'Key', pt: 'Chave' },
    name: { en: 'Name', pt: 'Nome' },
    description: { en: 'Description', pt: 'Descrição' },
    chooseKind: { en: 'Choose a kind', pt: 'Escolha um tipo' },
    eventKey: { en: 'Event key', pt: 'Chave do evento' },
    eventKeyHint: {
      en: 'The name that your system sends: track(“purchase”).',
      pt: 'O nome que seu sistema envia: track(“purchase”).',
    },
    denominatorKey: {
      en: 'Event key of the denominator',
      pt: 'Chave do evento do denominador',
    },
    numeratorOf: { en: 'Numerator', pt: 'Numerador' },
    denominatorOf: { en: 'Denominator', pt: 'Denominador' },
    betterLabel: { en: 'Better when it goes', pt: 'Melhor quando' },
    better: {
      UP: { en: 'up', pt: 'aumenta' },
      DOWN: { en: 'down', pt: 'diminui' },
    },
    window: {
      en: 'Time window after the first exposure',
      pt: 'Janela de tempo após a primeira exposição',
    },
    windowHint: {
      en: 'In hours. A week has 168.',
      pt: 'Em horas. Uma semana tem 168.',
    },
    retentionFrom: { en: 'from hour', pt: 'a partir da hora' },
    retentionTo: { en: 'to hour', pt: 'até a hora' },
    lookback: {
      en: 'Earlier days used for the adjustment',
      pt: 'Dias anteriores usados no ajuste',
    },
    lookbackHint: {
      en: 'What users did before shows more with the same users. 0 turns it off.',
      pt: 'O que os usuários fizeram antes permite ver mais com os mesmos usuários. 0 desativa.',
    },
    capLabel: { en: 'Cap per user', pt: 'Limite por usuário' },
    capHint: {
      en: 'Keeps a few users with huge figures from deciding alone.',
      pt: 'Evita que poucos usuários com números enormes decidam sozinhos.',
    },
    capValue: { en: 'Value of the cap', pt: 'Valor do limite' },
    cap: {
      NONE: { en: 'none', pt: 'nenhum' },
      ABSOLUTE: { en: 'a number', pt: 'um número' },
      PERCENTILE: { en: 'a percentile, fixed at the start', pt: 'um percentil, fixado no início' },
    },
    margin: { en: 'Margin as a guardrail', pt: 'Margem como proteção' },
    marginHint: {
      en: 'How much worse than the control is still acceptable, in percent of the control.',
      pt: 'Quanto pior que o controle ainda é aceitável, em porcentagem do controle.',
    },
    trusted: {
      en: 'Count only events sent with a secret key',
      pt: 'Contar só eventos enviados com chave secreta',
    },
    trustedHint: {
      en: 'Events of browsers and apps can be forged.',
      pt: 'Eventos de navegadores e aplicativos podem ser forjados.',
    },
    runningNote: {
      en: 'Running analyses keep the definition they started with.',
      pt: 'As análises em andamento mantêm a definição com que começaram.',
    },
    forPlan: {
      en: 'Once saved, it is chosen in the plan that you came from.',
      pt: 'Depois de salva, ela é escolhida no plano de onde você veio.',
    },
    backToPlan: { en: 'Back to the plan', pt: 'Voltar ao plano' },
  },
  kind: {
    CONVERSION: { en: 'Conversion', pt: 'Conversão' },
    COUNT: { en: 'Count', pt: 'Contagem' },
    MEAN: { en: 'Mean', pt: 'Média' },
    RATIO: { en: 'Ratio', pt: 'Razão' },
    RETENTION: { en: 'Retention', pt: 'Retenção' },
  },
  aggregate: {
    SUM: { en: 'Sum of values', pt: 'Soma dos valores' },
    COUNT: { en: 'Number of events', pt: 'Número de eventos' },
  },
  kindHint: {
    CONVERSION: {
      en: 'Share of users with at least one event',
      pt: 'Parcela de usuários com pelo menos um evento',
    },
    COUNT: { en: 'Events per user', pt: 'Eventos por usuário' },
    MEAN: { en: 'Sum of the values per user', pt: 'Soma dos valores por usuário' },
    RATIO: {
      en: 'Sum or number of one event over that of another, or of the same: value per order',
      pt: 'Soma ou número de um evento sobre a de outro, ou do mesmo: valor por pedido',
    },
    RETENTION: {
      en: 'Share of users who come back in a period',
      pt: 'Parcela de usuários que voltam em um período',
    },
  },
  deleteTitle: { en: 'Delete metric', pt: 'Excluir métrica' },
  deleteConfirm: {
    en: 'Delete the metric {name}? Past results keep it.',
    pt: 'Excluir a métrica {name}? Os resultados anteriores a mantêm.',
  },
  deleted: { en: 'Metric deleted.', pt: 'Métrica excluída.' },
  error: {
    EMPTY_KEY: { en: 'Define a key!', pt: 'Defina uma chave!' },
    INVALID_KEY: {
      en: 'Only ASCII characters, numbers, dashes, underscores and periods (.) are allowed in the key.',
      pt: 'Só são permitidos caracteres ASCII, números, hifens, sublinhados e pontos (.) na chave.',
    },
    DUPLICATE_KEY: {
      en: 'There is already a metric with this key!',
      pt: 'Já existe uma métrica com esta chave!',
    },
    EMPTY_NAME: {
      en: 'Name cannot be empty nor blank!',
      pt: 'O nome não pode ficar vazio nem em branco!',
    },
    NAME_TOO_LONG: {
      en: 'The name has more than {limit, number} characters!',
      pt: 'O nome tem mais de {limit, number} caracteres!',
    },
    DESCRIPTION_TOO_LONG: {
      en: 'The description has more than {limit, number} characters!',
      pt: 'A descrição tem mais de {limit, number} caracteres!',
    },
    INVALID_CHARACTERS: {
      en: 'This text cannot have invisible characters!',
      pt: 'Este texto não pode ter caracteres invisíveis!',
    },
    LIMIT_EXCEEDED: {
      en: 'This can have at most {limit, number} characters!',
      pt: 'Isto pode ter no máximo {limit, number} caracteres!',
    },
    INVALID_METRIC_KIND: {
      en: 'Select the kind of metric!',
      pt: 'Selecione o tipo da métrica!',
    },
    EMPTY_EVENT_KEY: { en: 'Define the event key!', pt: 'Defina a chave do evento!' },
    INVALID_EVENT_KEY: {
      en: 'An event key has 1 to 64 characters: letters, numbers, dashes, underscores, periods, colons.',
      pt: 'Uma chave de evento tem de 1 a 64 caracteres: letras, números, hifens, sublinhados, pontos, dois-pontos.',
    },
    DENOMINATOR_REQUIRED: {
      en: 'A ratio needs the event key of its denominator; the same key needs a sum and a number!',
      pt: 'Uma razão precisa da chave do evento do denominador; a mesma chave precisa de uma soma e um número!',
    },
    INVALID_WINDOW: {
      en: 'The time window is 1 to 2,160 hours, and the start lies before the end!',
      pt: 'A janela de tempo vai de 1 a 2.160 horas, e o início vem antes do fim!',
    },
    INVALID_LOOKBACK: {
      en: 'Earlier days are 0 to 28!',
      pt: 'Os dias anteriores vão de 0 a 28!',
    },
    INVALID_CAP: {
      en: 'The cap is a number above 0, or a percentile from 50 to 100!',
      pt: 'O limite é um número acima de 0 ou um percentil de 50 a 100!',
    },
    INVALID_MARGIN: {
      en: 'The margin is 0 to 100 percent!',
      pt: 'A margem vai de 0 a 100 por cento!',
    },
    METRIC_IN_USE: {
      en: 'Cannot delete. The metric is used by an analysis that has not ended!',
      pt: 'Não é possível excluir. A métrica é usada por uma análise que ainda não terminou!',
    },
    EVENT_KEY_IN_USE: {
      en: 'A metric uses this event key!',
      pt: 'Uma métrica usa esta chave de evento!',
    },
    KEY_NOT_FOUND: { en: 'Event key not found!', pt: 'Chave de evento não encontrada!' },
    NOT_FOUND: { en: 'Metric not found!', pt: 'Métrica não encontrada!' },
  },
} satisfies Texts;
