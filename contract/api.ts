import { accounts } from './accounts.ts'
import { emails } from './emails.ts'
import { factors } from './factors.ts'
import { resellers } from './resellers.ts'
import { sessions } from './sessions.ts'

/** Every JSON call of the product, by domain. The browser gets method and path only: the web build strips the schemas. */
export const api = { accounts, emails, factors, resellers, sessions }
