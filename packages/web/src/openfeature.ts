import {
  ErrorCode,
  type EvaluationContext,
  type JsonValue,
  OpenFeatureEventEmitter,
  type Provider,
  ProviderEvents,
  ProviderFatalError,
  type ResolutionDetails,
} from '@openfeature/web-sdk';
import { type Context, isBootstrap } from './answer.ts';
import {
  createWebClient,
  NO_REQUESTS,
  type WebClient,
  type WebClientOptions,
  type WebClientState,
} from './client.ts';
import { isServer } from './page.ts';

/**
 * OpenFeature provider for a page. With values, from a bootstrap or a client that has some, it is ready at once.
 * Therefore it has `initialize` only without: OpenFeature treats a provider with `initialize` as not ready until it was
 * called. The provider owns the client: closing the provider closes it.
 */
export class ComportaWebProvider implements Provider {
  readonly metadata = { name: 'comporta-web' };
  readonly runsOn = 'client';
  readonly events = new OpenFeatureEventEmitter();
  readonly initialize?: (context?: EvaluationContext) => Promise<void>;
  #client: WebClient | undefined;
  #isSwitching = false;

  constructor(from: WebClient | WebClientOptions) {
    const isClient = 'peek' in from;
    if (isClient || isBootstrap(from.bootstrap)) {
      this.#listen(isClient ? from : createWebClient(from));
    }
    if (!this.#client?.hasValues()) this.initialize = (context) => this.#start(from, context);
  }

  async onContextChange(_before: EvaluationContext, context: EvaluationContext): Promise<void> {
    this.#isSwitching = true;
    await this.#client?.setContext(contextOf(context));
    this.#isSwitching = false;
  }

  async onClose(): Promise<void> {
    this.#client?.close();
  }

  resolveBooleanEvaluation(toggle: string, fallback: boolean): ResolutionDetails<boolean> {
    return this.#resolve(toggle, fallback, 'boolean');
  }

  resolveStringEvaluation(toggle: string, fallback: string): ResolutionDetails<string> {
    return this.#resolve(toggle, fallback, 'string');
  }

  resolveNumberEvaluation(toggle: string, fallback: number): ResolutionDetails<number> {
    return this.#resolve(toggle, fallback, 'number');
  }

  resolveObjectEvaluation<T extends JsonValue>(toggle: string, fallback: T): ResolutionDetails<T> {
    return this.#resolve(toggle, fallback, 'object');
  }

  track(event: string, _context: EvaluationContext, details?: { readonly value?: number }): void {
    this.#client?.track(event, details?.value);
  }

  async #start(from: WebClient | WebClientOptions, context: EvaluationContext = {}): Promise<void> {
    if (!('peek' in from)) this.#listen(createWebClient({ ...from, context: contextOf(context) }));
    // The context of a client that was given stays, unless OpenFeature has one.
    else if (Object.keys(context).length > 0) await from.setContext(contextOf(context));
    const hasValues = await this.#client?.ready();
    if (hasValues) return;
    if (isServer()) throw new ProviderFatalError(NO_REQUESTS);
    if (this.#client?.state() === 'REFUSED') throw new ProviderFatalError(INVALID_KEY);
    throw new Error('the service is unreachable');
  }

  #listen(client: WebClient): void {
    this.#client = client;
    client.onChange((flagsChanged) =>
      this.events.emit(ProviderEvents.ConfigurationChanged, { flagsChanged: [...flagsChanged] }),
    );
    client.onStateChange((state) => this.#tell(state));
  }

  #tell(state: WebClientState): void {
    if (state === 'READY') this.events.emit(ProviderEvents.Ready);
    // OpenFeature itself tells that the user changes.
    if (state === 'STALE' && !this.#isSwitching) this.events.emit(ProviderEvents.Stale);
    if (state === 'REFUSED') this.events.emit(ProviderEvents.Error, { message: INVALID_KEY });
  }

  #resolve<T>(toggle: string, fallback: T, type: string): ResolutionDetails<T> {
    const flag = this.#client?.flag(toggle, type);
    if (flag === undefined) return failed(fallback, ErrorCode.FLAG_NOT_FOUND);
    const { value, variant, reason, errorCode, errorDetails } = flag;
    if (errorCode !== undefined) return failed(fallback, errorCode as ErrorCode, errorDetails);
    if (typeof value !== type) return failed(fallback, ErrorCode.TYPE_MISMATCH);
    return {
      value: value as T, // Its type was checked; the shape of JSON is the caller's to know.
      ...(variant !== undefined && { variant }),
      ...(reason !== undefined && { reason }),
    };
  }
}

const INVALID_KEY = 'the client key is invalid';

function failed<T>(value: T, errorCode: ErrorCode, errorMessage?: string): ResolutionDetails<T> {
  return { value, reason: 'ERROR', errorCode, ...(errorMessage !== undefined && { errorMessage }) };
}

/** Only the type changes: dates become text in JSON. */
function contextOf(context: EvaluationContext): Context {
  return context as Context; // Its members are JSON values and dates.
}
