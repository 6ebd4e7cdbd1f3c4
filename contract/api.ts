import { accounts } from './accounts.ts'
import { balance } from './balance.ts'
import { emails } from './emails.ts'
import { factors } from './factors.ts'
import { orders } from './orders.ts'
import { packages } from './packages.ts'
import { payments } from './payments.ts'
import { resellers } from './resellers.ts'
import { sessions } from './sessions.ts'

/** Every JSON call of the product, by domain. The browser gets method and path only: the web build strips the schemas. */
export const api = { accounts, balance, emails, factors, orders, packages, payments, resellers, sessions }
