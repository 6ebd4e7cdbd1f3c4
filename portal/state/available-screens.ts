import { createContext, use } from 'react'

/** Whether a path has a screen. A context, because screens need it and the table of screens imports them. */
export const AvailableScreens = createContext<(path: string) => boolean>(() => false)

export function useHasScreen(): (path: string) => boolean {
  return use(AvailableScreens)
}
