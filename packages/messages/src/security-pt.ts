import { catalogueOf } from './catalogue.ts';
import { ofSecurity } from './parts-of-catalogue.ts';

/** The texts about how people log in, loaded together with their screens. */
export const messages = ofSecurity(catalogueOf('pt'));
