import type { Static } from 'typebox'

import type { api } from '../../../contract/api.ts'
import type { SignedIn } from '../../../contract/accounts.ts'
import type { Ctx } from '../../platform/context.ts'
import { fail } from '../../platform/errors.ts'
import { verifyPassword } from '../../platform/passwords.ts'
import { loadLogin } from '../accounts/load-login.ts'
import { openSession } from './open-session.ts'

type Login = Static<typeof api.sessions.login.input>

/** Password sign-in. Known and unknown accounts take the same path: one hash, one answer. */
export async function logIn(ctx: Ctx<'public'>, input: Login): Promise<SignedIn> {
  const account = await loadLogin(ctx, input.dailiKey, input.userName)
  const right = await verifyPassword(account?.passwordHash ?? null, input.passWord)
  if (!account || !right) fail('auth.bad_credentials')
  return openSession(ctx, { resellerId: account.resellerId, accountId: account.id }, 'password')
}
