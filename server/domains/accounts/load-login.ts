import type { Ctx } from '../../platform/context.ts'
import { loadCredentials, type Credentials } from './queries.ts'

export type Login = Credentials

/** What signing in needs to know of an account; null is treated like a wrong password, never told apart. */
export function loadLogin(ctx: Pick<Ctx, 'db'>, resellerId: number, userName: string): Promise<Login | null> {
  return loadCredentials(ctx.db, resellerId, userName)
}
