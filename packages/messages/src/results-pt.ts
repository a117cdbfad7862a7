import { catalogueOf } from './catalogue.ts';
import { ofResults } from './parts-of-catalogue.ts';

/** What the screens of results say; loaded with them. */
export const messages = ofResults(catalogueOf('pt'));
