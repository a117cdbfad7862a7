import { catalogueOf } from './catalogue.ts';
import { ofSignIn } from './parts-of-catalogue.ts';

/** The texts of how users come in, loaded together with their screens. */
export const messages = ofSignIn(catalogueOf('pt'));
