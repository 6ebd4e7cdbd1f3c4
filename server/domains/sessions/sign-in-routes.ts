import type { SignedIn, UserInfo } from '../../../contract/accounts.ts'
import { api } from '../../../contract/api.ts'
import type { Ctx, Owner } from '../../platform/context.ts'
import type { Asker } from '../../platform/db/db.ts'
import type { Answer } from '../../platform/http/answer.ts'
import { bind } from '../../platform/http/bind.ts'
import { markDevice } from './devices/device-mark.ts'
import { signInWithPasskey } from './factors/sign-in-with-passkey.ts'
import { handOver } from './hand-over.ts'
import type { OpenedSession, ReadInfo } from './open-session.ts'
import { register } from './register.ts'
import { signInSilently } from './sign-in-silently.ts'
import { signIn } from './sign-in.ts'
import { mintTicket } from './tickets.ts'

type InfoCtx = Pick<Ctx, 'now' | 'language' | 'config'> & { db: Asker }
type GetUserInfo = (ctx: InfoCtx, account: Owner) => Promise<Answer<Omit<UserInfo, 'pass'>>>

/**
 * The routes that return the user's information. `getUserInfo` is passed in: it also reads lines, notices and traffic,
 * domains that sessions may not import.
 */
export function makeSignInRoutes(getUserInfo: GetUserInfo) {
  const read: ReadInfo = async (ctx, owner) => ({
    ...(await getUserInfo(ctx, owner)),
    pass: mintTicket(ctx.config.secretKey, owner, 'usage', ctx.now),
  })

  /** Every way of signing in returns the same answer. */
  const answering =
    <C extends Ctx<'public' | 'anyone'>, I>(open: (ctx: C, input: I, read: ReadInfo) => Promise<OpenedSession>) =>
    async (ctx: C, input: I): Promise<Answer<SignedIn>> => {
      const { owner, token, device, ...opened } = await open(ctx, input, read)
      const userInfo = opened.userInfo ?? (await read(ctx, owner))
      ctx.issueToken(token)
      markDevice(ctx, owner)
      return { token, userInfo, ...(device ? { device: device.credential } : {}) }
    }

  return [
    bind(api.accounts.register, answering(register)),
    bind(api.sessions.login, answering(signIn)),
    bind(api.sessions.silentLogin, answering(signInSilently)),
    bind(api.factors.passkeyLogin, answering(signInWithPasskey)),
    bind(api.sessions.handover, answering(handOver)),
    bind(api.accounts.info, (ctx) => read(ctx, { ...ctx.owner, sessionId: ctx.actor.sessionId })),
  ]
}
