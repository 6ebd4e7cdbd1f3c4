import { api } from '../../contract/api.ts'
import type { ArrivedGift } from '../../contract/gifts.ts'
import { call } from '../../ui/http/client.ts'
import { useConfigState } from '../state/config.ts'
import { pathAfterLogin } from './return-path.ts'
import { start } from './start.ts'

/** The key of a card or gift whose address led to the forms for signing in, from the router's `location.state`. */
export function giftCodeIn(state: unknown): string | null {
  return /^\/user\/kmList[^#]*#(.+)/i.exec(pathAfterLogin(state))?.[1] ?? null
}

/** The gift behind a key; null when it is the key of no gift. */
export async function findGift(code: string): Promise<ArrivedGift | null> {
  await start()
  const { dailiKey } = useConfigState.getState()
  return (await call(api.gifts.look, { code, dailiKey }, { noRedirect: true })).gift
}
