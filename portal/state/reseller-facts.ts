import { useConfigState, type ConfigState } from './config.ts'

/** Whether this brand counts in 鱼币, whose name is translated, or in yuan. */
export function useIsFishCoin(): boolean {
  return useConfigState(({ balanceName }) => balanceName === '鱼币')
}

/** Without mail nothing is offered that needs it. Taken for granted until the configuration says otherwise. */
export function useHasMail(): boolean {
  return useConfigState(({ dailiConfig }) => dailiConfig.features?.mail !== false)
}

/** No registration and no sale then; whoever has something keeps it to its end. */
export function useIsSuspended(): boolean {
  return useConfigState(({ dailiConfig }) => dailiConfig.suspended === true)
}

/** Whether this reseller takes online payments. The server decides; the page only does not offer what it would refuse. */
export function useSellsOnline(): boolean | null {
  return useConfigState(sellsOnline)
}

/** Null until the whitelist is known: nobody is sent to the reseller because an answer is slow. */
export function sellsOnline({ isWhiteListKnown, whiteList, dailiKey }: ConfigState): boolean | null {
  return isWhiteListKnown ? whiteList.includes(dailiKey) : null
}
