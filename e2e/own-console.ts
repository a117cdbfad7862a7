import { type BrowserContextOptions, chromium, type Page } from '@playwright/test';
import { findBrowser } from './browser.ts';
import { type Company, createCompany } from './company.ts';
import { logIn } from './logged-in.ts';
import { type ServiceAlone, startAlone } from './service-alone.ts';

/** What a script looks at that is no test: a company on a service of its own, in a browser. */
export interface OwnConsole extends AsyncDisposable {
  readonly service: ServiceAlone;
  readonly company: Company;
  /** A page in a context of its own, so that nothing is cached; English unless told, and nobody is logged in. */
  openPage(options?: BrowserContextOptions): Promise<Page>;
  /** The same with the company's admin logged in, who is shown the console in the language of the page. */
  openAdminPage(options?: BrowserContextOptions): Promise<Page>;
}

/** Starts all of it; `await using` ends all of it. */
export async function openOwnConsole(): Promise<OwnConsole> {
  await using opened = new AsyncDisposableStack();
  const service = opened.use(await startAlone());
  const browser = opened.use(await chromium.launch({ ...findBrowser(), args: ['--no-sandbox'] }));
  const company = await createCompany(service);
  const openPage = async (options: BrowserContextOptions = {}) => {
    const context = await browser.newContext({ baseURL: service.url, locale: 'en-GB', ...options });
    return context.newPage();
  };
  const all = opened.move();
  return {
    service,
    company,
    openPage,
    async openAdminPage(options) {
      const page = await openPage(options);
      const language = options?.locale?.startsWith('pt') ? 'pt' : 'en';
      const { admin } = company;
      await logIn(page, { ...admin, token: { ...admin.token, language } }, service.url);
      return page;
    },
    [Symbol.asyncDispose]: () => all.disposeAsync(),
  };
}
