import * as api from '@comporta/contract/favourites/favourite-api';
import { orNotFound } from '../platform/base/or-not-found.ts';
import { Rejection } from '../platform/base/rejection.ts';
import type { Server } from '../platform/http/route.ts';
import {
  countFavouritesOf,
  deleteFavourite,
  findFavourite,
  insertFavourite,
  listFavouritesOf,
} from './favourite-repository.ts';

export function favouriteRoutes({ route }: Server): void {
  route(api.listFavourites, ({ sql, actor }) => listFavouritesOf(sql, actor));
  route(api.addFavourite, async ({ sql, actor, params }) => {
    await insertFavourite(sql, actor.id, orNotFound(await findFavourite(sql, actor, params)));
    // Counted after the insert, so that adding an existing favourite again is never refused.
    if ((await countFavouritesOf(sql, actor.id)) > api.MAX_FAVOURITES) {
      throw new Rejection('LIMIT_EXCEEDED', { field: 'favourites', limit: api.MAX_FAVOURITES });
    }
  });
  route(api.removeFavourite, async ({ sql, actor, params }) => {
    await deleteFavourite(sql, actor.id, orNotFound(await findFavourite(sql, actor, params)));
  });
}
