import { useEffect } from 'react'
import { create } from 'zustand'

const useOwnTitle = create<{ title: string | null }>()(() => ({ title: null }))

/** What the bar at the top says instead of the screen's name: one user's, one order's. Null: the screen's name. */
export function useScreenTitle(): string | null {
  return useOwnTitle((state) => state.title)
}

export function useTitle(title: string | null): void {
  useEffect(() => {
    useOwnTitle.setState({ title })
    return () => useOwnTitle.setState({ title: null })
  }, [title])
}
