import * as api from '@comporta/contract/search/search-api';
import type { Server } from '../platform/http/route.ts';
import { searchNames } from './search-names.ts';

export function searchRoutes({ route }: Server): void {
  route(api.search, searchNames);
}
