import { catalogueOf } from './catalogue.ts';
import { ofLifecycle } from './parts-of-catalogue.ts';

/** The texts about the lifecycle of toggles, loaded together with what shows it. */
export const messages = ofLifecycle(catalogueOf('en'));
