import { lazy, Suspense, useState } from 'react'
import { useSearchParams } from 'react-router'

import { DESK_PARAM } from '../../../contract/page.ts'
import { ActionButton } from '../../../ui/components/action-button.tsx'
import { Bones } from '../../../ui/components/loaded.tsx'
import { Sheet } from '../../../ui/components/sheet.tsx'
import { loadChunk } from '../../../ui/http/load-chunk.ts'
import { loadWords } from '../../../ui/words/word-store.ts'
import { useWords } from '../../words/language.ts'
import css from './tickets.module.css'
import { useTickets } from './use-tickets.ts'

const HelpDesk = lazy(async () => {
  try {
    const [desk] = await Promise.all([
      loadChunk(() => import('./help-desk.tsx')),
      loadChunk(() => loadWords('tickets')),
    ])
    return desk
  } catch {
    return { default: DeskFailed }
  }
})

function DeskFailed() {
  return <p className={css.soft}>{useWords('embedded')('helpFailed')}</p>
}

function withoutDesk(search: URLSearchParams): URLSearchParams {
  search.delete(DESK_PARAM)
  return search
}

/** Two ways to the help desk: in one tap when nothing loads, and to everything that was written. */
export function HelpBar() {
  const t = useWords('embedded')
  const base = useWords('base')
  const tickets = useTickets()
  // The hosted help page has a link to here.
  const [search, setSearch] = useSearchParams()
  const [shown, setShown] = useState<'dead' | 'list' | null>(search.has(DESK_PARAM) ? 'list' : null)
  const hasNews = tickets.data?.pages.some((page) => page.items.some(({ state }) => state === 'answered')) ?? false
  const close = () => {
    setShown(null)
    if (search.has(DESK_PARAM)) setSearch(withoutDesk, { replace: true })
  }
  return (
    <div className={css.bar}>
      <ActionButton icon="warning" onClick={() => setShown('dead')}>
        {t('helpDead')}
      </ActionButton>
      <ActionButton tone="quiet" icon="mail" onClick={() => setShown('list')}>
        {t('helpWrite')}
        {hasNews ? <span className={css.news}>{t('helpNews')}</span> : null}
      </ActionButton>
      <Sheet opened={shown !== null} onClose={close} title={t('helpWrite')} closeLabel={base('close')}>
        <Suspense fallback={<Bones count={3} height={60} />}>
          <HelpDesk isDead={shown === 'dead'} />
        </Suspense>
      </Sheet>
    </div>
  )
}
