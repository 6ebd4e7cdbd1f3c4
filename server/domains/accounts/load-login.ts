import { limits } from '../../../contract/limits.ts'
import { standardLimits } from '../../../contract/standard-limits.ts'
import type { Asker } from '../../platform/db/db.ts'
import { loadCredentials, loadToSignIn, loadToSignInByEmail, type Credentials, type ToSignIn } from './queries.ts'

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

/**
 * As above, with what a wrong password must cost at this reseller. Who came from another panel may type the e-mail address
 * that was the name there, when it cannot be one here.
 */
export function loadSignIn(ctx: { db: Asker }, resellerId: number, typed: string): Promise<ToSignIn> {
  if (isAddressOnly(typed) || isForeignAddress(typed)) return loadToSignInByEmail(ctx.db, resellerId, typed)
  return loadToSignIn(ctx.db, resellerId, NAME.test(typed) ? typed : null)
}

/** An e-mail address that is no possible user name. Only ASCII: the database folds other letters. */
export function isAddressOnly(typed: string): boolean {
  const isName = NAME.test(typed) && typed.length <= standardLimits.userNameMax
  return !isName && /^[\x21-\x7e]+@[\x21-\x7e]+$/.test(typed)
}

/** One with letters beyond ASCII. It must be typed as it is kept, since the database folds letters that our counters do not. */
function isForeignAddress(typed: string): boolean {
  return /\P{ASCII}/u.test(typed) && /^[^\s\p{C}@]+@[^\s\p{C}@]+$/u.test(typed)
}

/** The name under which wrong tries count: an address counts as the user name that such an account was given. */
export function countedName(typed: string): string {
  const isAddress = isAddressOnly(typed) || isForeignAddress(typed)
  return isAddress ? typed.replaceAll(/[^A-Za-z0-9_.@-]/g, '-').slice(0, standardLimits.userNameMax) : typed
}
