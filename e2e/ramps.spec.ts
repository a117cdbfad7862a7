import type { ChangeRequest } from '@comporta/contract/change-requests/change-request';
import { expectAccessible } from './accessibility.ts';
import { press } from './by-keyboard.ts';
import { PASSWORD } from './company.ts';
import { experimentPath, fileRequest } from './filed-requests.ts';
import { expect, test } from './fixtures.ts';
import { furnishApplication } from './furnished-application.ts';
import { expose, someUsers, track } from './measured-users.ts';

const HOUR = 3_600;

for (const { name, language, use, words } of [
  {
    name: 'in English',
    language: 'en',
    use: {},
    words: { guard: 'Guard', worse: 'worse', back: /^Rolled back: Errors got worse with/ },
  },
  {
    name: 'in Portuguese, dark, on a phone',
    language: 'pt',
    use: {
      viewport: { width: 390, height: 844 },
      locale: 'pt-BR',
      colorScheme: 'dark',
    },
    words: { guard: 'Vigia', worse: 'pior', back: /^Desfeita: Errors piorou com/ },
  },
] as const) {
  test.describe(name, () => {
    test.use(use);
    test('SAF-53, SAF-54, SAF-55, SAF-72: the page of a ramp says what its guard asks, what it saw, and what it did', async ({
      company,
      openAs,
    }) => {
      const {
        id: appId,
        production,
        splitExperimentId,
        goalId,
      } = await furnishApplication(company);
      const errors = await company.call<{ id: string }>('POST', `/api/apps/${appId}/metrics`, {
        key: 'errors',
        name: 'Errors',
        kind: 'CONVERSION',
        eventKey: 'error',
        better: 'DOWN',
      });
      const experiment = experimentPath({ appId, envId: production, id: splitExperimentId });
      const { rules } = await company.call<{
        rules: { id: string; valueSpec: { split: Record<string, number> } }[];
      }>('GET', experiment);
      const [value = '', from = ''] = Object.keys(rules[0]?.valueSpec.split ?? {});
      const ramp = {
        experimentId: splitExperimentId,
        ruleId: rules[0]?.id,
        value,
        from,
        shares: [{ percent: 60, wait: 24 * HOUR }, { percent: 100 }],
      };
      const filed = await fileRequest(company.call, appId, {
        title: 'Launch new checkout',
        source: { ramp },
        guard: {
          analysis: { goal: { metricId: goalId }, guardrails: [{ metricId: errors.id }] },
          needs: 'NOT_HARMED',
          units: 100,
          onHarm: 'ROLL_BACK',
          watch: 0,
        },
      });
      const path = `/api/apps/${appId}/change-requests/${filed.id}`;
      const read = () => company.call<ChangeRequest>('GET', path);
      const { admin } = company;
      const page = await openAs({ ...admin, token: { ...admin.token, language } });
      await page.goto(`/applications/${appId}/change-requests/${filed.id}`);
      const guard = page.getByRole('region', { name: words.guard });
      await expect(guard).toContainText('100');
      await expectAccessible(page);

      await company.call('POST', `${path}/actions`, { action: 'APPLY' });
      const newKey = `/api/apps/${appId}/env/${production}/new-token`;
      const asSystem = company.callWith(
        await company.call<string>('POST', newKey, { password: PASSWORD }),
      );
      const given = await expose(asSystem, { toggle: 'payment-provider', users: someUsers(400) });
      const users = [...given.keys()];
      await track(
        asSystem,
        'error',
        users.filter((user, index) => index % (given.get(user) === value ? 20 : 4) === 0),
      );
      await expect
        .poll(async () => (await read()).guardState?.units.length, { timeout: 60_000 })
        .toBe(2);
      await page.reload();
      await expect(guard.getByRole('term').first()).toContainText('Errors');
      await expectAccessible(page);

      await track(
        asSystem,
        'error',
        // Not all: of figures that never vary nobody can tell a difference.
        users.filter((user, index) => given.get(user) === value && index % 10 !== 0),
      );
      await expect.poll(async () => (await read()).state, { timeout: 60_000 }).toBe('ROLLED_BACK');
      await page.reload();
      await expect(page.getByText(words.back)).toBeVisible();
      await expect(guard.getByText(words.worse, { exact: true })).toBeVisible();
      await expectAccessible(page);
    });
  });
}

test('SAF-52, SAF-56: the save dialog asks for a guard beside the steps, and says how many false alarms there may be', async ({
  adminPage: page,
  company,
}) => {
  const { id, production, splitExperimentId } = await furnishApplication(company);
  await page.goto(
    `/applications/${id}/environments/${production}/experiments/${splitExperimentId}`,
  );
  await page.getByRole('spinbutton', { name: 'Percentage of stripe' }).fill('100');
  await page.keyboard.press('Tab');
  const caret = page.getByRole('button', { name: 'Save at a time, in steps or as a draft' });
  await press(page, caret);
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('radio', { name: 'In steps…' }).check();
  await dialog.getByRole('textbox', { name: 'Percentage of step 2' }).fill('100');
  await dialog.getByRole('checkbox', { name: 'Guard', exact: true }).check();
  await expect(
    dialog.getByText(/^False alarms: at most \d+% in all\. At 100% nobody is left/),
  ).toBeVisible();
  const begin = dialog.getByRole('button', { name: 'Begin' });
  await press(page, begin);
  await expect(dialog.getByText(/^Choose a goal and a guardrail/)).toBeVisible();
  await dialog.getByRole('combobox', { name: 'Goal' }).selectOption({ index: 1 });
  await dialog.getByRole('group', { name: 'Guardrails' }).getByRole('checkbox').first().check();
  await expectAccessible(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await expectAccessible(page);
  await press(page, begin);
  await expect(page.getByRole('region', { name: 'Guard' })).toContainText('100 users');
});
