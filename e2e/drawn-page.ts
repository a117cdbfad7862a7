import { OFREPWebProvider } from '@openfeature/ofrep-web-provider';
import { OpenFeature, type Provider } from '@openfeature/react-sdk';
import { hydrateRoot } from 'react-dom/client';
import type { Bootstrap } from '../packages/web/src/answer.ts';
import { ComportaWebProvider } from '../packages/web/src/openfeature.ts';
import { drawn } from './drawn-shop.ts';

/** The data that the server embedded into the page. */
export interface PageData {
  readonly url: string;
  readonly key: string;
  readonly provider: 'comporta' | 'ofrep';
  readonly context: { readonly targetingKey: string };
  readonly bootstrap: Bootstrap | undefined;
}

// Code of a customer's page: it runs in the browser, on another origin than the service.
const data: PageData = JSON.parse(document.querySelector('#data')?.textContent ?? '{}');
const { url, key, context, bootstrap } = data;
const provider =
  data.provider === 'comporta'
    ? new ComportaWebProvider({ url, key, bootstrap })
    : // Its package is compiled without exactOptionalPropertyTypes, so its optional members have other types.
      (new OFREPWebProvider({ baseUrl: url, headers: [['X-API-Key', key]] }) as Provider);
await OpenFeature.setContext(context);
OpenFeature.setProvider(provider);
hydrateRoot(document.querySelector('main') ?? document.body, drawn());
