import { createContext, use } from 'react'

/** Whether a path has a screen. A context, since screens ask for it and the table of screens names them. */
export const AvailableScreens = createContext<(path: string) => boolean>(() => false)

export function useHasScreen(): (path: string) => boolean {
  return use(AvailableScreens)
}
