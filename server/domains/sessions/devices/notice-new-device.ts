import type { Language } from '../../../../contract/languages.ts'
import { limits } from '../../../../contract/limits.ts'
import type { Ctx, Owner } from '../../../platform/context.ts'
import { networkOf } from '../../../platform/limits/client-address.ts'
import { browserName } from '../../../platform/text/browser-name.ts'
import { queueMail } from '../../mail/queue-mail.ts'
import { findSeenClients } from '../queries.ts'

type Reader = { verifiedEmail: string | null; language: Language }

/** Tells the owner about a sign-in from a browser and network that the account has not used lately. */
export async function noticeNewDevice(
  ctx: Pick<Ctx, 'db' | 'now' | 'client'>,
  account: Owner,
  owner: Reader,
): Promise<void> {
  if (!owner.verifiedEmail) return
  const device = browserName(ctx.client.userAgent)
  const network = networkOf(ctx.client.address)
  const since = new Date(ctx.now.getTime() - limits.newDeviceMemoryMs)
  const seen = await findSeenClients(ctx.db, account, since)
  if (seen.some((old) => browserName(old.userAgent) === device && networkOf(old.address ?? '') === network)) return
  await queueMail(ctx, {
    ...account,
    to: owner.verifiedEmail,
    language: owner.language,
    template: 'new_login',
    params: { device, address: ctx.client.address, at: ctx.now.toISOString() },
  })
}
