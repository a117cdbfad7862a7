import { expect, test } from './fixtures.ts';
import { furnishApplication } from './furnished-application.ts';

test('LIF-40, LIF-44: a list is made, filled from a file, asked, and used by a new group', async ({
  adminPage: page,
  company,
}) => {
  const { id } = await furnishApplication(company);
  await page.goto(`/applications/${id}/id-lists/new`);
  await page.getByLabel('Name').fill('Staff');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('0 ids')).toBeVisible();

  await test.step('a file: first what it would change, then its ids', async () => {
    await page.getByRole('button', { name: 'Upload file…' }).click();
    const dialog = page.getByRole('dialog');
    const buffer = Buffer.from('id,name\nana,Ana\nbob,Bob\n');
    const choose = (name: string, content: Buffer) =>
      dialog
        .getByLabel('File', { exact: true })
        .setInputFiles({ name, mimeType: '', buffer: content });
    await choose('bad.txt', Buffer.from('ana\na\tb\n'));
    await expect(dialog.getByRole('alert')).toContainText('1 line is no id, the first in line 2');
    await choose('staff.csv', buffer);
    await expect(dialog.getByText('3 ids, 0 bad lines: +3 −0')).toBeVisible();
    await dialog.getByLabel('First line is a heading').check();
    await expect(dialog.getByText('2 ids, 0 bad lines: +2 −0')).toBeVisible();
    const choice = (name: string) => dialog.getByRole('radio', { name });
    await page.route(/content\?mode=add/, () => {}); // Never answered.
    const ended = page.waitForEvent('requestfailed');
    await choice('add').check();
    await expect(dialog.getByText('Reading the file…')).toBeVisible();
    await page.route(/content\?mode=remove/, (route) => route.fulfill({ status: 429 }), {
      times: 1,
    });
    await choice('remove').check();
    expect((await ended).url()).toContain('mode=add');
    await expect(dialog.getByText('0 ids, 0 bad lines: +0 −0')).toBeVisible();
    await choice('replace').check();
    await expect(dialog.getByText('2 ids, 0 bad lines: +2 −0')).toBeVisible();
    await page.route(/dryRun=true/, () => {}); // Nothing is asked again after storing.
    await dialog.getByRole('button', { name: 'Replace' }).click();
    await expect(dialog).toBeHidden();
    await expect(page.getByText('2 ids', { exact: true })).toBeVisible();
  });

  await test.step('a few by hand, and whether one is in it', async () => {
    await page.getByRole('button', { name: 'Add or remove…' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Ids to add').fill('eva\nrui');
    await dialog.getByLabel('Ids to remove').fill('bob');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByText('3 ids', { exact: true })).toBeVisible();
    await page.getByLabel('Is this id in it?').fill('eva');
    await page.keyboard.press('Enter');
    await expect(page.getByText('Yes, eva is in this list.')).toBeVisible();
    await page.getByLabel('Is this id in it?').fill('bob');
    await page.getByRole('button', { name: 'Check', exact: true }).click();
    await expect(page.getByText('No, bob is not in this list.')).toBeVisible();
  });

  await test.step('a group from it has the condition', async () => {
    await page.getByRole('link', { name: 'New target group from this list' }).click();
    await expect(page.getByLabel('Condition 1: Value')).toHaveValue(/.+/);
    await page.getByLabel('Name').fill('The staff');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(page.getByRole('link', { name: 'The staff' })).toBeVisible();
    await expect(page.getByText('Staff').last()).toBeVisible();
  });
});
