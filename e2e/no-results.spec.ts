import { randomUUID } from 'node:crypto';
import { type ApiCall, type Company, PASSWORD } from './company.ts';
import { expect, test } from './fixtures.ts';
import { expose, someUsers, track } from './measured-users.ts';

/** As many as it takes until events that do not fit are no coincidence. */
const MANY = 120;
const SPLIT = { type: 'ALL_USERS', valueSpec: { type: 'SPLIT', split: { on: 50, off: 50 } } };
const HOUR_MS = 60 * 60_000;

interface Measured {
  readonly toggle: string;
  readonly call: ApiCall;
}

interface Case {
  /** One of its own, where what happens would tell something of the other toggles, too. */
  readonly environment?: 'Staging' | 'Quiet' | 'Bulk';
  readonly rules?: readonly object[];
  readonly happens?: (measured: Measured) => Promise<unknown>;
  /** What the page says of it, and how to mend it. */
  readonly en: readonly [cause: RegExp, repair: string];
  readonly pt: readonly [cause: RegExp, repair: string];
}

/** Events of an hour ago, sent by a clock that is an hour behind or on time. */
async function trackBefore({ toggle, call }: Measured, isBehind: boolean): Promise<void> {
  const sentAt = new Date(Date.now() - (isBehind ? HOUR_MS : 0));
  const at = new Date(sentAt.getTime() - HOUR_MS).toISOString();
  const events = someUsers(MANY).map((uid) => {
    return { type: 'track', id: randomUUID(), key: toggle, uid, at };
  });
  await call('POST', '/api/events', { sentAt: sentAt.toISOString(), events });
}

const exposeMany = ({ toggle, call }: Measured) => expose(call, { toggle, users: someUsers(MANY) });

const CASES: Readonly<Record<string, Case>> = {
  NO_KEY: {
    environment: 'Staging',
    en: [/The environment Staging has no key/, 'Generate a key'],
    pt: [/O ambiente Staging não tem chave/, 'Gerar chave'],
  },
  NO_TRAFFIC: {
    environment: 'Quiet',
    en: [/No request has come with the key of Quiet since/, 'Check the address and the key'],
    pt: [/Nenhuma requisição chegou com a chave de Quiet desde/, 'Confira o endereço e a chave'],
  },
  TOGGLE_NOT_EVALUATED: {
    en: [/Requests arrive, but none asks for/, 'Check the name of the toggle'],
    pt: [/As requisições chegam, mas nenhuma consulta/, 'Confira o nome do toggle'],
  },
  SPLIT_NOT_REACHED: {
    rules: [
      {
        type: 'PROPERTY',
        propertyRule: { propertyId: 'uid', expression: 'CONTAINS', term: 'user' },
        valueSpec: { type: 'EXACT_VALUE', exactValue: 'on' },
      },
      SPLIT,
    ],
    happens: ({ toggle, call }) => expose(call, { toggle, users: someUsers(3) }),
    en: [/but never by the measured rule: 3 times an earlier rule decided/, 'Open the rules'],
    pt: [/mas nunca pela regra medida: em 3 vezes uma regra anterior/, 'Abra as regras'],
  },
  EXPOSURES_NOT_SENT: {
    environment: 'Bulk',
    happens: ({ call }) => call('POST', '/api/toggles', { uid: 'ana' }),
    en: [/Values are read in bulk or by an SDK that reports nothing/, 'Use a newer SDK'],
    pt: [/Os valores são lidos em lote ou por um SDK/, 'Use um SDK mais novo'],
  },
  EXPOSURES_REJECTED: {
    async happens({ toggle, call }) {
      const at = new Date().toISOString();
      const event = { type: 'exposure', toggle, value: 'neither', uid: 'ana', at };
      await call('POST', '/api/events', { events: [event] });
    },
    en: [/1 exposure was refused: WRONG_ASSIGNMENT/, 'See the reason'],
    pt: [/1 exposição foi recusada: WRONG_ASSIGNMENT/, 'Veja o motivo'],
  },
  NO_EVENTS: {
    happens: exposeMany,
    en: [/There are 120 users, but no event “.*” has come/, 'when it happens'],
    pt: [/Há 120 usuários, mas nenhum evento “.*” chegou/, 'quando acontecer'],
  },
  UNITS_DO_NOT_MATCH: {
    async happens(measured) {
      await exposeMany(measured);
      const strangers = someUsers(MANY).map((uid) => `anonymous-${uid}`);
      await track(measured.call, measured.toggle, strangers);
    },
    en: [/120 events have come for “.*”, but of users who were never exposed/, 'the same user id'],
    pt: [/Chegaram 120 eventos de “.*”, mas de usuários nunca expostos/, 'o mesmo ID de usuário'],
  },
  EVENTS_BEFORE_EXPOSURE: {
    async happens(measured) {
      await trackBefore(measured, false);
      await exposeMany(measured);
    },
    en: [/100% of the events “.*” happen before the user is exposed/, 'Read the toggle before'],
    pt: [/100% dos eventos “.*” acontecem antes da exposição/, 'Leia o toggle antes'],
  },
  CLOCK_SKEW: {
    async happens(measured) {
      await trackBefore(measured, true);
      await exposeMany(measured);
    },
    en: [/The clocks of the sender are \d+ minutes off/, 'Send sentAt with each batch'],
    pt: [/Os relógios de quem envia têm \d+ minutos de diferença/, 'Envie sentAt em cada lote'],
  },
  TOO_FEW: {
    async happens({ toggle, call }) {
      await expose(call, { toggle, users: ['ana', 'bob'] });
      await track(call, toggle, ['ana']);
    },
    en: [/All is well, there are only too few users yet: \d of 100/, 'The first day is needed'],
    pt: [/Está tudo certo, só há poucos usuários ainda: \d de 100/, 'É preciso o primeiro dia'],
  },
};

function toggleOf(reason: string): string {
  return reason.toLowerCase().replaceAll('_', '-');
}

/** Starts the analysis of an own toggle, whose goal counts events of the same name; answers where its page is. */
async function measure(
  company: Company,
  { appId, envId }: { readonly appId: string; readonly envId: string },
  { toggle, rules }: { readonly toggle: string; readonly rules: readonly object[] },
): Promise<string> {
  const create = (path: string, body: object) =>
    company.call<{ id: string; rules: { id: string }[] }>(
      'POST',
      `/api/apps/${appId}/${path}`,
      body,
    );
  const { id: toggleId } = await create('toggles', {
    name: toggle,
    values: ['on', 'off'],
    defaultValue: 'off',
  });
  const experiments = `envs/${envId}/experiments`;
  const experiment = await create(experiments, { toggleId, rules });
  const metric = await create('metrics', {
    key: toggle,
    name: toggle,
    kind: 'CONVERSION',
    eventKey: toggle,
  });
  const analyses = `${experiments}/${experiment.id}/analyses`;
  const ruleId = experiment.rules.at(-1)?.id;
  const analysis = await create(analyses, { ruleId, goal: { metricId: metric.id } });
  await create(`${analyses}/${analysis.id}/start`, {});
  return `/applications/${appId}/environments/${envId}/experiments/${experiment.id}/results`;
}

test('RES-76 RES-109 RSL-02: each of the eleven reasons stands on the page, with its repair, in both languages', async ({
  adminPage: page,
  company,
}) => {
  test.setTimeout(300_000);
  const names = ['Staging', 'Quiet', 'Bulk', 'Production'];
  const { id: appId, environments } = await company.createApplication('Shop', names);
  const envOf = (name: string) => environments.find((one) => one.name === name)?.id ?? '';
  const newKey = (name: string) =>
    company.call<string>('POST', `/api/apps/${appId}/env/${envOf(name)}/new-token`, {
      password: PASSWORD,
    });
  await newKey('Quiet');
  const calls = {
    Bulk: company.callWith(await newKey('Bulk')),
    Production: company.callWith(await newKey('Production')),
  };
  const paths = new Map<string, string>();
  for (const [reason, { environment = 'Production', rules = [SPLIT] }] of Object.entries(CASES)) {
    const toggle = toggleOf(reason);
    const place = { appId, envId: envOf(environment) };
    paths.set(reason, await measure(company, place, { toggle, rules }));
  }
  const main = page.getByRole('main');
  const speak = (language: 'en' | 'pt') =>
    page.evaluate((to) => {
      localStorage.setItem('comporta.language', to);
      dispatchEvent(new StorageEvent('storage'));
    }, JSON.stringify(language));
  const seen = async (reason: string) => {
    const [cause, repair] = CASES[reason]?.en ?? [/^$/, ''];
    await expect(async () => {
      await page.goto(paths.get(reason) ?? '');
      await expect(main).toContainText(cause, { timeout: 3_000 });
      await expect(main).toContainText(repair, { timeout: 3_000 });
    }).toPass({ timeout: 60_000 });
    await expectReason(reason, cause, repair);
    await speak('pt');
    await expectReason(reason, ...(CASES[reason]?.pt ?? ([/^$/, ''] as const)));
    await speak('en');
  };
  const expectReason = async (reason: string, cause: RegExp, repair: string) => {
    await expect(main).toContainText(cause);
    await expect(main).toContainText(repair);
    const headline = main.getByRole('heading', { level: 2 }).first();
    if (reason !== 'TOO_FEW') await expect(headline).toContainText(cause);
  };
  await company.call('POST', `/api/apps/${appId}/toggles`, {
    name: 'another',
    values: ['on', 'off'],
    defaultValue: 'off',
  });
  await expect(async () => {
    await expose(calls.Production, { toggle: 'another', users: ['ana'] });
  }).toPass();
  for (const [reason, { environment, happens }] of Object.entries(CASES)) {
    const toggle = toggleOf(reason);
    await happens?.({ toggle, call: calls[environment === 'Bulk' ? 'Bulk' : 'Production'] });
  }
  for (const reason of Object.keys(CASES)) await test.step(reason, () => seen(reason));
});
