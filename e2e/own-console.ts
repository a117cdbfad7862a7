import { type BrowserContextOptions, chromium, type Page } from '@playwright/test';
import { findBrowser } from './browser.ts';
import { type Company, createCompany } from './company.ts';
import { logIn } from './logged-in.ts';
import { type ServiceAlone, type Settings, startAlone } from './service-alone.ts';

/** For scripts that are no tests: a company on a separate service, and a browser. */
export interface OwnConsole extends AsyncDisposable {
  readonly service: ServiceAlone;
  readonly company: Company;
  /** A page in a new context with an empty cache, without a login; English unless `options` say otherwise. */
  openPage(options?: BrowserContextOptions): Promise<Page>;
  /** The same with the company's admin logged in; the console is in the language of the page. */
  openAdminPage(options?: BrowserContextOptions): Promise<Page>;
}

/** Starts the service and the browser, and creates the company. `await using` stops them. */
export async function openOwnConsole(settings: Settings = {}): Promise<OwnConsole> {
  await using opened = new AsyncDisposableStack();
  const service = opened.use(await startAlone(settings));
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
