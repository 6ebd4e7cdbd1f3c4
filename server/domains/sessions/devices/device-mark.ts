import type { Ctx, Owner } from '../../../platform/context.ts'
import { seal, unseal } from '../../../platform/secrets/crypto.ts'

type MarkCtx = Pick<Ctx, 'config' | 'client'>

const PURPOSE = 'device-mark'
/** More than anybody has; a cookie's size is limited. */
const ACCOUNTS_MAX = 20

/** Stores a sealed note in the browser that it signed in to this account. The server keeps no copy. */
export function markDevice(ctx: MarkCtx & Pick<Ctx, 'setDeviceMark'>, account: Owner): void {
  const known = readMark(ctx)
  const own = nameOf(account)
  if (known[0] === own) return
  const accounts = [own, ...known.filter((name) => name !== own)].slice(0, ACCOUNTS_MAX)
  ctx.setDeviceMark(seal(ctx.config.secretKey, PURPOSE, '', accounts.join(' ')).toString('base64url'))
}

export function isMarkedFor(ctx: MarkCtx, account: Owner): boolean {
  return readMark(ctx).includes(nameOf(account))
}

/** Ignores anything that we did not seal ourselves. */
function readMark({ config, client }: MarkCtx): string[] {
  try {
    const sealed = Buffer.from(client.deviceMark ?? '', 'base64url')
    return sealed.length === 0 ? [] : unseal(config, PURPOSE, '', sealed).split(' ')
  } catch {
    return []
  }
}

function nameOf({ resellerId, accountId }: Owner): string {
  return `${resellerId}/${accountId}`
}
