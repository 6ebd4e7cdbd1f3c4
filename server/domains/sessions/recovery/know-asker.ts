import type { Ctx } from '../../../platform/context.ts'
import { callerOf } from '../../../platform/limits/client-address.ts'
import type { CodeLane } from '../../mail/code-lane.ts'
import { loadKnownDevice } from '../devices/load-known-device.ts'

type Named = { resellerId: number; userName: string }
export type Asker = {
  /** Set for a device of this account. */
  familyId: string | null
  /** A code that the caller asks for belongs to the first lane; they may try codes of all lanes. */
  lanes: readonly [CodeLane, ...CodeLane[]]
  /** The key for counting guesses and mails. */
  caller: string
  /** The account as the caller names it: a typed address is part of it, whether or not it is the bound one. */
  target: string
  isAddressTyped: boolean
}

/**
 * Identifies a caller who asks for a code or tries one. Anybody can type anybody's name, so such callers are counted
 * apart from callers who also type the address, and from the account's own devices. Uses the typed address, never the
 * bound one: otherwise a refusal would tell which address belongs to whom.
 */
export async function knowAsker(
  ctx: Pick<Ctx, 'db' | 'now' | 'client'>,
  named: Named,
  { email, device }: { email?: string; device?: string },
): Promise<Asker> {
  const known = device ? await loadKnownDevice(ctx, named, device) : null
  const name = `${named.resellerId}/name/${named.userName.toLowerCase()}`
  const caller = callerOf(ctx.client.address)
  if (known) {
    const { familyId } = known
    const lanes = ['device', 'address', 'name'] as const
    return { familyId, lanes, caller: familyId, target: `${name}/device`, isAddressTyped: false }
  }
  if (email === undefined) return { familyId: null, lanes: ['name'], caller, target: name, isAddressTyped: false }
  const target = `${name}/to/${email.toLowerCase()}`
  return { familyId: null, lanes: ['address', 'name'], caller, target, isAddressTyped: true }
}
