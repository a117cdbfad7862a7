import type { Texts } from './text.ts';

export const results = {
  titleOf: {
    en: 'Results: {toggle} in {environment}',
    pt: 'Resultados: {toggle} em {environment}',
  },
  tab: { en: 'Results', pt: 'Resultados' },
  badge: {
    running: { en: 'Measuring', pt: 'Em medição' },
    verdict: { en: 'Results: {verdict}', pt: 'Resultados: {verdict}' },
  },
  since: {
    en: 'since {date} ({days, plural, one {# day} other {# days}})',
    pt: 'desde {date} ({days, plural, one {# dia} other {# dias}})',
  },
  control: { en: 'Control: {value}', pt: 'Controle: {value}' },
  anotherValue: { en: 'another value', pt: 'outro valor' },
  unitCount: {
    en: '{count, plural, one {# user} other {# users}}',
    pt: '{count, plural, one {# usuário} other {# usuários}}',
  },
  choose: {
    analysis: { en: 'Analysis', pt: 'Análise' },
    phase: { en: 'Phase', pt: 'Fase' },
    metric: { en: 'Metric', pt: 'Métrica' },
    segment: { en: 'Segment', pt: 'Segmento' },
  },
  phaseName: { en: 'Phase {n}: {from} to {to}', pt: 'Fase {n}: de {from} a {to}' },
  phaseOpen: { en: 'Phase {n}: since {from}', pt: 'Fase {n}: desde {from}' },
  phaseNote: {
    en: 'Error rates hold for each phase. Results of different phases are never added up.',
    pt: 'As taxas de erro valem para cada fase. Resultados de fases diferentes nunca são somados.',
  },
  phaseRule: {
    EVERYONE: {
      en: 'Counts everyone who met this phase.',
      pt: 'Conta todos os que encontraram esta fase.',
    },
    NEW_USERS: {
      en: 'Counts only users who were in no earlier phase.',
      pt: 'Conta só usuários que não estiveram em fases anteriores.',
    },
    MOVED_LEFT_OUT: {
      en: 'This phase began before the upgrade: users whose value moved are left out.',
      pt: 'Esta fase começou antes da atualização: usuários cujo valor mudou ficam de fora.',
    },
  },
  marked: {
    en: '{count, plural, one {# of these users} other {# of these users}} had another value before: what they remember may blur the difference.',
    pt: '{count, plural, one {# destes usuários} other {# destes usuários}} tinha outro valor antes: a lembrança pode atenuar a diferença.',
  },
  markedNewPhase: {
    en: 'Begin a phase with new users only…',
    pt: 'Iniciar uma fase só com usuários novos…',
  },
  asOf: { en: 'As of {time}', pt: 'Atualizado em {time}' },
  soFar: {
    en: 'So far: for {percent} of the users the time window is still open.',
    pt: 'Até agora: para {percent} dos usuários, a janela de tempo ainda está aberta.',
  },
  botsLeftOut: {
    en: '{count, plural, one {# bot is} other {# bots are}} left out everywhere on this page.',
    pt: '{count, plural, one {# robô está} other {# robôs estão}} de fora em toda esta página.',
  },
  needsFirstDay: {
    en: 'The first day is needed to say how long it takes.',
    pt: 'É preciso o primeiro dia para dizer quanto tempo leva.',
  },
  late: {
    en: 'These results are {minutes, plural, one {# minute} other {# minutes}} old. New events are being counted.',
    pt: 'Estes resultados são de {minutes, plural, one {# minuto} other {# minutos}} atrás. Os novos eventos estão sendo contados.',
  },
  eventsAway: {
    en: 'The event store cannot be reached. These are the figures of {time}; events that systems could not send are sent again.',
    pt: 'O armazenamento de eventos não responde. Estes são os números de {time}; os eventos que os sistemas não conseguiram enviar são enviados de novo.',
  },
  eventsMoving: {
    en: 'Events are being moved to another store ({done, number} of {all, number} days). New events are kept; figures go on when the move is done.',
    pt: 'Os eventos estão sendo movidos para outro armazenamento ({done, number} de {all, number} dias). Os novos eventos são guardados; os números continuam quando a mudança terminar.',
  },
  unitNote: {
    en: 'This split divides by {property}: where this page says user, it means one value of {property}.',
    pt: 'Esta divisão separa por {property}: onde esta página diz usuário, leia-se um valor de {property}.',
  },
  unitHowTo: {
    en: 'Events must name the {property}, or they are not counted here. SDKs of 0.3.0 send it from the context; others add units: \'{\'"{property}": "…"\'}\'.',
    pt: 'Os eventos precisam informar {property}, ou não são contados aqui. SDKs 0.3.0 enviam a partir do contexto; os demais incluem units: \'{\'"{property}": "…"\'}\'.',
  },
  notMeasured: {
    en: 'This experiment is not measured yet.',
    pt: 'Este experimento ainda não é medido.',
  },
  notMeasuredHint: {
    en: 'Start an analysis to learn what each value does to the metrics that matter to you.',
    pt: 'Inicie uma análise para saber o efeito de cada valor nas métricas importantes para você.',
  },
  noSplit: {
    en: 'Only a rule with a percentage split can be measured. This experiment has none.',
    pt: 'Só é possível medir uma regra com divisão percentual. Este experimento não tem nenhuma.',
  },
  addSplit: { en: 'Split a rule', pt: 'Dividir uma regra' },
  copyLink: { en: 'Copy link to these results', pt: 'Copiar link para estes resultados' },
  verdict: {
    INVALID_SRM: {
      en: 'Do not use these results: {users, plural, one {# user} other {# users}} got “{value}”, {expected, number} were expected.',
      pt: 'Não use estes resultados: {users, plural, one {# usuário recebeu} other {# usuários receberam}} “{value}”; o esperado era {expected, number}.',
    },
    INVALID_ASSIGNMENT: {
      en: 'Do not use these results: {percent} of the exposures name another value than the split gives.',
      pt: 'Não use estes resultados: {percent} das exposições informam um valor diferente do que a divisão dá.',
    },
    NO_DATA: { en: 'No results yet. {reason}', pt: 'Ainda não há resultados. {reason}' },
    TOO_EARLY: {
      en: 'Too early: {count, number} of {needed, number} users with “{metric}”.',
      pt: 'Cedo demais: {count, number} de {needed, number} usuários com “{metric}”.',
    },
    TOO_EARLY_USERS: {
      en: 'Too early: {count, number} of {needed, number} users with “{value}”.',
      pt: 'Cedo demais: {count, number} de {needed, number} usuários com “{value}”.',
    },
    GUARDRAIL_HARM: {
      en: '“{value}” harms {metric} ({low} to {high}). Consider pausing.',
      pt: '“{value}” prejudica {metric} ({low} a {high}). Considere pausar.',
    },
    WINNER_SIGNAL: {
      en: '“{value}” looks better ({low} to {high}). Wait for a full week.',
      pt: '“{value}” parece melhor ({low} a {high}). Espere completar uma semana.',
    },
    WINNER: {
      en: '“{value}” improves {metric} by {lift} (between {low} and {high}). You may stop now.',
      pt: '“{value}” melhora {metric} em {lift} (entre {low} e {high}). Você já pode encerrar.',
    },
    WINNER_NOT_HARMED: {
      en: '“{value}” improves {metric} by {lift} (between {low} and {high}). No guardrail is harmed; {guardrail} may still be up to {worst} worse.',
      pt: '“{value}” melhora {metric} em {lift} (entre {low} e {high}). Nenhuma proteção foi prejudicada; {guardrail} ainda pode estar até {worst} pior.',
    },
    /** In place of "improves" for metrics that are better when they go down; another sentence follows. */
    lowers: {
      en: '“{value}” lowers {metric} by {lift} (between {low} and {high}).',
      pt: '“{value}” reduz {metric} em {lift} (entre {low} e {high}).',
    },
    mayStop: { en: 'You may stop now.', pt: 'Você já pode encerrar.' },
    notHarmed: { en: 'No guardrail is harmed.', pt: 'Nenhuma proteção foi prejudicada.' },
    /** One for each guardrail that is not proved safe. */
    stillWorse: {
      en: '{guardrail} may still be up to {worst} worse.',
      pt: '{guardrail} ainda pode estar até {worst} pior.',
    },
    guardrailOpen: {
      en: '{guardrail} is not yet proved safe.',
      pt: 'Ainda não há prova de que {guardrail} esteja a salvo.',
    },
    harmButAhead: {
      en: '“{harmful}” harms {metric}. “{ahead}” is ahead and does no harm.',
      pt: '“{harmful}” prejudica {metric}. “{ahead}” está na frente e não prejudica.',
    },
    WINNER_GUARDRAILS_OPEN: {
      en: '“{value}” improves {metric} by {lift}; {guardrail} is not yet proved safe.',
      pt: '“{value}” melhora {metric} em {lift}; ainda não há prova de que {guardrail} esteja a salvo.',
    },
    LOSER: {
      en: '“{value}” worsens {metric} by {lift} (between {low} and {high}).',
      pt: '“{value}” piora {metric} em {lift} (entre {low} e {high}).',
    },
    EQUIVALENT: {
      en: 'No difference that matters: between {low} and {high}.',
      pt: 'Nenhuma diferença relevante: entre {low} e {high}.',
    },
    NO_DIFFERENCE: {
      en: 'The planned sample is reached and shows no clear difference: between {low} and {high}.',
      pt: 'A amostra planejada foi atingida e não mostra diferença clara: entre {low} e {high}.',
    },
    RUNNING: {
      en: 'No clear difference yet: between {low} and {high}. {days, plural, one {About # more day.} other {About # more days.}}',
      pt: 'Ainda sem diferença clara: entre {low} e {high}. {days, plural, one {Falta cerca de # dia.} other {Faltam cerca de # dias.}}',
    },
    RUNNING_NO_FORECAST: {
      en: 'No clear difference yet: between {low} and {high}.',
      pt: 'Ainda sem diferença clara: entre {low} e {high}.',
    },
    NO_INTERVAL: {
      en: 'There are {count, plural, one {# user} other {# users}}, but no difference can be computed: {reason}',
      pt: 'Há {count, plural, one {# usuário} other {# usuários}}, mas não é possível calcular a diferença: {reason}',
    },
  },
  /** The verdict of an analysis that ended: nothing is promised or advised any more. Source: RES-113. */
  verdictThen: {
    NO_DATA: { en: 'There were no results. {reason}', pt: 'Não houve resultados. {reason}' },
    TOO_EARLY: {
      en: 'It was too early: {count, number} of {needed, number} users with “{metric}”.',
      pt: 'Era cedo demais: {count, number} de {needed, number} usuários com “{metric}”.',
    },
    TOO_EARLY_USERS: {
      en: 'It was too early: {count, number} of {needed, number} users with “{value}”.',
      pt: 'Era cedo demais: {count, number} de {needed, number} usuários com “{value}”.',
    },
    NO_INTERVAL: {
      en: 'There were {count, plural, one {# user} other {# users}}, but no difference could be computed: {reason}',
      pt: 'Havia {count, plural, one {# usuário} other {# usuários}}, mas não foi possível calcular a diferença: {reason}',
    },
    GUARDRAIL_HARM: {
      en: '“{value}” harmed {metric} ({low} to {high}).',
      pt: '“{value}” prejudicou {metric} ({low} a {high}).',
    },
    harmButAhead: {
      en: '“{harmful}” harmed {metric}. “{ahead}” was ahead and did no harm.',
      pt: '“{harmful}” prejudicou {metric}. “{ahead}” estava na frente e não prejudicou.',
    },
    WINNER_SIGNAL: {
      en: '“{value}” looked better ({low} to {high}), before a full week was over.',
      pt: '“{value}” parecia melhor ({low} a {high}), antes de completar uma semana.',
    },
    improved: {
      en: '“{value}” improved {metric} by {lift} (between {low} and {high}).',
      pt: '“{value}” melhorou {metric} em {lift} (entre {low} e {high}).',
    },
    lowered: {
      en: '“{value}” lowered {metric} by {lift} (between {low} and {high}).',
      pt: '“{value}” reduziu {metric} em {lift} (entre {low} e {high}).',
    },
    notHarmed: { en: 'No guardrail was harmed.', pt: 'Nenhuma proteção foi prejudicada.' },
    stillWorse: {
      en: '{guardrail} might have been up to {worst} worse.',
      pt: '{guardrail} poderia estar até {worst} pior.',
    },
    guardrailOpen: {
      en: '{guardrail} was not proved safe.',
      pt: 'Não havia prova de que {guardrail} estivesse a salvo.',
    },
    LOSER: {
      en: '“{value}” worsened {metric} by {lift} (between {low} and {high}).',
      pt: '“{value}” piorou {metric} em {lift} (entre {low} e {high}).',
    },
    EQUIVALENT: {
      en: 'There was no difference that matters: between {low} and {high}.',
      pt: 'Não houve diferença relevante: entre {low} e {high}.',
    },
    NO_DIFFERENCE: {
      en: 'The planned sample was reached and showed no clear difference: between {low} and {high}.',
      pt: 'A amostra planejada foi atingida e não mostrou diferença clara: entre {low} e {high}.',
    },
    RUNNING: {
      en: 'There was no clear difference: between {low} and {high}.',
      pt: 'Não havia diferença clara: entre {low} e {high}.',
    },
  },
  /** What was decided, by whom, when, and on which figures. Source: RES-113. */
  closed: {
    SHIPPED: {
      en: '{name} gave “{value}” to everyone on {date}: {verdict}',
      pt: '{name} deu “{value}” a todos em {date}: {verdict}',
    },
    STOPPED: {
      en: '{name} stopped it on {date}: {verdict}',
      pt: '{name} encerrou em {date}: {verdict}',
    },
    ENDED: { en: 'It ended on {date}: {verdict}', pt: 'Terminou em {date}: {verdict}' },
    noVerdict: { en: 'nothing was counted yet.', pt: 'nada tinha sido contado ainda.' },
  },
  verdictShort: {
    INVALID_SRM: { en: 'Do not use', pt: 'Não usar' },
    INVALID_ASSIGNMENT: { en: 'Do not use', pt: 'Não usar' },
    NO_DATA: { en: 'No results yet', pt: 'Sem resultados' },
    TOO_EARLY: { en: 'Too early', pt: 'Cedo demais' },
    GUARDRAIL_HARM: { en: 'Harm', pt: 'Prejuízo' },
    WINNER_SIGNAL: { en: 'Looks better', pt: 'Parece melhor' },
    WINNER: { en: 'Better', pt: 'Melhor' },
    WINNER_NOT_HARMED: { en: 'Better, no harm seen', pt: 'Melhor, sem prejuízo visto' },
    WINNER_GUARDRAILS_OPEN: { en: 'Better, guardrail open', pt: 'Melhor, proteção em aberto' },
    LOSER: { en: 'Worse', pt: 'Pior' },
    EQUIVALENT: { en: 'No difference that matters', pt: 'Sem diferença relevante' },
    NO_DIFFERENCE: { en: 'No clear difference', pt: 'Sem diferença clara' },
    RUNNING: { en: 'No clear difference yet', pt: 'Sem diferença clara ainda' },
  },
  verdictAlso: {
    suspicious: {
      en: 'A lift above 50% is rare: check the instrumentation first.',
      pt: 'Um ganho acima de 50% é raro: confira primeiro a instrumentação.',
    },
    bestOf: {
      en: 'Best of {count, number} values compared with the control.',
      pt: 'O melhor entre {count, number} valores comparados com o controle.',
    },
    early: {
      en: 'Early results tend to overstate the effect: read the interval, not the middle.',
      pt: 'Resultados iniciais tendem a exagerar o efeito: leia o intervalo, não o ponto central.',
    },
    audience: {
      en: 'The audience changed on {date}; the results cover both audiences.',
      pt: 'O público mudou em {date}; os resultados abrangem os dois públicos.',
    },
    peeking: {
      en: 'Looking as often as you like is allowed for in these figures.',
      pt: 'Estes números já levam em conta que você pode consultá-los quantas vezes quiser.',
    },
  },
  showAnyway: { en: 'Show the figures anyway', pt: 'Mostrar os números mesmo assim' },
  notComputable: {
    GATE: {
      en: 'fewer than {users, number} users or {positive, number} users with the metric in one value',
      pt: 'menos de {users, number} usuários ou de {positive, number} usuários com a métrica em um dos valores',
    },
    NO_VARIANCE: {
      en: 'every user of one value has the same figure',
      pt: 'todos os usuários de um dos valores têm o mesmo número',
    },
    ZERO_BASELINE: {
      en: 'the control is zero, so there is no relative lift',
      pt: 'o controle é zero, portanto não há ganho relativo',
    },
    ZERO_DENOMINATOR: { en: 'nobody has a denominator yet', pt: 'ninguém tem denominador ainda' },
    UNBOUNDED_LIFT: {
      en: 'the control is too close to zero for a relative lift; see the difference',
      pt: 'o controle está próximo demais de zero para um ganho relativo; veja a diferença',
    },
  },
  health: {
    title: { en: 'Health', pt: 'Saúde dos dados' },
    allGood: { en: 'All checks passed', pt: 'Todas as verificações passaram' },
    others: {
      en: 'Health: the {count, plural, one {other check} other {# other checks}} passed.',
      pt: 'Saúde: {count, plural, one {a outra verificação passou} other {as outras # verificações passaram}}.',
    },
    level: {
      GREEN: { en: 'OK', pt: 'OK' },
      AMBER: { en: 'Look at this', pt: 'Atenção' },
      RED: { en: 'Problem', pt: 'Problema' },
    },
    SRM: {
      title: { en: 'Traffic does not match the split', pt: 'O tráfego não corresponde à divisão' },
      cause: {
        en: '“{value}” has {users, number} users, {expected, number} were expected.',
        pt: '“{value}” tem {users, number} usuários; o esperado era {expected, number}.',
      },
      repair: {
        en: 'Look for users whose exposure is lost or sent twice in one value only: a redirect, a crash, a bot filter. Mend it, then start a new phase.',
        pt: 'Procure usuários cuja exposição se perde ou é enviada em dobro em só um dos valores: um redirecionamento, uma falha, um filtro de bots. Corrija e inicie uma nova fase.',
      },
    },
    ASSIGNMENT: {
      title: {
        en: 'Reported values differ from the split',
        pt: 'Os valores informados diferem da divisão',
      },
      cause: {
        en: '{percent} of the exposures of the last 24 hours say “{reported}” where the split gives “{expected}”.',
        pt: '{percent} das exposições das últimas 24 horas informam “{reported}” onde a divisão dá “{expected}”.',
      },
      repair: {
        en: 'Send the value that Comporta returned, with the same user id that asked for it. Do not choose the value in your own code.',
        pt: 'Envie o valor que o Comporta retornou, com o mesmo ID de usuário da consulta. Não escolha o valor no seu próprio código.',
      },
    },
    FRESHNESS: {
      title: { en: 'Results are late', pt: 'Resultados atrasados' },
      cause: {
        en: 'Events up to {time} are counted.',
        pt: 'Foram contados os eventos até {time}.',
      },
      repair: {
        en: 'Nothing to do: counting goes on. If this lasts, look at the load of the database.',
        pt: 'Não é preciso fazer nada: a contagem continua. Se persistir, verifique a carga do banco de dados.',
      },
    },
    REJECTED: {
      title: { en: 'Exposures are refused', pt: 'Exposições recusadas' },
      cause: {
        en: '{count, plural, one {# exposure was} other {# exposures were}} refused in the last 24 hours, most of them: {code}.',
        pt: '{count, plural, one {# exposição foi recusada} other {# exposições foram recusadas}} nas últimas 24 horas; o motivo mais frequente: {code}.',
      },
      repair: {
        en: 'Look at the answers of POST /api/events: each refused exposure is named with its reason.',
        pt: 'Veja as respostas de POST /api/events: cada exposição recusada é indicada com o motivo.',
      },
    },
    CLOCK_SKEW: {
      title: { en: 'Clocks differ', pt: 'Relógios divergentes' },
      cause: {
        en: '{percent} of the events come from clocks that are more than a minute off. Their times were corrected.',
        pt: '{percent} dos eventos vêm de relógios com mais de um minuto de diferença. Os horários foram corrigidos.',
      },
      repair: {
        en: 'Switch on time synchronisation where the events are made, and send sentAt with each batch.',
        pt: 'Ative a sincronização de horário onde os eventos são gerados e envie sentAt em cada lote.',
      },
    },
    DROPPED: {
      title: { en: 'Exposures were dropped', pt: 'Exposições descartadas' },
      cause: {
        en: '{count, plural, one {# exposure was} other {# exposures were}} dropped because the queue was full.',
        pt: '{count, plural, one {# exposição foi descartada} other {# exposições foram descartadas}} porque a fila estava cheia.',
      },
      repair: {
        en: 'Nodes or the database are overloaded. Values are not affected; the results have fewer users, the same in all values.',
        pt: 'Os nós ou o banco de dados estão sobrecarregados. Os valores não são afetados; os resultados têm menos usuários, igualmente em todos os valores.',
      },
    },
    UNITS: {
      title: {
        en: 'Users of events are users of exposures',
        pt: 'Usuários dos eventos são usuários das exposições',
      },
      cause: {
        en: '{matching, number} of {users, number} users with events were exposed here.',
        pt: '{matching, number} de {users, number} usuários com eventos foram expostos aqui.',
      },
      repair: {
        en: 'Send the same user id with exposures and events.',
        pt: 'Envie o mesmo id de usuário nas exposições e nos eventos.',
      },
    },
    PAGE_EVENTS: {
      title: { en: 'Events of pages do not count', pt: 'Eventos de páginas não contam' },
      cause: {
        en: '{count, plural, one {# event} other {# events}} of {metric} came from pages: not counted.',
        pt: '{count, plural, one {# evento} other {# eventos}} de {metric} vieram de páginas: sem contar.',
      },
      repair: {
        en: 'Count events from pages: a switch of the plan, before the start.',
        pt: 'Contar eventos de páginas: uma opção do plano, antes do início.',
      },
    },
    PAGE_EXPOSURES: {
      cause: {
        en: '{share} of the exposures came from pages.',
        pt: '{share} das exposições vieram de páginas.',
      },
    },
    BULK: {
      title: {
        en: 'Bulk evaluation counts as exposure',
        pt: 'A avaliação em lote conta como exposição',
      },
      cause: {
        en: 'Users count who were only prefetched and may never have seen the value. This dilutes the effect.',
        pt: 'São contados usuários que só tiveram os valores pré-carregados e talvez nunca os tenham visto. Isso dilui o efeito.',
      },
      repair: {
        en: 'Send exposures when the value is used, and switch this off in the settings of the environment.',
        pt: 'Envie exposições quando o valor for usado e desative esta opção nas configurações do ambiente.',
      },
    },
    BOTS: {
      title: { en: 'Very busy users', pt: 'Usuários com atividade anormal' },
      cause: {
        en: '{count, plural, one {# user has} other {# users have}} more than 1,000 events a day.',
        pt: '{count, plural, one {# usuário tem} other {# usuários têm}} mais de 1.000 eventos por dia.',
      },
      repair: {
        en: 'They are probably bots. The plan can exclude them, in all values alike.',
        pt: 'Provavelmente são bots. O plano pode excluí-los, igualmente em todos os valores.',
      },
    },
    CAPPED: {
      title: { en: 'Figures are capped', pt: 'Números limitados' },
      cause: {
        en: '{percent} of the users reach the cap of “{metric}” ({cap}).',
        pt: '{percent} dos usuários atingem o limite de “{metric}” ({cap}).',
      },
      repair: {
        en: 'If that is much more than you expected, choose a higher cap for the next analysis.',
        pt: 'Se for muito mais do que o esperado, escolha um limite maior na próxima análise.',
      },
    },
    CARRIED: {
      title: {
        en: 'Users left out after a change of the split',
        pt: 'Usuários excluídos após mudança na divisão',
      },
      cause: {
        en: '{count, plural, one {# user is} other {# users are}} left out, because the split changed and this phase began before the upgrade.',
        pt: '{count, plural, one {# usuário fica} other {# usuários ficam}} de fora, porque a divisão mudou e esta fase começou antes da atualização.',
      },
      repair: {
        en: 'Begin a new phase: it counts everyone who meets it.',
        pt: 'Inicie uma nova fase: ela conta todos os que a encontram.',
      },
    },
    short: {
      SRM: { en: 'Traffic matches the split', pt: 'O tráfego corresponde à divisão' },
      ASSIGNMENT: {
        en: 'Reported values match the split',
        pt: 'Os valores informados correspondem à divisão',
      },
      FRESHNESS: { en: 'Up to date', pt: 'Em dia' },
      REJECTED: { en: 'No exposures refused', pt: 'Nenhuma exposição recusada' },
      CLOCK_SKEW: { en: 'Clocks agree', pt: 'Relógios de acordo' },
      DROPPED: { en: 'No exposures dropped', pt: 'Nenhuma exposição descartada' },
      BULK: { en: 'Bulk evaluation does not count', pt: 'A avaliação em lote não conta' },
      BOTS: { en: 'No very busy users', pt: 'Nenhum usuário com atividade anormal' },
      UNITS: {
        en: 'Users of events are users of exposures: {matching, number} of {users, number}',
        pt: 'Usuários dos eventos são usuários das exposições: {matching, number} de {users, number}',
      },
      PAGE_EVENTS: {
        en: 'No events of pages are missed',
        pt: 'Nenhum evento de página fica de fora',
      },
      CAPPED: { en: 'Few figures are capped', pt: 'Poucos números limitados' },
      CARRIED: { en: 'Nobody left out', pt: 'Ninguém excluído' },
    },
  },
  diagnosis: {
    title: { en: 'Why are there no results yet?', pt: 'Por que ainda não há resultados?' },
    NO_KEY: {
      cause: {
        en: 'The environment {environment} has no key, so nothing can ask it.',
        pt: 'O ambiente {environment} não tem chave, portanto nada consegue consultá-lo.',
      },
      repair: { en: 'Generate a key', pt: 'Gerar chave' },
    },
    NO_TRAFFIC: {
      cause: {
        en: 'No request has come with the key of {environment} since {date}.',
        pt: 'Nenhuma requisição chegou com a chave de {environment} desde {date}.',
      },
      repair: {
        en: 'Check the address and the key in your system.',
        pt: 'Confira o endereço e a chave no seu sistema.',
      },
    },
    TOGGLE_NOT_EVALUATED: {
      cause: {
        en: 'Requests arrive, but none asks for {toggle}.',
        pt: 'As requisições chegam, mas nenhuma consulta {toggle}.',
      },
      repair: {
        en: 'Check the name of the toggle in your code.',
        pt: 'Confira o nome do toggle no seu código.',
      },
    },
    SPLIT_NOT_REACHED: {
      cause: {
        en: '{toggle} was evaluated {count, number} times, but never by the measured rule: {earlier, number} times an earlier rule decided, {missing, number} times the user id was missing.',
        pt: '{toggle} foi avaliado {count, number} vezes, mas nunca pela regra medida: em {earlier, number} vezes uma regra anterior decidiu e em {missing, number} faltou o ID do usuário.',
      },
      repair: {
        en: 'Open the rules, or send a user id (uid, targetingKey) with each request.',
        pt: 'Abra as regras ou envie um ID de usuário (uid, targetingKey) em cada requisição.',
      },
    },
    EXPOSURES_NOT_SENT: {
      cause: {
        en: 'Values are read in bulk or by an SDK that reports nothing, so Comporta cannot know who saw them.',
        pt: 'Os valores são lidos em lote ou por um SDK que não informa nada; assim, o Comporta não sabe quem os viu.',
      },
      repair: {
        en: 'Use a newer SDK, the hook, or send exposures with POST /api/events.',
        pt: 'Use um SDK mais novo, o hook, ou envie exposições com POST /api/events.',
      },
    },
    EXPOSURES_REJECTED: {
      cause: {
        en: '{count, plural, one {# exposure was} other {# exposures were}} refused: {code}.',
        pt: '{count, plural, one {# exposição foi recusada} other {# exposições foram recusadas}}: {code}.',
      },
      repair: {
        en: 'See the reason and the example of a correct event.',
        pt: 'Veja o motivo e o exemplo de um evento correto.',
      },
    },
    NO_EVENTS: {
      cause: {
        en: 'There are {count, plural, one {# user} other {# users}}, but no event “{eventKey}” has come.',
        pt: 'Há {count, plural, one {# usuário} other {# usuários}}, mas nenhum evento “{eventKey}” chegou.',
      },
      repair: {
        en: 'Send it with track(“{eventKey}”) when it happens.',
        pt: 'Envie com track(“{eventKey}”) quando acontecer.',
      },
    },
    UNITS_DO_NOT_MATCH: {
      cause: {
        en: '{count, plural, one {# event has} other {# events have}} come for “{eventKey}”, but of users who were never exposed.',
        pt: '{count, plural, one {Chegou # evento} other {Chegaram # eventos}} de “{eventKey}”, mas de usuários nunca expostos.',
      },
      repair: {
        en: 'Send the same user id in both places. An example is anonymous in the one and logged in in the other.',
        pt: 'Envie o mesmo ID de usuário nos dois lugares. Exemplo comum: anônimo em um e autenticado no outro.',
      },
    },
    EVENTS_BEFORE_EXPOSURE: {
      cause: {
        en: '{percent} of the events “{eventKey}” happen before the user is exposed and do not count.',
        pt: '{percent} dos eventos “{eventKey}” acontecem antes da exposição do usuário e não contam.',
      },
      repair: {
        en: 'Read the toggle before the moment that you measure.',
        pt: 'Leia o toggle antes do momento que você quer medir.',
      },
    },
    CLOCK_SKEW: {
      cause: {
        en: 'The clocks of the sender are {minutes, number} minutes off, so events fall outside the window.',
        pt: 'Os relógios de quem envia têm {minutes, number} minutos de diferença; os eventos caem fora da janela.',
      },
      repair: {
        en: 'Send sentAt with each batch, or mend the clocks.',
        pt: 'Envie sentAt em cada lote ou acerte os relógios.',
      },
    },
    TOO_FEW: {
      cause: {
        en: 'All is well, there are only too few users yet: {count, number} of {needed, number}.',
        pt: 'Está tudo certo, só há poucos usuários ainda: {count, number} de {needed, number}.',
      },
      repair: { en: 'Wait. Expected on {date}.', pt: 'Aguarde. Previsão: {date}.' },
    },
  },
  table: {
    value: { en: 'Value', pt: 'Valor' },
    users: { en: 'Users', pt: 'Usuários' },
    level: { en: 'Level', pt: 'Nível' },
    lift: { en: 'Lift', pt: 'Ganho' },
    interval: { en: 'Interval', pt: 'Intervalo' },
    isControl: { en: 'control', pt: 'controle' },
    between: { en: 'between {low} and {high}', pt: 'entre {low} e {high}' },
    better: { en: 'better', pt: 'melhor' },
    worse: { en: 'worse', pt: 'pior' },
    undecided: { en: 'undecided', pt: 'indefinido' },
    safe: { en: 'safe', pt: 'a salvo' },
    harmed: { en: 'harmed', pt: 'prejudicada' },
    exploratory: { en: 'exploratory', pt: 'exploratória' },
    exploratoryHint: {
      en: 'Differences here are ideas for the next experiment, not results.',
      pt: 'As diferenças aqui são ideias para o próximo experimento, não resultados.',
    },
    addedLater: {
      en: 'added on {date}, after the start',
      pt: 'adicionada em {date}, após o início',
    },
    cuped: {
      en: 'Adjusted by earlier behaviour: {percent} less variance. Without it: {lift} ({low} to {high}).',
      pt: 'Ajustado pelo comportamento anterior: {percent} menos variância. Sem o ajuste: {lift} ({low} a {high}).',
    },
    windowClosed: {
      en: 'Only users whose {hours, number} hours are over.',
      pt: 'Só usuários cujas {hours, number} horas já terminaram.',
    },
    finalLook: {
      en: 'Final look of {date}, made once at the planned sample.',
      pt: 'Análise final de {date}, feita uma única vez na amostra planejada.',
    },
  },
  chart: {
    showTable: { en: 'Show as table', pt: 'Mostrar como tabela' },
    showChart: { en: 'Show as chart', pt: 'Mostrar como gráfico' },
    timeline: { en: 'Lift per day', pt: 'Ganho por dia' },
    timelineEmpty: {
      en: 'Lift in {metric} from {from} to {to}: on no day was there enough for an interval.',
      pt: 'Ganho em {metric} de {from} a {to}: em nenhum dia havia o suficiente para um intervalo.',
    },
    timelineSummary: {
      en: 'Lift of “{value}” in {metric} from {from} to {to}: {first} at first, {last} now, between {low} and {high}.',
      pt: 'Ganho de “{value}” em {metric} de {from} a {to}: {first} no início, {last} agora, entre {low} e {high}.',
    },
    exposures: { en: 'Users per day and value', pt: 'Usuários por dia e valor' },
    exposuresSummary: {
      en: '{users, number} users from {from} to {to}: {shares}. Expected: {expected}.',
      pt: '{users, number} usuários de {from} a {to}: {shares}. Esperado: {expected}.',
    },
    point: {
      en: '{date}, {value}: {lift}, between {low} and {high}',
      pt: '{date}, {value}: {lift}, entre {low} e {high}',
    },
    keys: {
      en: 'Left and right arrow keys go from day to day.',
      pt: 'As setas para a esquerda e para a direita percorrem os dias.',
    },
    mde: {
      en: '±{mde}: smallest difference that matters',
      pt: '±{mde}: menor diferença relevante',
    },
    users: {
      en: '{date}, {value}: {users, plural, one {# user} other {# users}}',
      pt: '{date}, {value}: {users, plural, one {# usuário} other {# usuários}}',
    },
    day: { en: 'Day', pt: 'Dia' },
  },
  marker: {
    PHASE: { en: 'Phase {n} began', pt: 'Início da fase {n}' },
    AUDIENCE: { en: 'Audience changed', pt: 'Mudança de público' },
    WEIGHTS: { en: 'Split changed', pt: 'Mudança na divisão' },
    PAUSE: { en: 'Paused', pt: 'Pausado' },
    RESTART: { en: 'Restarted', pt: 'Retomado' },
  },
  segments: {
    title: { en: 'Segments', pt: 'Segmentos' },
    warning: {
      en: '{count, plural, one {# segment looked at} other {# segments looked at}}; differences here are ideas, not results.',
      pt: '{count, plural, one {# segmento examinado} other {# segmentos examinados}}; as diferenças aqui são ideias, não resultados.',
    },
    other: { en: 'other', pt: 'outros' },
    since: { en: '{name} (since {date})', pt: '{name} (desde {date})' },
    none: {
      en: 'The plan of this analysis names no segments.',
      pt: 'O plano desta análise não define segmentos.',
    },
  },
  raw: {
    title: { en: 'Raw figures', pt: 'Números brutos' },
    download: { en: 'Download CSV', pt: 'Baixar CSV' },
    downloadHint: {
      en: 'The plan, then one row for each phase, day, metric and value.',
      pt: 'O plano e depois uma linha para cada fase, dia, métrica e valor.',
    },
    mean: { en: 'Mean', pt: 'Média' },
    standardError: { en: 'Standard error', pt: 'Erro padrão' },
    pValue: { en: 'Always-valid p', pt: 'p sempre válido' },
    pFixed: { en: 'p of the final look', pt: 'p da análise final' },
    pHolm: { en: 'p (Holm)', pt: 'p (Holm)' },
    eValue: { en: 'e-value', pt: 'valor e' },
    chi2: { en: 'Chi-square p of the split', pt: 'p do qui-quadrado da divisão' },
    expectedLoss: { en: 'Expected loss', pt: 'Perda esperada' },
    chanceHint: {
      en: 'Do not stop because of this figure: stopping on it raises the error rate.',
      pt: 'Não encerre por causa deste número: isso aumenta a taxa de erro.',
    },
  },
  difference: { en: 'Difference to {value}', pt: 'Diferença em relação a {value}' },
  chanceToBeBetter: { en: 'Chance to be better', pt: 'Chance de ser melhor' },
  points: { en: '{points} pt', pt: '{points} p.p.' },
  plan: {
    none: { en: 'Without a plan', pt: 'Sem plano' },
    progress: { en: 'Plan: {percent} of the users', pt: 'Plano: {percent} dos usuários' },
  },
} satisfies Texts;
