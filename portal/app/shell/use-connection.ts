import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useSyncExternalStore } from 'react'

import { emptyWindow } from '../../../ui/http/dedupe.ts'
import { loadUserInfo } from '../../session/user-info.ts'

/** Whether the browser has a network. Once it is back, everything on screen is read again. */
export function useConnection(): boolean {
  const queries = useQueryClient()
  useEffect(() => {
    const onBack = () => {
      emptyWindow()
      void queries.invalidateQueries()
      void loadUserInfo({ skipRecent: true })
    }
    window.addEventListener('online', onBack)
    return () => window.removeEventListener('online', onBack)
  }, [queries])
  return useSyncExternalStore(subscribe, () => navigator.onLine)
}

function subscribe(listener: () => void): () => void {
  window.addEventListener('online', listener)
  window.addEventListener('offline', listener)
  return () => {
    window.removeEventListener('online', listener)
    window.removeEventListener('offline', listener)
  }
}
