import { catalogueOf } from './catalogue.ts';
import { everywhereOf } from './parts-of-catalogue.ts';

/** The one language that a browser loads: the console's build compiles it and leaves out the other. */
export const messages = everywhereOf(catalogueOf('pt'));
