import { catalogueOf } from './catalogue.ts';
import { ofSignOn } from './parts-of-catalogue.ts';

/** The texts of providers, loaded together with their screens. */
export const messages = ofSignOn(catalogueOf('en'));
