import { limits } from '../../../contract/limits.ts'
import type { Asker } from '../../platform/db/db.ts'
import { loadCredentials, loadToSignIn, type Credentials, type ToSignIn } from './queries.ts'

export type Login = Credentials

const NAME = new RegExp(limits.userNamePattern)

/**
 * Loads what signing in needs. Callers treat null like a wrong password and never show the difference. Skips names that
 * could not have been registered: the database folds letters (İ to i) that our counters do not.
 */
export async function loadLogin(ctx: { db: Asker }, resellerId: number, userName: string): Promise<Login | null> {
  if (!NAME.test(userName)) return null
  return loadCredentials(ctx.db, resellerId, userName)
}

/** As above, with what a wrong password must cost at this reseller. */
export function loadSignIn(ctx: { db: Asker }, resellerId: number, userName: string): Promise<ToSignIn> {
  return loadToSignIn(ctx.db, resellerId, NAME.test(userName) ? userName : null)
}
