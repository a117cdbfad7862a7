import { readFile } from 'node:fs/promises';
import type { ApplicationDocument } from '@comporta/contract/transfer/application-document';
import { expectAccessible } from './accessibility.ts';
import { press } from './by-keyboard.ts';
import { expect, test } from './fixtures.ts';
import { furnishApplication } from './furnished-application.ts';

test('SAF-22: an application is exported, and a document imported: what it changes is seen before, a bad file changes nothing, under approvals it becomes a request', async ({
  adminPage: page,
  company,
  openAs,
}) => {
  const { id, production } = await furnishApplication(company);
  await company.addUser({ name: 'Rui', admin: true });
  const settings = `/applications/${id}/config`;
  const dialog = page.getByRole('dialog', { name: 'Import a document' });
  const start = page.getByRole('button', { name: 'Import…' });
  const submit = dialog.getByRole('button', { name: 'Import', exact: true });
  const choose = (content: unknown) =>
    dialog.getByLabel('Document', { exact: true }).setInputFiles({
      name: 'shop.json',
      mimeType: 'application/json',
      buffer: Buffer.from(typeof content === 'string' ? content : JSON.stringify(content)),
    });
  await page.goto(settings);

  const document = await test.step('exported', async (): Promise<ApplicationDocument> => {
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export', exact: true }).click();
    const text = await readFile(await (await download).path(), 'utf8');
    expect(JSON.parse(text)).toEqual(await company.call('GET', `/api/apps/${id}/export`));
    return JSON.parse(text);
  });
  const [first, ...others] = document.toggles;
  if (first === undefined) throw new Error('it has toggles');
  const described = { ...document, toggles: [{ ...first, description: 'New' }, ...others] };

  await test.step('no file, and bad ones', async () => {
    await press(page, start);
    await press(page, submit);
    await expect(dialog.getByText('Choose a file!')).toBeVisible();
    await choose('{"format":');
    await expect(
      dialog.getByText('This file is no JSON, or not all of it is there!'),
    ).toBeVisible();
    await choose({ ...document, toggles: [{ name: 1 }] });
    await expect(dialog.getByText(/not as it must be: see toggles\.0\.name!/)).toBeVisible();
    await choose({ ...document, toggles: [{ ...first, values: ['one'] }] });
    await expect(
      dialog.getByText(`It cannot be imported as it is. toggle ${first.name}:`),
    ).toBeVisible();
    await expect(submit).toBeDisabled();
    await expectAccessible(page);
  });

  await test.step('what it changes is said before', async () => {
    await choose(document);
    await expect(dialog.getByText('There is nothing to change')).toBeVisible();
    await expect(submit).toBeDisabled();
    await choose(described);
    await expect(dialog.getByText('0 to create, 1 to change, 0 to delete.')).toBeVisible();
    await expect(dialog.getByText(`Change toggle ${first.name}`, { exact: true })).toBeVisible();
    await choose({ ...described, experiments: [] });
    await expect(dialog.getByText('0 to create, 1 to change, 0 to delete.')).toBeVisible();
    await dialog.getByLabel('Delete what the document does not have').check();
    await expect(dialog.getByText(/Delete experiment new-checkout in Production/)).toBeVisible();
    await expectAccessible(page);
    await dialog.getByLabel('Delete what the document does not have').uncheck();
    await choose(described);
    await expect(dialog.getByText('0 to create, 1 to change, 0 to delete.')).toBeVisible();
    await press(page, submit);
    await expect(page.getByText('1 change imported.')).toBeVisible();
    await expect(dialog).toBeHidden();
    expect(await company.call('GET', `/api/apps/${id}/export`)).toEqual(described);
  });

  await test.step('under approvals it becomes a change request', async () => {
    const policy = { approvals: 1, pauseDirectly: true, reasonRequired: true };
    await company.call('PUT', `/api/apps/${id}/envs/${production}/change-policy`, policy);
    await page.evaluate(() => localStorage.removeItem('comporta.applications'));
    await page.goto(settings);
    await press(page, start);
    const experiments = described.experiments.map((one) =>
      one.environment === 'Production' && one.toggle === 'new-checkout'
        ? { ...one, rules: one.rules.slice(-1) }
        : one,
    );
    await choose({ ...described, experiments });
    await expect(dialog.getByText('Change experiment new-checkout in Production')).toBeVisible();
    await press(page, submit);
    const needs = page.getByRole('dialog', { name: 'This change needs something more' });
    await expect(needs).toContainText('Production needs 1 approval. Nothing was saved.');
    await expect(needs.getByLabel('Title')).toHaveValue(`Import of ${document.application}`);
    await needs.getByLabel('Reason').fill('As in the other shop');
    await expectAccessible(page);
    await press(page, needs.getByRole('button', { name: 'Request approval' }));
    await expect(page.getByText('#1 waits for approval')).toBeVisible();
    await expect(dialog).toBeHidden();
    const { items } = await company.call<{ items: readonly { title: string; state: string }[] }>(
      'GET',
      `/api/apps/${id}/change-requests`,
    );
    expect(items).toMatchObject([
      { title: `Import of ${document.application}`, state: 'IN_REVIEW' },
    ]);
  });

  await test.step('whoever may only read exports', async () => {
    const eva = await openAs(
      await company.addUser({
        name: 'Eva',
        apps: [id],
        roles: [{ appId: id, role: 'VIEWER', environments: [] }],
      }),
    );
    await eva.goto(settings);
    await expect(eva.getByRole('button', { name: 'Export', exact: true })).toBeVisible();
    await expect(eva.getByRole('button', { name: 'Import…' })).toHaveCount(0);
  });
});
