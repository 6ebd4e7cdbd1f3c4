import { useConfigState, type ConfigState } from './config.ts'

/** True when this brand counts in 鱼币, whose name is translated; false for yuan. */
export function useIsFishCoin(): boolean {
  return useConfigState(({ balanceName }) => balanceName === '鱼币')
}

/** Without mail, nothing that needs it is offered. Assumed true until the configuration says otherwise. */
export function useHasMail(): boolean {
  return useConfigState(({ dailiConfig }) => dailiConfig.features?.mail !== false)
}

/** A suspended reseller has no registration and no sales; users keep what they have until it ends. */
export function useIsSuspended(): boolean {
  return useConfigState(({ dailiConfig }) => dailiConfig.suspended === true)
}

/**
 * Whether this reseller takes online payments. The server decides; the page only hides what the server would refuse.
 */
export function useSellsOnline(): boolean | null {
  return useConfigState(sellsOnline)
}

/** Null until the whitelist is known: a slow answer must not send users to the reseller. */
export function sellsOnline({ isWhiteListKnown, whiteList, dailiKey }: ConfigState): boolean | null {
  return isWhiteListKnown ? whiteList.includes(dailiKey) : null
}
