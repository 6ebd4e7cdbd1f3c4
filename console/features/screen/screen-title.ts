import { useEffect } from 'react'
import { create } from 'zustand'

const useOwnTitle = create<{ title: string | null }>()(() => ({ title: null }))

/** Title of the top bar instead of the screen's name: a user's or an order's. Null: the screen's name. */
export function useScreenTitle(): string | null {
  return useOwnTitle((state) => state.title)
}

export function useTitle(title: string | null): void {
  useEffect(() => {
    useOwnTitle.setState({ title })
    return () => useOwnTitle.setState({ title: null })
  }, [title])
}
