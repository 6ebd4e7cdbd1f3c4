import { useEffect, useEffectEvent, useState } from 'react'
import { Link, useLocation } from 'react-router'

import { Glyph } from '../../../ui/components/glyph.tsx'
import { readStored } from '../../../ui/device/storage.ts'
import { loadChunk } from '../../../ui/http/load-chunk.ts'
import { pathAfterLogin } from '../../session/return-path.ts'
import { start } from '../../session/start.ts'
import { readToken } from '../../session/token.ts'
import { useWords } from '../../words/language.ts'
import css from './continue-row.module.css'

/** One tap for a returning user; the user area then signs in silently. */
export function ContinueRow({ name }: { name: string | null }) {
  const t = useWords('login')
  const { state } = useLocation()
  return (
    <div className={css.room}>
      {name === null ? null : (
        <Link className={css.row} to={pathAfterLogin(state)}>
          <span className={css.initial} aria-hidden="true">
            {name.slice(0, 1).toUpperCase()}
          </span>
          <span className={css.name}>{t('continueAs', { name })}</span>
          <Glyph name="chevron" size={18} />
        </Link>
      )}
    </div>
  )
}

/**
 * The returning user's name. The prerendered page does not know it; the script in its head reserved the space, so
 * nothing jumps.
 */
export function useContinueName(): string | null {
  const { state } = useLocation()
  const [continueName, setContinueName] = useState<string | null>(null)
  const load = useEffectEvent(() => ((readStored('username') ?? readToken()) ? loadName(state) : null))
  useEffect(() => {
    let left = false
    void start()
      .then(load)
      // The form is there in any case.
      .catch(() => null)
      .then((name) => {
        if (left) return
        if (name === null) document.documentElement.removeAttribute('data-known')
        setContinueName(name)
      })
    return () => {
      left = true
    }
  }, [])
  return continueName
}

/** A separate chunk: most visitors here are new. */
async function loadName(state: unknown): Promise<string | null> {
  const { loadContinueName } = await loadChunk(() => import('../../session/continue-offer.ts'))
  return loadContinueName(state)
}
