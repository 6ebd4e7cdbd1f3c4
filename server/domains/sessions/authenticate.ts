import { limits } from '../../../contract/limits.ts'
import type { Config } from '../../config.ts'
import type { Db } from '../../platform/db/db.ts'
import type { Authenticate } from '../../platform/http/bind.ts'
import { hmac, sha256 } from '../../platform/secrets/crypto.ts'
import { admitsDemo } from '../../platform/secrets/demo-door.ts'
import { endPrevious, loadSession, rotateSession, touchSession, type LiveSession } from './queries.ts'

/** A page polls often; writing "seen" once a minute is enough for an idle limit of days. */
const TOUCH_MS = 60_000

/** Finds the user of a token, and the new token to use from now on when this one has grown old. */
export function makeAuthenticate(db: Db, config: Pick<Config, 'mode' | 'secretKey'>): Authenticate {
  const { secretKey: secret } = config
  return async (token, now) => {
    const session = await loadSession(db, sha256(token), now, new Date(now.getTime() - limits.sessionIdleMs))
    if (!session || !admitsDemo(config, session.isDemo)) return null
    return {
      actor: {
        kind: 'user',
        sessionId: session.id,
        accountId: session.accountId,
        userName: session.userName,
        strength: session.strength,
      },
      resellerId: session.resellerId,
      renewedToken: await renew(db, secret, session, token, now),
    }
  }
}

/**
 * The successor is derived from the token it replaces, so parallel requests and a repeated request after a lost answer
 * all get the same one, and only its hash is ever stored. The old token's last minute begins when the new one is first
 * used: before that nobody knows whether the answer with it arrived.
 */
async function renew(db: Db, secret: Buffer, session: LiveSession, token: string, now: Date): Promise<string | null> {
  const makeNext = () => hmac(secret, 'session-successor', token).toString('base64url')
  if (!session.isPrevious && now.getTime() - session.rotatedAt.getTime() >= limits.tokenRotateMs) {
    const next = makeNext()
    await rotateSession(db, session.id, { current: sha256(token), next: sha256(next) }, now)
    return next
  }
  if (now.getTime() - session.seenAt.getTime() >= TOUCH_MS) await touchSession(db, session.id, now)
  if (session.isPrevious) return makeNext()
  if (session.keepsPrevious) await endPrevious(db, session.id, new Date(now.getTime() + limits.tokenGraceMs))
  return null
}
