import { factors } from './factors.ts'
import { orders } from './orders.ts'
import { payments } from './payments.ts'
import { session } from './session.ts'
import { users } from './users.ts'

/** Every call of the console, by area. Apart from the portal's, so that its pages never load a word of these. */
export const consoleApi = {
  factors,
  orders,
  payments,
  session,
  users,
}
