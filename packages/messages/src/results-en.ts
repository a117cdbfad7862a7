import { catalogueOf } from './catalogue.ts';
import { ofResults } from './parts-of-catalogue.ts';

/** The texts of the results screens, loaded together with them. */
export const messages = ofResults(catalogueOf('en'));
