import { consoleApi } from '../../../contract/console/api.ts'
import type { ListedUser } from '../../../contract/console/users.ts'
import type { Permission } from '../../../contract/permissions.ts'
import { leftText, userLook } from '../../../ui/components/user-look.ts'
import { call } from '../../session/call.ts'
import { wordsOf } from '../../words/language.ts'
import type { PlainKey } from '../../words/words.ts'

/** An address here, or a page in a reseller's office, which loads the whole page again. */
export type FoundPlace = string | { office: number; path: string }
export type Found = { key: string; label: string; note: string; to: FoundPlace }
export type FinderSource = {
  /** The screen that shows a result. Without this screen or its permission, nothing is searched. */
  screen: string
  word: PlainKey<'nav'>
  /** A permission that the screen itself does not ask for. */
  needs?: Permission
  find: (search: string) => Promise<Found[]>
}

const FEW = 5

/** What Ctrl-K searches besides screens: the first few results of each list's own search. */
export const finderSources: readonly FinderSource[] = [
  {
    screen: 'resellers/:id',
    word: 'resellers',
    find: async (search) => {
      const { rows } = await call(consoleApi.resellers.list, { search, limit: FEW }, { quiet: true })
      return rows.map(({ resellerId, title, agencyName }) => ({
        key: `reseller:${resellerId}`,
        label: agencyName ?? title,
        note: String(resellerId),
        to: `/resellers/${resellerId}`,
      }))
    },
  },
  {
    screen: 'users/:id',
    word: 'users',
    find: async (search) => {
      const { rows } = await call(consoleApi.users.list, { search, limit: FEW }, { quiet: true })
      return rows.map((user) => ({
        key: `user:${user.id}`,
        label: user.userName,
        note: userNote(user),
        to: `/users/${user.id}`,
      }))
    },
  },
  {
    screen: 'orders/:id',
    word: 'orders',
    find: async (search) => {
      const { rows } = await call(consoleApi.orders.list, { search, limit: FEW }, { quiet: true })
      return rows.map(({ orderId, buyer, packageName }) => ({
        key: `order:${orderId}`,
        label: orderId,
        note: [buyer.userName, packageName].filter((part) => part !== null).join(' · '),
        to: `/orders/${orderId}`,
      }))
    },
  },
  {
    screen: 'resellers/:id',
    word: 'users',
    needs: 'users.read',
    find: async (search) => {
      const { rows } = await call(consoleApi.platform.findUsers, { search }, { quiet: true })
      return rows.map(({ resellerId, title, id, userName, packageName }) => ({
        key: `user:${id}`,
        label: userName,
        note: [`${title} ${resellerId}`, packageName].filter((part) => part !== null).join(' · '),
        to: { office: resellerId, path: `users/${id}` },
      }))
    },
  },
  {
    screen: 'resellers/:id',
    word: 'orders',
    needs: 'orders.read',
    find: async (search) => {
      const { rows } = await call(consoleApi.platform.findOrders, { search }, { quiet: true })
      return rows.map(({ resellerId, title, orderId, userName, packageName }) => ({
        key: `order:${orderId}`,
        label: orderId,
        note: [`${title} ${resellerId}`, userName, packageName].filter((part) => part !== null).join(' · '),
        to: { office: resellerId, path: `orders/${orderId}` },
      }))
    },
  },
  {
    screen: 'nodes/:id',
    word: 'nodes',
    find: async (search) => {
      const { rows } = await call(consoleApi.nodes.list, { search, limit: FEW }, { quiet: true })
      return rows.map(({ id, name, region }) => ({ key: `node:${id}`, label: name, note: region, to: `/nodes/${id}` }))
    },
  },
]

/** What a caller asks first: which plan, how many days, and whether it works. */
function userNote(user: ListedUser): string {
  const states = wordsOf('states')
  const { word, left } = userLook(user, Date.now())
  return [user.packageName, left && leftText(left, states), states(word)].filter(Boolean).join(' · ')
}
