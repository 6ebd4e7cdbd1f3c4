import { type ConfigState, useConfigState } from '../../state/config.ts'

/** Whether this reseller takes online payments. The server decides; the page only does not offer what it would refuse. */
export function useSellsOnline(): boolean | null {
  return useConfigState(sellsOnline)
}

/** Null until the whitelist is known: nobody is sent to the reseller because an answer is slow. */
export function sellsOnline({ isWhiteListKnown, whiteList, dailiKey }: ConfigState): boolean | null {
  return isWhiteListKnown ? whiteList.includes(dailiKey) : null
}
