import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'

import { api } from '../../../contract/api.ts'
import { readCardCode } from '../../../contract/card-code.ts'
import type { ArrivedGift } from '../../../contract/gifts.ts'
import { ActionButton } from '../../../ui/components/action-button.tsx'
import { Glyph } from '../../../ui/components/glyph.tsx'
import { Icon } from '../../../ui/components/icon.tsx'
import { ApiError } from '../../../ui/http/api-error.ts'
import { call } from '../../../ui/http/client.ts'
import { dateText } from '../../../ui/words/date-text.ts'
import { failureText } from '../../../ui/words/failure-text.ts'
import { Connection } from '../../features/lines/connection.tsx'
import { useIsFirst } from '../../features/lines/use-is-first.ts'
import { useGiftWords } from '../../features/sign-in/gift-note.tsx'
import { refreshAccount } from '../../session/refresh-account.ts'
import { useWords } from '../../words/language.ts'
import css from './gift-card.module.css'
import shown from './outcome.module.css'

type Props = { gift: ArrivedGift; code: string }

/** The gift whose link led here: who gives, what, until when, and one button that takes it. */
export function GiftCard({ gift, code }: Props) {
  const t = useWords('gift')
  const { from, what, until, ended } = useGiftWords(gift)
  const { take, busy, isTaken, problem } = useTake({ gift, code })
  return (
    <section className={css.card} data-ended={ended !== null && !isTaken} aria-label={t('label')}>
      <span className={css.sign}>
        <Icon name="gift" size={26} />
      </span>
      {isTaken ? (
        <Taken gift={gift} what={what} />
      ) : (
        <>
          <p className={css.from}>{from}</p>
          <h2 className={css.what}>{what}</h2>
          <p className={css.text}>{ended ?? until}</p>
          {problem === null ? null : (
            <p className={shown.outcome} role="alert">
              <Glyph name="warning" size={18} />
              <span>{problem}</span>
            </p>
          )}
          {ended === null ? (
            <ActionButton fill busy={busy} onClick={() => void take()}>
              {t('take')}
            </ActionButton>
          ) : null}
        </>
      )}
    </section>
  )
}

function Taken({ gift: { kind }, what }: { gift: ArrivedGift; what: string }) {
  const t = useWords('gift')
  const isFirst = useIsFirst()
  const [isDone, setDone] = useState(false)
  return (
    <div className={css.taken}>
      {/* The heading itself must stay one: a role of its own would hide it. */}
      <div role="status">
        <h2 className={css.what}>{t('taken', { gift: what })}</h2>
      </div>
      {kind === 'days' ? null : <p className={css.text}>{t('takenTraffic')}</p>}
      {kind === 'days' && isFirst && !isDone ? <Connection onDone={() => setDone(true)} /> : null}
    </div>
  )
}

/** Taking it twice is safe: who has it gets the first answer again. */
function useTake({ gift, code }: Props) {
  const t = useWords('gift')
  const queries = useQueryClient()
  const [busy, setBusy] = useState(false)
  const [isTaken, setTaken] = useState(false)
  const [error, setError] = useState<unknown>(null)

  async function take(): Promise<void> {
    setBusy(true)
    setError(null)
    try {
      await call(api.cards.redeem, { code: readCardCode(code) ?? code })
      setTaken(true)
      await refreshAccount(queries)
    } catch (failure) {
      setError(failure)
      // Somebody may have been faster: then the card says so.
      await queries.invalidateQueries({ queryKey: ['gift', code] })
    } finally {
      setBusy(false)
    }
  }

  function problemOf(): string | null {
    if (error === null || gift.state !== 'open') return null
    const isOther = error instanceof ApiError && error.code === 'card.wrong_package'
    if (!isOther) return failureText(error)
    return t(gift.kind === 'traffic' ? 'needsPlan' : 'otherPlan', { date: dateText(gift.expiresAt) })
  }

  return { take, busy, isTaken, problem: problemOf() }
}
