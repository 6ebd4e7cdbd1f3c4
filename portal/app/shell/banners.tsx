import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useSyncExternalStore } from 'react'

import { Banner } from '../../../ui/components/banner.tsx'
import { UpdateBanner } from '../../../ui/components/update-banner.tsx'
import { useNow } from '../../../ui/components/use-now.ts'
import { reloadPage } from '../../../ui/device/app-key.ts'
import { readPageStart } from '../../../ui/device/page.ts'
import { emptyWindow } from '../../../ui/http/dedupe.ts'
import { agoText } from '../../../ui/words/moment-text.ts'
import { useLanguage } from '../../../ui/words/word-store.ts'
import { openOwnWindow, useIsDenied } from '../../features/sign-in/own-window.tsx'
import { loadUserInfo } from '../../session/user-info.ts'
import { useConfigState } from '../../state/config.ts'
import { useKept } from '../../state/kept.ts'
import { useWords } from '../../words/language.ts'
import css from './banners.module.css'

/** Facts for every page: no network, a newer version, a frame that forgets, no real money here, no sales now. */
export function Banners() {
  const t = useWords('user')
  const base = useWords('base')
  const isDenied = useIsDenied()
  const { features, suspended, operatorContact } = useConfigState((state) => state.dailiConfig)
  const isOnline = useConnection()
  const keptAtMs = useKept((state) => state.atMs)
  const sandbox = features?.sandbox ?? readPageStart().sandbox
  return (
    <>
      <div role="status">
        {isOnline && keptAtMs === null ? null : (
          <p className={css.offline}>{keptAtMs === null ? t('offline') : <KeptAge atMs={keptAtMs} />}</p>
        )}
      </div>
      <UpdateBanner text={t('newVersion')} button={t('reloadNow')} onReload={reloadPage} />
      {isDenied ? <Banner text={base('frameForgets')} button={base('ownWindow')} onPress={openOwnWindow} /> : null}
      {sandbox ? (
        <section className={css.sandbox} aria-label={t('sandboxLabel')}>
          {t('sandbox')}
        </section>
      ) : null}
      {suspended ? (
        <p className={css.suspended}>
          {t('suspended')}
          {operatorContact ? t('suspendedContact', { contact: operatorContact }) : null}
        </p>
      ) : null}
    </>
  )
}

const MINUTE_MS = 60_000

function KeptAge({ atMs }: { atMs: number }) {
  const t = useWords('user')
  const language = useLanguage()
  const nowMs = useNow()
  if (nowMs - atMs < MINUTE_MS) return t('keptNow')
  return t('kept', { ago: agoText(new Date(atMs).toISOString(), language, nowMs) })
}

/** True when the browser has a network. When it comes back, everything on screen loads again. */
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
