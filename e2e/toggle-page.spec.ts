import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Page } from '@playwright/test';
import { build } from 'esbuild';
import { expectAccessible } from './accessibility.ts';
import { expect, test } from './fixtures.ts';
import { furnishApplication } from './furnished-application.ts';
import { nextCall } from './requests.ts';
import { openRules } from './rules.ts';
import { createTypedApplication } from './typed-application.ts';

const run = promisify(execFile);
const ROOT = fileURLToPath(new URL('..', import.meta.url));

const REGION = 'https://eu.toggles.example.com';

function card(page: Page, environment: string) {
  return page
    .getByRole('region', { name: 'Environments' })
    .getByRole('listitem', { name: environment, exact: true });
}

test('CDW-41, LIF-38: a card for each environment shows what users get, why, since when, and what depends on it', async ({
  adminPage: page,
  company,
}) => {
  const application = await furnishApplication(company);
  const { id, toggleId, production, environments } = application;
  const experiments = `/api/apps/${id}/envs/${production}/experiments`;
  const toggles = await company.call<{ id: string; name: string }[]>(
    'GET',
    `/api/apps/${id}/toggles`,
  );
  const dark = toggles.find(({ name }) => name === 'dark-theme');
  await company.call('POST', experiments, {
    toggleId: dark?.id,
    rules: [
      {
        type: 'TOGGLE_DEPENDENCY',
        toggleDependencyRule: { toggleId, value: 'enabled' },
        valueSpec: { type: 'EXACT_VALUE', exactValue: 'true' },
      },
      { type: 'ALL_USERS', valueSpec: { type: 'EXACT_VALUE', exactValue: 'false' } },
    ],
  });
  await page.goto(`/applications/${id}/toggles/${toggleId}`);
  const live = card(page, 'Production');
  await expect(live).toContainText('3 rules → disabled');
  await expect(live.getByRole('list', { name: 'Rules' }).getByRole('listitem')).toHaveText([
    'user is in any of Staff, Paying customers: enabled',
    'country is one of BR, PT and app.version is greater than or equals 2.4.0: enabled 70%, disabled 30%',
    'payment-provider returns stripe: enabled',
    'everyone else: disabled',
  ]);
  await expect(live).toContainText('by Ana Souza');
  await expect(live).toContainText('not asked yet');
  await expect(live).toContainText('needs payment-provider');
  await expect(live).toContainText('is needed by dark-theme');
  await expect(live.getByRole('link', { name: 'dark-theme' })).toBeVisible();
  await expect(card(page, 'Staging')).toContainText('Rulesrules apply');
  await expect(card(page, 'Development')).toContainText('Everyone gets disabled');
  await expect(card(page, 'Development').getByRole('button', { name: /Roll out/ })).toBeVisible();
  await expectAccessible(page);

  await test.step('a value says where rules return it, and the star stays', async () => {
    await expect(page.getByText('used in Staging, Production')).toBeVisible();
    await expect(page.getByText('used in Production', { exact: true })).toBeVisible();
    const star = page.getByRole('button', { name: 'Favourite: new-checkout' });
    await star.click();
    await expect(star).toHaveAttribute('aria-pressed', 'true');
  });

  await test.step('the switch sends one call and shows the answer', async () => {
    const staging = environments.find(({ name }) => name === 'Staging');
    const paused = nextCall(page, `POST /api/apps/${id}/envs/${staging?.id}/experiments/*/pause`);
    const toggle = card(page, 'Staging').getByRole('switch');
    await toggle.click();
    await paused;
    await expect(toggle).not.toBeChecked();
    await expect(card(page, 'Staging')).toContainText('rules paused → disabled');
    await expect(card(page, 'Staging')).toContainText('Everyone gets disabled while paused.');
  });

  await test.step('copied rules are a clone, or a draft where there are rules', async () => {
    const dialog = page.getByRole('dialog', { name: 'Copy rules to another environment' });
    await live.getByRole('button', { name: /Copy rules to/ }).click();
    await dialog.getByRole('radio', { name: 'Development' }).check();
    await dialog.getByRole('button', { name: 'Clone' }).click();
    await expect(card(page, 'Development')).toContainText('3 rules → disabled');

    await live.getByRole('button', { name: /Copy rules to/ }).click();
    await dialog.getByRole('radio', { name: 'Staging' }).check();
    await dialog.getByRole('button', { name: 'Open as draft' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('new-checkout in Staging');
    await expect(page.getByText('Rules of another environment, not saved yet.')).toBeVisible();
    await expect(page.getByRole('button', { name: /^Edit rule 2: country/ })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Save to Staging' })).toBeVisible();
    await openRules(page, 3);
    await page.getByLabel('Rule #3: returns').selectOption('adyen');
    // Edits of the draft survive a reload.
    await page.waitForFunction(() =>
      Object.values(sessionStorage).some((text) => String(text).includes('adyen')),
    );
    page.once('dialog', (prompt) => void prompt.accept());
    await page.reload();
    await expect(
      page.getByRole('button', { name: /^Edit rule 3: payment-provider returns adyen/ }),
    ).toBeVisible();
  });
});

test('CDW-42 CDW-49: description, tags and owner are edited in place, without overwriting another user’s change', async ({
  adminPage: page,
  company,
}) => {
  const { id, toggleId, production } = await furnishApplication(company);
  await company.addUser({ name: 'Rui Lima', apps: [id] });
  const at = `/api/apps/${id}/toggles/${toggleId}`;
  await page.goto(`/applications/${id}/toggles/${toggleId}`);
  const save = page.getByRole('button', { name: 'Save', exact: true }).first();

  await page.getByRole('button', { name: 'Edit tags' }).click();
  const tags = page.getByRole('combobox', { name: 'Tags' });
  await expect(tags).toBeFocused();
  await tags.pressSequentially('SEO,checkout');
  await tags.press('Enter');
  await expect(page.getByRole('button', { name: /^Remove tag/ })).toHaveCount(2);
  await tags.press('Backspace');
  await expect(page.getByRole('button', { name: /^Remove tag/ })).toHaveCount(1);
  await page.getByLabel('Description (optional)').fill('In one page');
  await page.getByLabel('Owner').selectOption('Rui Lima');
  const sent = nextCall(page, 'PUT /api/apps/*/toggles/*');
  await save.click();
  expect((await sent).headers()['if-match']).toBe('"1"');
  await expect(page.getByText('#checkout', { exact: true })).toBeVisible();
  await expect(page.getByRole('paragraph').filter({ hasText: 'Owner' })).toContainText('Rui Lima');
  await expect(page).toHaveURL(/\/toggles\/[^/]+$/);
  expect(await company.call('GET', at)).toMatchObject({
    description: 'In one page',
    tags: ['checkout'],
    owner: 'Rui Lima',
    values: ['enabled', 'disabled'],
  });
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText('The checkout in one page')).toBeVisible();

  await test.step('a limit of tags is spoken of as one', async () => {
    await page.getByRole('button', { name: 'Edit tags' }).click();
    await tags.fill(Array.from({ length: 11 }, (_, number) => `tag${number}`).join(','));
    await tags.press('Enter');
    await save.click();
    await expect(tags).toHaveAccessibleDescription(/A toggle can have at most 10 tags!/);
    await page.getByRole('button', { name: 'Cancel' }).click();
  });

  await test.step('who saved the values in between is no conflict; who saved the description is', async () => {
    const stored = await company.call('GET', at);
    await page.getByRole('button', { name: 'Edit description' }).click();
    await page.getByLabel('Description (optional)').fill('Mine');
    await company.call('PUT', at, {
      ...stored,
      values: ['enabled', 'disabled', 'beta'],
      valueType: 'STRING',
    });
    await save.click();
    await expect(page.getByText('Mine', { exact: true })).toBeVisible();
    const merged = await company.call('GET', at);
    expect(merged).toMatchObject({ description: 'Mine', values: ['enabled', 'disabled', 'beta'] });
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(page.getByText('The checkout in one page')).toBeVisible();
    expect(await company.call('GET', at)).toMatchObject({
      values: ['enabled', 'disabled', 'beta'],
    });

    await page.getByRole('button', { name: 'Edit description' }).click();
    await page.getByLabel('Description (optional)').fill('Mine again');
    const theirs = { description: 'Theirs', values: ['enabled', 'disabled', 'beta', 'gamma'] };
    await company.call('PUT', at, { ...merged, ...theirs });
    await save.click();
    const conflict = page.getByRole('alertdialog', { name: 'Someone else changed this' });
    await expect(conflict).toContainText('description: The checkout in one page → Theirs');
    await conflict.getByRole('button', { name: 'Overwrite' }).click();
    await expect(page.getByText('Mine again', { exact: true })).toBeVisible();
    expect(await company.call('GET', at)).toMatchObject({ values: theirs.values });
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(page.getByText('Theirs', { exact: true })).toBeVisible();
    expect(await company.call('GET', at)).toMatchObject(theirs);
  });

  await test.step('CDW-45: a former version fills the forms that it differs in, and is saved by Save only', async () => {
    await page.getByRole('tab', { name: 'History' }).click();
    await page.getByRole('button', { name: 'Versions' }).click();
    const versions = page.getByRole('complementary', { name: 'Versions' });
    await versions.getByRole('button', { name: /^Version 1 / }).click();
    await expect(versions).toContainText('description: Theirs → The checkout in one page');
    await expect(versions).toContainText('beta');
    await versions.getByRole('button', { name: 'Restore as draft' }).click();
    await expect(page.getByLabel('Description (optional)')).toHaveValue('The checkout in one page');
    await expect(page.getByRole('radio', { name: /beta/ })).toHaveCount(0);
    await expect(page.getByText('Version 1 restored, not saved yet.')).toHaveCount(1);
    expect(await company.call('GET', at)).toMatchObject({ description: 'Theirs' });
    await page.getByRole('button', { name: 'Cancel' }).click();
    await save.click();
    await expect(page).toHaveURL(/\/toggles$/);
    expect(await company.call('GET', at)).toMatchObject({
      description: 'Theirs',
      values: ['enabled', 'disabled'],
    });
    await page.goto(`/applications/${id}/toggles/${toggleId}`);
  });

  await test.step('what is in use is not archived; what is not leaves the list and comes back', async () => {
    const actions = page.getByRole('button', { name: /^Actions for/ });
    await actions.click();
    await page.getByRole('menuitem', { name: 'Archive toggle' }).click();
    const question = page.getByRole('alertdialog', { name: 'Archive toggle' });
    await expect(question).toContainText('Its experiments are deleted at the same time.');
    await page.keyboard.press('Escape');
    await expect(question).toBeHidden();
    const [unused] = await company.call<{ id: string }[]>('GET', `/api/apps/${id}/toggles`);
    const path = `/api/apps/${id}/toggles/${unused?.id}`;
    await company.call('PUT', path, { ...(await company.call('GET', path)), tags: ['night'] });
    await page.goto(`/applications/${id}/toggles/${unused?.id}`);
    await actions.click();
    await page.getByRole('menuitem', { name: 'Archive toggle' }).click();
    await expect(page.getByText('archived', { exact: true })).toBeVisible();

    await page.goto(`/applications/${id}/environments/${production}/experiments/new`);
    await page.getByRole('combobox', { name: 'Toggle' }).click();
    await expect(page.getByRole('option', { name: /free-shipping/ })).toBeVisible();
    await expect(page.getByRole('option', { name: 'dark-theme' })).toHaveCount(0);
    await page.goto(`/applications/${id}/toggles`);
    await expect(page.getByRole('link', { name: 'new-checkout', exact: true })).toBeVisible();
    await expect(page.getByRole('link', { name: 'dark-theme', exact: true })).toHaveCount(0);

    await page.goto(`/applications/${id}/toggles/${unused?.id}`);
    await actions.click();
    await page.getByRole('menuitem', { name: 'Bring back from the archive' }).click();
    await expect(page.getByText('archived', { exact: true })).toBeHidden();
    await expect(page.getByText('#night', { exact: true })).toBeVisible();
  });
});

interface Program {
  readonly language: string;
  readonly code: string;
}

/** The programs of the Code tab, with the keys filled in. */
async function programsOf(page: Page, key: string, clientKey: string): Promise<Program[]> {
  const programs: Program[] = [];
  const panel = page.getByRole('tabpanel', { name: 'Code' });
  await expect(panel.getByRole('tab').first()).toBeVisible();
  for (const tab of await panel.getByRole('tab').all()) {
    await tab.click();
    const language = (await tab.textContent()) ?? '';
    const code = (await panel.getByRole('tabpanel').locator('pre').textContent()) ?? '';
    programs.push({
      language,
      code: code.replaceAll('YOUR_ENVIRONMENT_KEY', key).replaceAll('YOUR_CLIENT_KEY', clientKey),
    });
  }
  return programs;
}

async function hasCommand(command: string, ...probe: string[]): Promise<boolean> {
  return run(command, probe).then(
    () => true,
    () => false,
  );
}

test('CDW-43, COV-07: the programs of the Code tab evaluate the toggle with its type when the key is filled in', async ({
  adminPage: page,
  company,
  service,
}) => {
  const application = await createTypedApplication(company);
  const [shop] = await company.call<{ id: string }[]>('GET', '/api/apps');
  const toggles = await company.call<{ id: string; name: string }[]>(
    'GET',
    `/api/apps/${shop?.id}/toggles`,
  );
  const clientKey = await application.clientKey(service.url);
  const folder = await mkdtemp(path.join(tmpdir(), 'comporta-code-'));
  const ran = new Set<string>();
  for (const [name, answer] of [
    ['new-checkout', /true|false/],
    ['limits', /max/],
  ] as const) {
    const toggle = toggles.find((one) => one.name === name);
    await page.goto(`/applications/${shop?.id}/toggles/${toggle?.id}?tab=code`);
    const programs = await programsOf(page, application.key, clientKey);
    expect(programs.map(({ language }) => language)).toEqual([
      'Node',
      'React',
      'Python',
      'Go',
      'Java',
      'JavaScript',
      'curl',
    ]);
    for (const { language, code } of programs) {
      await test.step(`${name} in ${language}`, async () => {
        // The programs use the address of the company's region, where no service runs in tests.
        expect(code).toContain(REGION);
        const program = { language, code: code.replaceAll(REGION, service.url), answer };
        const output = await outputOf(program, folder, page);
        if (output === undefined) return;
        ran.add(language);
        expect(output, code).toMatch(answer);
      });
    }
  }
  expect([...ran]).toEqual(expect.arrayContaining(['Node', 'React', 'JavaScript', 'curl']));
  await rm(folder, { recursive: true });
});

/** The output of a program; undefined where this machine lacks its language. */
async function outputOf(
  { language, code, answer }: Program & { readonly answer: RegExp },
  folder: string,
  page: Page,
): Promise<string | undefined> {
  const file = (name: string) => path.join(folder, name);
  const bundle = (contents: string, outfile: string, platform: 'node' | 'browser') =>
    build({
      stdin: { contents, loader: 'jsx', resolveDir: ROOT },
      outfile: file(outfile),
      bundle: true,
      format: platform === 'node' ? 'esm' : 'iife',
      jsx: 'automatic',
      platform,
      define: { 'process.env.NODE_ENV': '"production"' },
      nodePaths: [path.join(ROOT, 'node_modules')],
      alias: {
        '@comporta/sdk': path.join(ROOT, 'packages/sdk/src/sdk.ts'),
        '@comporta/web/openfeature': path.join(ROOT, 'packages/web/src/openfeature.ts'),
      },
      banner:
        platform === 'node'
          ? {
              js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);",
            }
          : {},
    });
  switch (language) {
    case 'Node':
      await bundle(code, 'app.mjs', 'node');
      return (await run(process.execPath, [file('app.mjs')])).stdout;
    case 'JavaScript':
      await bundle(`${code}\nawait OpenFeature.close();`, 'program.mjs', 'node');
      return (await run(process.execPath, [file('program.mjs')])).stdout;
    case 'React': {
      const draw =
        "import { createRoot } from 'react-dom/client';\ncreateRoot(document.body).render(<App />);";
      await bundle(`${code}\n${draw}`, 'page.js', 'browser');
      const script = await readFile(file('page.js'), 'utf8');
      const tab = await page.context().newPage();
      await tab.route('**/drawn-page', (route) =>
        route.fulfill({ contentType: 'text/html', body: '<!doctype html><body></body>' }),
      );
      await tab.goto('/drawn-page');
      await tab.evaluate(script);
      // It shows the default until the provider is ready.
      await expect(tab.locator('p'), code).toHaveText(answer);
      const text = await tab.locator('p').textContent();
      await tab.close();
      return text ?? '';
    }
    case 'curl':
      return (await run('sh', ['-c', code])).stdout;
    case 'Python': {
      await writeFile(file('program.py'), code);
      await run('python3', ['-m', 'py_compile', file('program.py')]).catch((error) => {
        if (error.code !== 'ENOENT') throw error;
      });
      if (!(await hasCommand('python3', '-c', 'import openfeature.contrib.provider.ofrep'))) return;
      return (await run('python3', [file('program.py')])).stdout;
    }
    case 'Go': {
      if (!(await hasCommand('go', 'version'))) return;
      await writeFile(file('main.go'), code);
      return (await run('go', ['run', file('main.go')], { cwd: folder })).stdout;
    }
    case 'Java': {
      if (!process.env.OFREP_CLASSPATH) return;
      await writeFile(file('App.java'), code);
      const java = ['-cp', process.env.OFREP_CLASSPATH, file('App.java')];
      return (await run('java', java)).stdout;
    }
    default:
      throw new Error(`a test of ${language} is missing`);
  }
}

test('LIF-33: the tab Code lists the places in scanned code, linked, and the commit that removed the last one', async ({
  adminPage: page,
  company,
}) => {
  const { id, toggleId } = await furnishApplication(company);
  const at = `/applications/${id}/toggles/${toggleId}?tab=code`;
  const { name } = await company.call<{ name: string }>(
    'GET',
    `/api/apps/${id}/toggles/${toggleId}`,
  );
  const code = page.getByRole('region', { name: 'In your code' });
  const scan = (about: object) => company.call('PUT', `/api/apps/${id}/code-references`, about);
  await page.goto(at);
  await expect(code).toContainText('No code was scanned yet.');
  await expect(code.locator('pre')).toContainText(`comporta code scan --application ${id}`);
  await expectAccessible(page);

  const places = [{ path: 'src/pages/check out.ts', line: 12, column: 9 }];
  const shop = {
    ...{ repository: 'acme/shop', branch: 'main', commit: '4f2a91c0', references: [] },
    committedAt: '2026-11-01T10:00:00Z',
    urlTemplate: 'https://git.example.com/acme/shop/blob/{commit}/{path}#L{line}',
  };
  await scan({ ...shop, references: [{ toggle: name, count: 3, places }] });
  await scan({ ...shop, repository: 'acme/app', references: [{ toggle: name, count: 1, places }] });
  const later = { commit: '5b3c02d1', committedAt: '2026-11-02T10:00:00Z' };
  await scan({ ...shop, ...later, repository: 'acme/app' });
  await page.reload();
  await expect(code).toContainText('3 places in acme/shop, scanned');
  await expect(code.getByRole('link', { name: 'src/pages/check out.ts:12' })).toHaveAttribute(
    'href',
    'https://git.example.com/acme/shop/blob/4f2a91c0/src/pages/check%20out.ts#L12',
  );
  await expect(code).toContainText('and 2 more');
  await expect(code).toContainText('The last place in acme/app was removed in 5b3c02d.');
  await expectAccessible(page);
});
