import { useConfigState } from '../state/config.ts'

/** Whether this reseller takes online payments. The server decides; the page only does not offer what it would refuse. */
export function useSellsOnline(): boolean {
  return useConfigState((state) => state.whiteList.includes(state.dailiKey))
}
