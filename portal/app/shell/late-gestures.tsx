import { type ComponentType, useEffect, useState } from 'react'

import { loadChunk } from '../../../ui/http/load-chunk.ts'

/** After everything that a page needs to be seen. */
const LATER_MS = 2000

/** Loads the gestures after the page; without them the page is as good as before. */
export function LateGestures() {
  const [Gestures, setGestures] = useState<ComponentType | null>(null)
  useEffect(() => {
    const load = () => loadChunk(() => import('./refresh-gestures.tsx'))
    const timer = setTimeout(() => {
      loadChunk(() => import('../../session/keeper.ts')).then(
        ({ startOffline }) => startOffline(),
        () => {},
      )
      load().then(
        (loaded) => setGestures(() => loaded.default),
        () => {},
      )
    }, LATER_MS)
    return () => clearTimeout(timer)
  }, [])
  return Gestures ? <Gestures /> : null
}
