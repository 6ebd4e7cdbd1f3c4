import { useId, type ReactNode, useEffect, useState } from 'react'

import { api } from '../../../contract/api.ts'
import { coinOf, type coinWays } from '../../../contract/coins.ts'
import type { PayType, PayPurpose } from '../../../contract/payments.ts'
import { Button } from '../../../ui/components/auth/button.tsx'
import { Callout } from '../../../ui/components/auth/callout.tsx'
import choice from '../../../ui/components/choice-list.module.css'
import { Glyph } from '../../../ui/components/glyph.tsx'
import { call } from '../../../ui/http/client.ts'
import { failureText } from '../../../ui/words/failure-text.ts'
import { useWords } from '../../words/language.ts'
import { worksHere } from './trade.ts'
import css from './way-choice.module.css'
import { takesAmount, useWayNote } from './way-note.ts'

type Props = { ways: Ways; amountFen: number | null; chosenId: string | null; onChoose: (way: PayType) => void }

/** The payment methods in every state they can have. */
export function WayChoice({ ways, amountFen, chosenId, onChoose }: Props) {
  const t = useWords('paying')
  const base = useWords('base')
  if (ways.state === 'loading') {
    return (
      <div className={css.bones} role="status" aria-label={base('loading')}>
        <span className={css.bone} />
        <span className={css.bone} />
      </div>
    )
  }
  if (ways.state === 'failed') {
    return (
      <div className={css.failed}>
        <Callout tone="bad">
          {t('waysFailed')}
          <br />
          {failureText(ways.error)}
        </Callout>
        <Button look="quiet" onClick={ways.retry}>
          {base('retry')}
        </Button>
      </div>
    )
  }
  if (ways.types.length === 0) {
    return (
      <Callout tone="info">
        {t('noWays')}
        <br />
        {t('noWaysText')}
      </Callout>
    )
  }
  return <WayList ways={ways.types} amountFen={amountFen} chosenId={chosenId} onChoose={onChoose} />
}

type WayListProps = {
  ways: readonly PayType[]
  amountFen: number | null
  chosenId: string | null
  onChoose: (way: PayType) => void
}

export function WayList({ ways, amountFen, chosenId, onChoose }: WayListProps) {
  const t = useWords('paying')
  const noteOf = useWayNote()
  // The page under a sheet may show the same list.
  const name = useId()
  return (
    <fieldset className={choice.list}>
      <legend className={choice.legend}>{t('chooseWay')}</legend>
      {rowsOf(ways).map((row) => {
        const chosen = row.ways.find(({ id }) => id === chosenId)
        const way = chosen ?? row.ways[0]
        const note = noteOf(way, amountFen)
        return (
          <div key={row.key} className={css.row}>
            <label className={choice.choice}>
              <input
                type="radio"
                className={choice.radio}
                name={name}
                value={way.id}
                checked={chosen !== undefined}
                onChange={() => onChoose(way)}
              />
              <PayMark icon={way.icon} />
              <span className={css.name}>
                {row.name}
                {note === null ? null : (
                  <span className={css.note} data-short={!takesAmount(way, amountFen)}>
                    {note}
                  </span>
                )}
              </span>
              {way.sandbox ? <span className={css.tag}>{t('sandboxTag')}</span> : null}
              <span className={choice.tick} aria-hidden="true">
                <Glyph name="check" size={14} />
              </span>
            </label>
            {chosen && row.ways.length > 1 ? <Chains ways={row.ways} chosenId={chosen.id} onChoose={onChoose} /> : null}
          </div>
        )
      })}
    </fieldset>
  )
}

type WayRow = { key: string; name: string; ways: [PayType, ...PayType[]] }

/** A coin of one account is one row, whatever chains it may come by. */
function rowsOf(ways: readonly PayType[]): WayRow[] {
  const rows: WayRow[] = []
  for (const way of ways) {
    const coin = coinOf(way.icon)?.coin
    const key = coin ? `${way.id.split('-')[0]}-${coin}` : way.id
    const known = rows.find((row) => row.key === key)
    if (known) known.ways.push(way)
    else rows.push({ key, name: coin ?? way.name, ways: [way] })
  }
  return rows.map((row) => (row.ways.length === 1 ? { ...row, name: row.ways[0].name } : row))
}

function Chains({ ways, chosenId, onChoose }: Omit<WayListProps, 'amountFen'>) {
  const t = useWords('paying')
  const name = useId()
  return (
    <fieldset className={css.chains}>
      <legend className={css.legend}>{t('coinChooseChain')}</legend>
      {ways.map((way) => (
        <label key={way.id} className={css.chainChoice}>
          <input
            type="radio"
            className={choice.radio}
            name={name}
            value={way.id}
            checked={way.id === chosenId}
            onChange={() => onChoose(way)}
          />
          {coinOf(way.icon)!.chain}
        </label>
      ))}
    </fieldset>
  )
}

/** Our own drawings in the provider's colour: recognisable at a glance. The name is beside it. */
export function PayMark({ icon }: { icon: PayType['icon'] }) {
  return (
    <svg
      className={`${css.mark} ${css[isCoin(icon) ? 'coin' : icon]}`}
      viewBox="0 0 36 36"
      width="36"
      height="36"
      aria-hidden="true"
    >
      {isCoin(icon) ? <Coin icon={icon} /> : drawings[icon]}
    </svg>
  )
}

type Coins = (typeof coinWays)[number]
const isCoin = (icon: PayType['icon']): icon is Coins => coinOf(icon) !== null

/** A coin with its first letter. */
function Coin({ icon }: { icon: Coins }) {
  return (
    <>
      <circle className={css.line} cx="18" cy="18" r="11.5" />
      <text className={css.letter} x="18" y="22.5" textAnchor="middle">
        {coinOf(icon)!.coin === 'TRX' ? 'X' : coinOf(icon)!.coin === 'USDC' ? 'C' : '₮'}
      </text>
    </>
  )
}

const drawings: Record<Exclude<PayType['icon'], Coins>, ReactNode> = {
  // The character 支 as one brush stroke.
  alipay: (
    <path
      className={css.line}
      d="M9 11.5h18M18 7v9.5M11.5 16.5h13c-1.6 5.6-6 10-11.6 10-3 0-4.9-1.4-4.9-3.3s1.8-3.2 4.2-3.2c4.6 0 9.3 3.2 15.8 6.2"
    />
  ),
  // Two people talking.
  wxpay: (
    <>
      <path
        className={css.full}
        d="M14.5 8C9.3 8 5 11.5 5 15.8c0 2.4 1.4 4.6 3.5 6L7.6 24.8l3.5-1.900c1.100.3 2.2.5 3.4.5 5.2 0 9.5-3.4 9.5-7.6S19.7 8 14.5 8Z"
      />
      <path
        className={css.front}
        d="M23.3 15.3c-4.6 0-8.3 3-8.3 6.7s3.7 6.7 8.3 6.7c1 0 2-.1 2.900-.4l3 1.6-.8-2.6c1.900-1.2 3.2-3.100 3.2-5.3 0-3.7-3.7-6.7-8.3-6.7Z"
      />
      <path className={css.eyes} d="M11.3 13.3v.1M17.7 13.3v.1M20.6 20.4v.1M26 20.4v.1" />
    </>
  ),
  // A penguin with a scarf.
  qqpay: (
    <>
      <path
        className={css.full}
        d="M18 6c-4.7 0-7.2 3.4-7.2 7.900 0 1.3-.3 2.2-1.2 3.6-1.3 2.2-2.3 4.2-2.3 5.900 0 1.2 1 .9 2.2-.6.5 1.5 1.2 2.5 2.2 3.4-1.8.6-2.5 1.4-2.2 2.2.5 1.2 5 1.3 8.5.2 3.5 1.100 8 1 8.5-.2.3-.8-.4-1.6-2.2-2.2 1-.9 1.7-1.900 2.2-3.4 1.2 1.5 2.2 1.8 2.2.6 0-1.7-1-3.7-2.3-5.900-.9-1.4-1.2-2.3-1.2-3.6C25.2 9.4 22.7 6 18 6Z"
      />
      <path className={css.eyes} d="M15.7 12.5v.1M20.3 12.5v.1" />
      <path className={css.scarf} d="M11.5 19c4 2.2 9 2.2 13 0" />
    </>
  ),
  // A card with its stripe and its number.
  card: (
    <>
      <rect className={css.full} x="6" y="10" width="24" height="17" rx="3" />
      <path className={css.eyes} d="M7.300 15.8h21.4" />
      <path className={css.scarf} d="M10.5 22.3h5M20 22.3h5.500" />
    </>
  ),
}

/** In a chat app the ways that can be paid there come first. */
function workingFirst(types: readonly PayType[]): PayType[] {
  return [...types.filter(worksHere), ...types.filter((way) => !worksHere(way))]
}

export type Ways =
  | { state: 'loading' }
  | { state: 'failed'; error: unknown; retry: () => void }
  | { state: 'ready'; types: readonly PayType[] }

type Answer = { of: string; types: readonly PayType[] } | { of: string; error: unknown }

/** The payment methods that a reseller offers for a purpose. Loads nothing while the purpose is null. */
export function usePayTypes(purpose: PayPurpose | null, dailiKey: number): Ways {
  const [round, setRound] = useState(0)
  const [answer, setAnswer] = useState<Answer | null>(null)
  const wanted = `${purpose}:${dailiKey}:${round}`

  useEffect(() => {
    if (purpose === null) return
    let left = false
    const take = (given: Answer) => {
      if (!left) setAnswer(given)
    }
    call(api.payments.payTypes, { paytype: purpose, dailiKey }, { noRedirect: true }).then(
      (types) => take({ of: wanted, types: workingFirst(types) }),
      (error: unknown) => take({ of: wanted, error }),
    )
    return () => {
      left = true
    }
  }, [purpose, dailiKey, wanted])

  const hasFailed = answer?.of === wanted && 'error' in answer
  // As the banner promises: these are no query, which would load again by itself.
  useEffect(() => {
    if (!hasFailed) return
    const retry = () => setRound((before) => before + 1)
    window.addEventListener('online', retry)
    return () => window.removeEventListener('online', retry)
  }, [hasFailed])

  if (answer?.of !== wanted) return { state: 'loading' }
  if ('types' in answer) return { state: 'ready', types: answer.types }
  return { state: 'failed', error: answer.error, retry: () => setRound(round + 1) }
}
