import Type, { type Static } from 'typebox'

import { Done, Strict } from '../fields.ts'
import { route } from '../route.ts'

const ScreenName = Type.String({ pattern: '^[a-z-]{2,40}$' })
const View = Type.Object({ id: Type.Integer(), name: Type.String(), query: Type.String() })
export type SavedView = Static<typeof View>

/** Named lists with their filters: the member's own ones, for the reseller they work on. */
export const views = {
  list: route('GET /api/console/views/list', {
    access: 'staff',
    permission: 'own',
    scope: 'any',
    summary: 'The own saved views of one list',
    input: Strict({ screen: ScreenName }),
    output: Type.Object({ views: Type.Array(View) }),
  }),
  save: route('POST /api/console/views/save', {
    access: 'staff',
    permission: 'own',
    scope: 'any',
    summary: 'Keep a view; one of the same name is replaced',
    input: Strict({
      screen: ScreenName,
      name: Type.String({ minLength: 1, maxLength: 40, pattern: '^\\S(.*\\S)?$' }),
      query: Type.String({ maxLength: 1500 }),
    }),
    output: View,
    errors: ['request.too_many'],
  }),
  remove: route('POST /api/console/views/remove', {
    access: 'staff',
    permission: 'own',
    scope: 'any',
    summary: 'Forget a view',
    input: Strict({ id: Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER }) }),
    output: Done,
    errors: ['object.unknown'],
  }),
}
