import { limits } from '../../../contract/limits.ts'
import type { Client } from '../../platform/context.ts'
import { callerOf, networkOf } from '../../platform/limits/client-address.ts'
import { browserName } from '../../platform/text/browser-name.ts'

type Ctx = { client: Client; now: Date }
type Find = (since: Date) => Promise<{ userAgent: string; address: string | null }[]>

const findLately = ({ now }: Ctx, find: Find) => find(new Date(now.getTime() - limits.newDeviceMemoryMs))

/** Whether an account that `find` looks up had a session from this caller lately. */
export async function isSeen(ctx: Ctx, find: Find): Promise<boolean> {
  const caller = callerOf(ctx.client.address)
  const seen = await findLately(ctx, find)
  return seen.some(({ address }) => address !== null && callerOf(address) === caller)
}

/** The caller's browser and address, unless the account used that browser in that network lately. */
export async function newDevice(ctx: Ctx, find: Find): Promise<{ device: string; address: string } | null> {
  const { userAgent, address } = ctx.client
  const [device, network] = [browserName(userAgent), networkOf(address)]
  const seen = await findLately(ctx, find)
  const isKnown = seen.some((old) => browserName(old.userAgent) === device && networkOf(old.address ?? '') === network)
  return isKnown ? null : { device, address }
}
