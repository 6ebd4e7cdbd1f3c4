import { lazy, Suspense, useState } from 'react'

import type { UserInfo } from '../../../contract/accounts.ts'
import { loadChunk } from '../../../ui/http/load-chunk.ts'
import { loadWords } from '../../../ui/words/word-store.ts'
import { useIsFirst } from '../../features/lines/use-is-first.ts'
import css from './overview-screen.module.css'
import { useHeroState } from './use-hero-state.ts'

const Connection = lazy(async () => {
  const [{ Connection }] = await Promise.all([
    loadChunk(() => import('../../features/lines/connection.tsx')),
    loadChunk(() => loadWords('import-lines')),
  ])
  return { default: Connection }
})

/** The living card, until the first byte was seen. Its room is there from the start. */
export function HomeConnection({ info }: { info: UserInfo }) {
  const isFirst = useIsFirst()
  const { headline } = useHeroState(info)
  const [isDone, setDone] = useState(false)
  // Nobody installs what would not work.
  if (!isFirst || isDone || info.package === null || headline !== null || info.blockedReason !== null) return null
  return (
    <div className={css.connection}>
      <Suspense>
        <Connection installs={false} isBrief onDone={() => setDone(true)} />
      </Suspense>
    </div>
  )
}
