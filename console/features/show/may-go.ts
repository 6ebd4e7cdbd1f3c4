import { createContext, useContext } from 'react'

type MayGo = (to: string) => boolean

const Places = createContext<MayGo>(() => true)
export const PlacesOf = Places.Provider

/** Whether the member can open a screen. A card must not offer a way that ends at "not found". */
export function useMayGo(): MayGo {
  return useContext(Places)
}
