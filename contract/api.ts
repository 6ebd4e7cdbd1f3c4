import { accounts } from './accounts.ts'
import { agencies } from './agencies.ts'
import { articles } from './articles.ts'
import { balance } from './balance.ts'
import { cards } from './cards.ts'
import { clientList } from './client-list.ts'
import { emails } from './emails.ts'
import { factors } from './factors.ts'
import { gifts } from './gifts.ts'
import { invites } from './invites.ts'
import { lines } from './lines.ts'
import { monitor } from './monitor.ts'
import { notices } from './notices.ts'
import { orders } from './orders.ts'
import { packages } from './packages.ts'
import { payments } from './payments.ts'
import { push } from './push.ts'
import { resellers } from './resellers.ts'
import { sessions } from './sessions.ts'
import { status } from './status.ts'
import { telegram } from './telegram.ts'
import { tickets } from './tickets.ts'
import { traffic } from './traffic.ts'

/**
 * Every JSON call of portal, partners and monitor, by domain; the console's are in console/api.ts, agents' in
 * node-api.ts. The web build strips the schemas: the browser gets method and path only.
 */
export const api = {
  accounts,
  agencies,
  articles,
  balance,
  cards,
  clientList,
  emails,
  factors,
  gifts,
  invites,
  lines,
  monitor,
  notices,
  orders,
  packages,
  payments,
  push,
  resellers,
  sessions,
  status,
  telegram,
  tickets,
  traffic,
}
