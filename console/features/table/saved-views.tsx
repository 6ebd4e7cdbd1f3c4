import { useQuery, useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { useSearchParams } from 'react-router'

import { consoleApi } from '../../../contract/console/api.ts'
import { showMessage } from '../../../ui/components/toast-store.ts'
import { loadChunk } from '../../../ui/http/load-chunk.ts'
import { failureText } from '../../../ui/words/failure-text.ts'
import { call } from '../../session/call.ts'
import { useWords } from '../../words/language.ts'
import { OfficeIcon } from '../icon/office-icon.tsx'
import css from './table-tools.module.css'
import { viewOf } from './view-of.ts'

/** Loaded lazily: few members save a view, so nobody should wait for its form. */
const ViewSheet = lazy(() => loadChunk(() => import('./view-sheet.tsx')))

/** Lists that a member has saved under a name. One press opens a view; the open one can be deleted. */
export function SavedViews({ screen }: { screen: string }) {
  const t = useWords('table')
  const queries = useQueryClient()
  const [address, setAddress] = useSearchParams()
  const [naming, setNaming] = useState(false)
  const [wasNaming, setWasNaming] = useState(false)
  const startNaming = () => {
    setWasNaming(true)
    setNaming(true)
  }
  const key = ['views', screen]
  const query = useQuery({ queryKey: key, queryFn: () => call(consoleApi.views.list, { screen }) })
  const views = query.data?.views ?? []
  const now = viewOf(address)
  const isKept = views.some((view) => view.query === now)
  const reload = () => void queries.invalidateQueries({ queryKey: key })
  async function forget(id: number): Promise<void> {
    try {
      await call(consoleApi.views.remove, { id })
    } catch (error) {
      showMessage('error', failureText(error))
    }
    reload()
  }
  return (
    <>
      {views.map((view) =>
        view.query === now ? (
          <button key={view.id} type="button" className={css.active} onClick={() => void forget(view.id)}>
            <OfficeIcon name="star" size={15} />
            {view.name}
            <span className={css.cross} aria-hidden="true">
              ×
            </span>
            <span className={css.heard}>{t('removeView', { name: view.name })}</span>
          </button>
        ) : (
          <button key={view.id} type="button" className={css.chip} onClick={() => setAddress(view.query)}>
            <OfficeIcon name="star" size={15} />
            {view.name}
          </button>
        ),
      )}
      {now !== '' && !isKept ? (
        <button type="button" className={css.chip} onClick={startNaming}>
          <OfficeIcon name="star" size={15} />
          {t('saveView')}
        </button>
      ) : null}
      {wasNaming ? (
        <Suspense fallback={null}>
          <ViewSheet
            opened={naming}
            onClose={() => setNaming(false)}
            save={async (name) => {
              await call(consoleApi.views.save, { screen, name, query: now })
              setNaming(false)
              showMessage('success', t('viewSaved'))
              reload()
            }}
          />
        </Suspense>
      ) : null}
    </>
  )
}
