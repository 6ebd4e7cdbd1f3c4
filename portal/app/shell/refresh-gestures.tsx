import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'

import { Icon } from '../../../ui/components/icon.tsx'
import { refreshAccount } from '../../session/refresh-account.ts'
import { loadUserInfo } from '../../session/user-info.ts'
import css from './refresh-gestures.module.css'
import { watchPull } from './watch-pull.ts'

/** A glance at another window is no reason to ask again. */
const AWAY_MS = 10_000

/**
 * Refreshes what a page shows: when it is seen again after a while, when it is pulled down, and when the tab of the page
 * itself is tapped. Queries refresh themselves when seen again; the account and the bell's number do not.
 */
export default function RefreshGestures() {
  const queries = useQueryClient()
  const [pull, setPull] = useState<{ share: number; isBusy: boolean }>({ share: 0, isBusy: false })

  useEffect(() => {
    let hiddenAtMs = Date.now()
    const onSeen = () => {
      if (document.hidden) hiddenAtMs = Date.now()
      else if (Date.now() - hiddenAtMs >= AWAY_MS) void loadUserInfo({ skipRecent: true })
    }
    const onClick = ({ target }: MouseEvent) => {
      const tab = target instanceof Element ? target.closest('nav a[aria-current="page"]') : null
      if (!tab) return
      window.scrollTo({ top: 0 })
      void refreshAccount(queries)
    }
    document.addEventListener('visibilitychange', onSeen)
    document.addEventListener('click', onClick)
    return () => {
      document.removeEventListener('visibilitychange', onSeen)
      document.removeEventListener('click', onClick)
    }
  }, [queries])

  useEffect(
    () =>
      watchPull({
        onPull: (share) => setPull({ share, isBusy: false }),
        onRelease: (isFar) => {
          if (!isFar) return setPull({ share: 0, isBusy: false })
          setPull({ share: 1, isBusy: true })
          void refreshAccount(queries).finally(() => setPull({ share: 0, isBusy: false }))
        },
      }),
    [queries],
  )

  if (pull.share === 0) return null
  return (
    <div className={css.pull} aria-hidden="true" data-busy={pull.isBusy} style={{ opacity: pull.share }}>
      <Icon name="refresh" size={21} />
    </div>
  )
}
