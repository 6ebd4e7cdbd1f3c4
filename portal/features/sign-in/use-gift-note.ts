import { type ReactNode, useEffect, useState } from 'react'
import { useLocation } from 'react-router'

import { loadChunk } from '../../../ui/http/load-chunk.ts'
import { pathAfterLogin } from '../../session/return-path.ts'

/** The gift whose link led here. A separate chunk: most visitors have none. The form is there in any case. */
export function useGiftNote(): ReactNode {
  const { state } = useLocation()
  const [note, setNote] = useState<ReactNode>(null)
  useEffect(() => {
    if (!pathAfterLogin(state).includes('#')) return
    void loadChunk(() => import('./gift-note.tsx'))
      .then(({ showGift }) => showGift(state))
      .then(setNote, () => {})
  }, [state])
  return note
}
