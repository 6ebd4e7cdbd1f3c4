import { cards } from './cards.ts'
import { factors } from './factors.ts'
import { agencies, invites } from './invites.ts'
import { orders } from './orders.ts'
import { payments } from './payments.ts'
import { prices } from './prices.ts'
import { session } from './session.ts'
import { users } from './users.ts'

/** Every call of the console, by area. Apart from the portal's, so that its pages never load a word of these. */
export const consoleApi = {
  agencies,
  cards,
  factors,
  invites,
  orders,
  payments,
  prices,
  session,
  users,
}
