import { expectAccessible, expectNoSidewaysScroll } from './accessibility.ts';
import { moveTo, press } from './by-keyboard.ts';
import type { Company } from './company.ts';
import { expect, test } from './fixtures.ts';

interface Service {
  execute(statement: string): Promise<unknown>;
}

const SPLIT = { type: 'SPLIT', split: { enabled: 50, disabled: 50 } };
const NAMES = ['checkout.redesign', 'promo.banner', 'search.v2', 'theme', 'kiosk', 'old.flag'];

/** An application whose toggles have each state, 60 days after they were made. */
async function createAged(company: Company, service: Service) {
  const { id, environments } = await company.createApplication('Shop', ['Production']);
  const [production] = environments;
  const at = `/api/apps/${id}`;
  const toggles = new Map<string, string>();
  for (const name of NAMES) {
    const body = { name, values: ['enabled', 'disabled'], defaultValue: 'disabled' };
    toggles.set(name, (await company.call<{ id: string }>('POST', `${at}/toggles`, body)).id);
  }
  const toggleId = (name: string) => toggles.get(name) ?? '';
  const rule = (name: string, ...rules: object[]) =>
    company.call('POST', `${at}/envs/${production?.id}/experiments`, {
      toggleId: toggleId(name),
      rules,
    });
  const all = (valueSpec: object) => ({ type: 'ALL_USERS', valueSpec });
  await rule('checkout.redesign', all({ type: 'EXACT_VALUE', exactValue: 'enabled' }));
  for (const name of ['promo.banner', 'search.v2', 'kiosk']) await rule(name, all(SPLIT));
  await rule(
    'theme',
    {
      type: 'TOGGLE_DEPENDENCY',
      toggleDependencyRule: { toggleId: toggleId('search.v2'), value: 'enabled' },
      valueSpec: { type: 'EXACT_VALUE', exactValue: 'enabled' },
    },
    all(SPLIT),
  );
  for (const [table, column] of [
    ['environments', 'created_at'],
    ['toggles', 'created_at'],
    ['toggles', 'saved_at'],
    ['experiments', 'saved_at'],
  ]) {
    await service.execute(
      `update ${table} set ${column} = now() - interval '60 days' where application_id = '${id}'`,
    );
  }
  await service.execute(`update usage_state set counting_since = now() - interval '31 days'`);
  await service.execute(
    `insert into usage_clients (environment_id, trusted, service, sdk, version, asked_at)
      values ('${production?.id}', true, 'checkout', 'comporta-sdk', '0.3.0', now())`,
  );
  for (const name of ['theme', 'kiosk', 'checkout.redesign']) {
    await service.execute(
      `insert into toggle_clients (environment_id, toggle_id, client_id, last_use_at)
        select environment_id, '${toggleId(name)}', id, now() from usage_clients
        where environment_id = '${production?.id}'`,
    );
  }
  return { id, toggleId };
}

test('LIF-24, LIF-93: the list says in words which toggles may go, and why', async ({
  adminPage: page,
  company,
  service,
}) => {
  const { id, toggleId } = await createAged(company, service);
  await page.goto(`/applications/${id}/toggles`);
  const row = (name: string) =>
    page.getByRole('row').filter({ has: page.getByRole('link', { name, exact: true }) });
  await expect(row('checkout.redesign')).toContainText(
    'LaunchedEveryone has got "enabled" for 60 days. Remove it from the code, then archive it.',
  );
  await expect(row('promo.banner')).toContainText(
    'Ready to removeNot used for 31 days; nothing depends on it. It can be archived. No code was scanned.',
  );
  await expect(row('search.v2')).toContainText('1 toggle depends on it');
  await expect(row('kiosk')).not.toContainText('Active');

  await page.getByLabel('Lifecycle').selectOption('Stale');
  await expect(page).toHaveURL(/lifecycle=stale/);
  await expect(row('kiosk')).toHaveCount(0);
  await expect(row('search.v2')).toBeVisible();
  await expectAccessible(page);

  await test.step('many are snoozed at once, and are not called stale any more', async () => {
    await row('search.v2').getByRole('checkbox').check();
    await page.getByRole('button', { name: 'Snooze…' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Snooze' }).click();
    await expect(row('search.v2')).toHaveCount(0);
  });

  await test.step('the page of a toggle says its state beside the name, and takes a lifetime', async () => {
    await page.goto(`/applications/${id}/toggles/${toggleId('search.v2')}`);
    const main = page.getByRole('main');
    await expect(main.getByText('Idle', { exact: true })).toHaveCount(2);
    await expect(main).toContainText('temporary · snoozed until');
    await expect(main).toContainText('is needed by theme');
    const state = main.getByText('1 toggle depends on it: theme.', { exact: true });
    await expect(state.getByRole('link', { name: 'theme' })).toBeVisible();
    await main.getByRole('link', { name: 'No code was scanned.' }).click();
    await expect(main.getByRole('tab', { name: 'Code' })).toHaveAttribute('aria-selected', 'true');
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Change lifetime' }).click();
    await page.getByLabel('Remove by').fill('2026-01-31');
    await page.getByRole('button', { name: 'Save', exact: true }).first().click();
    await expect(main).toContainText('temporary · remove by');
    await expect(main).toContainText('It was to be removed by');
  });

  await test.step('the settings of the application say after how many days', async () => {
    await page.goto(`/applications/${id}`);
    await page.getByLabel('Days without use').fill('5');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(page.getByText('Between 7 and 90 days!')).toBeVisible();
    await page.getByLabel('Days without use').fill('45');
    await page.getByLabel('Days without use').blur();
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(page.getByRole('main')).toContainText('no program has used it for 45 days');
  });
});

test('LIF-93: who uses a toggle is read by keyboard alone on a phone, in both languages and themes; the dashboard asks for none of it', async ({
  adminPage: page,
  company,
  service,
}) => {
  const { id, toggleId } = await createAged(company, service);
  await service.execute(
    `insert into toggle_uses (environment_id, day, toggle_id, value, n)
      select environment_id, (now() at time zone 'UTC')::date, toggle_id, 'enabled', 4321
      from toggle_clients where toggle_id = '${toggleId('kiosk')}'`,
  );
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await page.goto('/dashboard');
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible();
  await page.waitForLoadState('networkidle');
  expect(asked).toContainEqual(expect.stringMatching(/^\/api\//));
  const added = /\/(lifecycle|usage|clients|unknown-toggles|code-references|id-lists)$/;
  expect(asked.filter((path) => added.test(path))).toEqual([]);

  await page.setViewportSize({ width: 390, height: 844 });
  for (const [language, values, table, who] of [
    ['en', 'Values', 'Table', 'Who asks'],
    ['pt', 'Valores', 'Tabela', 'Quem pede'],
  ] as const) {
    await page.evaluate((one) => localStorage.setItem('comporta.language', `"${one}"`), language);
    await page.goto(`/applications/${id}/toggles/${toggleId('kiosk')}`);
    await moveTo(page, page.getByRole('tab', { name: values, exact: true }));
    await page.keyboard.press('ArrowRight');
    await press(page, page.getByRole('button', { name: table, exact: true }));
    await expect(
      page.getByRole('row', { name: language === 'en' ? /4,321/ : /4\.321/ }),
    ).toBeVisible();
    const programs = page.getByRole('table').filter({ hasText: who });
    await expect(
      programs.getByRole('row', { name: /checkout comporta-sdk 0\.3\.0/ }),
    ).toBeVisible();
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      await expectNoSidewaysScroll(page);
      await expectAccessible(page);
    }
  }
});
