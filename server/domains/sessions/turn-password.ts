import type { Ctx } from '../../platform/context.ts'
import { Refusal } from '../../platform/errors.ts'
import { hashPassword, verifyPassword } from '../../platform/secrets/passwords.ts'
import { replaceOldPassword } from '../accounts/credentials.ts'
import { loadLogin, type Login } from '../accounts/load-login.ts'

/**
 * After the right password: replaces a hash of another panel's digest by one of the password itself. Returns the hash that
 * the account has now.
 */
export async function turnPassword(ctx: Pick<Ctx, 'db'>, login: Login, password: string): Promise<string> {
  if (login.passwordKind === null) return login.passwordHash
  const passwordHash = await hashPassword(password).catch(whenBusy)
  // Many are signing in: this user waits no longer, and the next sign-in turns it.
  if (passwordHash === null) return login.passwordHash
  if (await replaceOldPassword(ctx.db, login, passwordHash)) return passwordHash
  // Another sign-in was quicker, or the password has been changed meanwhile.
  const now = await loadLogin(ctx, login.resellerId, login.userName)
  const isSame = now !== null && now.passwordKind === null && (await verifyPassword(now.passwordHash, password))
  return isSame ? now.passwordHash : login.passwordHash
}

function whenBusy(error: unknown): null {
  if (error instanceof Refusal && error.code === 'auth.busy') return null
  throw error
}
