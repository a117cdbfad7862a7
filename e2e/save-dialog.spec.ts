import { expectAccessible } from './accessibility.ts';
import { moveTo, press } from './by-keyboard.ts';
import { experimentPath } from './filed-requests.ts';
import { expect, test } from './fixtures.ts';
import { furnishApplication } from './furnished-application.ts';

test.use({ timezoneId: 'America/New_York' });

test('SAF-09, SAF-12, SAF-70: edits are saved by one press, scheduled, filed in steps or for approval, or kept as a draft', async ({
  adminPage: page,
  company,
}) => {
  const { id, production, splitExperimentId } = await furnishApplication(company);
  await company.addUser({ name: 'Rui', admin: true });
  const place = { appId: id, envId: production, id: splitExperimentId };
  const editor = `/applications/${id}/environments/${production}/experiments/${splitExperimentId}`;
  const share = page.getByRole('spinbutton', { name: 'Percentage of stripe' });
  const save = page.getByRole('button', { name: 'Review & save to Production' });
  const caret = page.getByRole('button', { name: 'Save at a time, in steps or as a draft' });
  const dialog = page.getByRole('dialog');
  const way = (name: string | RegExp) => dialog.getByRole('radio', { name });
  const edit = async (percent: string) => {
    await page.goto(editor);
    await share.fill(percent);
    await page.keyboard.press('Tab');
  };

  await test.step('at a time; about one that a clock change removes or doubles it asks', async () => {
    await page.goto(editor);
    await expect(save).toBeVisible();
    await expect(caret).toHaveCount(0);
    await edit('60');
    await press(page, caret);
    await expect(way('Now')).toBeFocused();
    await page.keyboard.press('ArrowDown');
    await expect(way('At')).toBeChecked();
    const time = dialog.getByLabel('Day and time');
    await time.fill('2027-03-14T02:30');
    await expect(dialog.getByText('02:30 does not exist.')).toBeVisible();
    await press(page, dialog.getByRole('button', { name: 'Schedule' }));
    await expect(dialog.getByText('Choose a day and a time!')).toBeVisible();
    await press(page, dialog.getByRole('button', { name: 'Yes, 3:30 AM' }));
    await expect(dialog.getByText('-04:00, 07:30 UTC')).toBeVisible();
    await time.fill('2027-11-07T01:30');
    await expect(dialog.getByText('01:30 happens twice.')).toBeVisible();
    await expectAccessible(page);
    const tomorrow = new Date(Date.now() + 26 * 3_600_000).toISOString().slice(0, 10);
    await time.fill(`${tomorrow}T12:00`);
    await press(page, dialog.getByRole('button', { name: 'Schedule' }));
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(
      '#1 payment-provider in Production',
    );
    await expect(page.getByText('Scheduled', { exact: true })).toBeVisible();
  });

  await test.step('the review says that a save will hold it; one press more saves', async () => {
    await edit('70');
    await press(page, save);
    const warning = dialog.getByText(
      /^#1 \(Ana Souza, .*\) changes rule #1 too and will be held\./,
    );
    await expect(warning).toBeVisible();
    await expectAccessible(page);
    await press(page, dialog.getByRole('button', { name: 'Save to Production' }));
    await expect(page.getByText('payment-provider saved to Production.')).toBeVisible();
    await page.goto(`/applications/${id}/change-requests`);
    await expect(page.getByText('Somebody changed the same part')).toBeVisible();
  });

  await test.step('in steps: each step has its share and its time', async () => {
    await edit('100');
    await press(page, caret);
    await moveTo(page, way('Now'));
    await page.keyboard.press('ArrowUp');
    await expect(way('In steps…')).toBeChecked();
    await expect(dialog.getByLabel('Percentage of step 1')).toHaveValue('75');
    await dialog.getByLabel('Percentage of step 1').fill('20');
    await press(page, dialog.getByRole('button', { name: 'Begin' }));
    await expect(dialog.getByText(/^The shares must rise/)).toBeVisible();
    await dialog.getByLabel('Percentage of step 1').fill('80');
    await expectAccessible(page);
    await press(page, dialog.getByRole('button', { name: 'Begin' }));
    await expect(page.getByText(/^Step 1 of 2 applied/)).toBeVisible();
    const stored = await company.call<{ rules: { valueSpec: object }[] }>(
      'GET',
      experimentPath(place),
    );
    expect(stored.rules[0]?.valueSpec).toMatchObject({ split: { adyen: 20, stripe: 80 } });
    await press(page, page.getByRole('button', { name: 'Roll back' }));
    await expect(page.getByText('Rolled back', { exact: true })).toBeVisible();
  });

  await test.step('under approvals the save asks for one; a reason is asked for where it is wanted', async () => {
    const policy = { approvals: 1, pauseDirectly: true, reasonRequired: true };
    await company.call('PUT', `/api/apps/${id}/envs/${production}/change-policy`, policy);
    await page.evaluate(() => localStorage.removeItem('comporta.applications'));
    await edit('65');
    await press(page, save);
    await expect(way('When approved (1 of Rui)')).toBeChecked();
    await press(page, dialog.getByRole('button', { name: 'Request approval' }));
    await expect(dialog.getByText('Please say why!')).toBeVisible();
    await dialog.getByLabel('Reason').fill('Cheaper');
    await press(page, dialog.getByRole('button', { name: 'Request approval' }));
    await expect(page.getByText('In review', { exact: true })).toBeVisible();
    await expect(page.getByText('Cheaper')).toBeVisible();
  });

  await test.step('a draft waits until it is submitted; nothing unsaved is left in the editor', async () => {
    await edit('66');
    await press(page, caret);
    await press(page, dialog.getByRole('button', { name: 'Save as draft' }));
    await expect(page.getByText('Draft', { exact: true })).toBeVisible();
    await page.goto(editor);
    await expect(share).toHaveValue('70');
    await expect(page.getByText('Changes you had not saved were brought back.')).toHaveCount(0);
  });
});

test('SAF-09, SAF-26, SAF-70: the values of a toggle are scheduled, filed for approval or kept as a draft; it says whom they touch', async ({
  adminPage: page,
  company,
}) => {
  const { id, production, toggleId, environments } = await furnishApplication(company);
  const toggle = `/applications/${id}/toggles/${toggleId}`;
  const save = page.getByRole('button', { name: 'Save', exact: true });
  const caret = page.getByRole('button', { name: 'Save at a time or as a draft' });
  const dialog = page.getByRole('dialog', { name: 'Review the changes of new-checkout' });
  const way = (name: string | RegExp) => dialog.getByRole('radio', { name });
  const makeDefault = async () => {
    await page.goto(toggle);
    await page.getByRole('radio', { name: 'Make enabled the default' }).check();
  };

  await test.step('at a time', async () => {
    await page.goto(toggle);
    await expect(save).toBeVisible();
    await expect(caret).toHaveCount(0);
    await makeDefault();
    await press(page, caret);
    await expect(dialog).toContainText('default value: disabled → enabled');
    await expect(dialog).toContainText(`Users may get something else in ${environments[0]?.name}`);
    await expect(way('Now')).toBeFocused();
    await page.keyboard.press('ArrowDown');
    await expect(way('At')).toBeChecked();
    await expectAccessible(page);
    const tomorrow = new Date(Date.now() + 26 * 3_600_000).toISOString().slice(0, 10);
    await dialog.getByLabel('Day and time').fill(`${tomorrow}T12:00`);
    await press(page, dialog.getByRole('button', { name: 'Schedule' }));
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('#1 Change new-checkout');
    await expect(page.getByText('Scheduled', { exact: true })).toBeVisible();
    await page.goto(toggle);
    await expect(page.getByRole('radio', { name: 'Make disabled the default' })).toBeChecked();
  });

  await test.step('now, which would hold the other', async () => {
    await page.evaluate(() => localStorage.removeItem('comporta.applications'));
    await page.goto(toggle);
    const entry = page.getByLabel('Add a value');
    await entry.fill('beta');
    await page.getByRole('button', { name: 'Add value', exact: true }).click();
    await page.getByRole('radio', { name: 'Make beta the default' }).check();
    await press(page, caret);
    await expect(
      dialog.getByText(/^#1 \(.*\) changes default value too and will be held\./),
    ).toBeVisible();
    await press(page, dialog.getByRole('button', { name: 'Save', exact: true }));
    await expect(page.getByText('new-checkout saved.')).toBeVisible();
  });

  await test.step('for approval, which nobody can give who is there; or as a draft', async () => {
    const policy = { approvals: 1, pauseDirectly: true, reasonRequired: true };
    await company.call('PUT', `/api/apps/${id}/envs/${production}/change-policy`, policy);
    await page.evaluate(() => localStorage.removeItem('comporta.applications'));
    await makeDefault();
    await press(page, caret);
    await expect(way('When approved')).toBeChecked();
    await press(page, dialog.getByRole('button', { name: 'Request approval' }));
    await expect(dialog.getByText('Please say why!')).toBeVisible();
    await press(page, dialog.getByRole('button', { name: 'Save as draft' }));
    await expect(page.getByText('Draft', { exact: true })).toBeVisible();
    await expect(
      page.getByText(/this can never be approved. It needs 1 approval, and nobody can give one./),
    ).toBeVisible();
    await expectAccessible(page);
    await page.goto(toggle);
    await expect(page.getByRole('radio', { name: 'Make beta the default' })).toBeChecked();
    await expect(page.getByText('Unsaved changes')).toHaveCount(0);
  });
});
