import { Skeleton } from '@mantine/core'
import type { ReactNode } from 'react'

import { formatFen } from '../../../contract/money.ts'
import { ActionButton } from '../../../ui/components/action-button.tsx'
import { Callout } from '../../../ui/components/auth/callout.tsx'
import choice from '../../../ui/components/choice-list.module.css'
import { Icon } from '../../../ui/components/icon.tsx'
import { useIsFishCoin } from '../../state/reseller-facts.ts'
import { useWords } from '../../words/language.ts'
import { PayMark } from '../paying/way-choice.tsx'
import { takesAmount, useWayNote, withFee } from '../paying/way-note.ts'
import css from './pay-by.module.css'
import type { PayChoice } from './use-pay-choice.ts'
import { useTopUpWay } from './use-top-up-way.ts'

/** All ways to pay in one list. Resellers off the whitelist have no online payment; their users are told whom to ask. */
export function PayByChoice({ choice: given }: { choice: PayChoice }) {
  const t = useWords('buying')
  const { sellsOnline, ways } = given
  return (
    <fieldset className={choice.list}>
      <legend className={choice.legend}>{t('payBy')}</legend>
      <BalanceWay choice={given} />
      {sellsOnline === false ? (
        <p className="soft">{t('offlineOnly')}</p>
      ) : sellsOnline === null || ways.state === 'loading' ? (
        <Skeleton height={60} radius="lg" />
      ) : ways.state === 'failed' ? (
        <WaysFailed retry={ways.retry} />
      ) : (
        <OnlineWays choice={given} />
      )}
    </fieldset>
  )
}

/** The balance pays all or cannot pay here; the first part of the price is a switch inside the sum. */
function BalanceWay({ choice: given }: { choice: PayChoice }) {
  const t = useWords('buying')
  const user = useWords('user')
  const { balanceFen, missingFen, part, picked, amountText, pick } = given
  // Nothing to pay with, and other ways are there.
  if (part) return null
  if (missingFen > 0 && given.sellsOnline && balanceFen === 0) return null
  const amount = balanceFen === null ? '…' : amountText(balanceFen)
  const isShort = missingFen > 0
  return (
    <Way
      sign={
        <span className={css.sign}>
          <Icon name="wallet" size={22} />
        </span>
      }
      name={user('balanceName')}
      detail={isShort ? t('balanceShort', { amount, missing: amountText(missingFen) }) : t('balanceEnough', { amount })}
      isShort={isShort}
      checked={picked.by === 'balance'}
      onChange={() => pick('balance')}
    />
  )
}

function OnlineWays({ choice: { types, picked, onlineFen, pick } }: { choice: PayChoice }) {
  const paying = useWords('paying')
  const noteOf = useWayNote()
  return types.map((way) => (
    <Way
      key={way.id}
      sign={<PayMark icon={way.icon} />}
      name={way.name}
      detail={noteOf(way, onlineFen) ?? (way.sandbox ? paying('sandboxTag') : null)}
      isShort={!takesAmount(way, onlineFen)}
      checked={picked.by === 'online' && picked.way.id === way.id}
      onChange={() => pick(way.id)}
    />
  ))
}

function WaysFailed({ retry }: { retry: () => void }) {
  const t = useWords('paying')
  const base = useWords('base')
  return (
    <Callout tone="bad">
      {t('waysFailed')}{' '}
      <button type="button" className={css.retry} onClick={retry}>
        {base('retry')}
      </button>
    </Callout>
  )
}

type WayProps = {
  sign: ReactNode
  name: string
  detail: string | null
  isShort?: boolean
  checked: boolean
  onChange: () => void
}

function Way({ sign, name, detail, isShort = false, checked, onChange }: WayProps) {
  return (
    <label className={choice.choice}>
      {sign}
      <span className={css.words}>
        <span className={css.name}>{name}</span>
        {detail === null ? null : (
          <span className={css.detail} data-short={isShort}>
            {detail}
          </span>
        )}
      </span>
      <input type="radio" className={choice.radio} name="payBy" checked={checked} onChange={onChange} />
      <span className={choice.tick} aria-hidden="true">
        <Icon name="check" size={14} />
      </span>
    </label>
  )
}

type PayButtonProps = { choice: PayChoice; totalFen: number; busy: boolean; onPay: () => void }

/** Pays. If the balance is too low, leads to a top-up instead. */
export function PayButton({ choice: given, totalFen, busy, onPay }: PayButtonProps) {
  const t = useWords('buying')
  const topUp = useTopUpWay()
  const { missingFen, picked, amountText } = given
  const isShort = missingFen > 0 && picked.by === 'balance'
  if (isShort && topUp && given.ways.state !== 'loading') {
    return (
      <ActionButton fill onClick={() => topUp.go(missingFen)}>
        {t(topUp.label)}
      </ActionButton>
    )
  }
  const dueFen = picked.by === 'online' ? withFee(given.onlineFen, picked.way) : totalFen
  return (
    <ActionButton fill busy={busy} disabled={isShort} onClick={onPay}>
      {totalFen === 0 ? t('confirmFree') : t('payAmount', { amount: amountText(dueFen) })}
    </ActionButton>
  )
}

/** A prominent amount: large figure, small unit, before or after it depending on the brand. */
export function Price({ fen, size = 'm', inYuan = false }: { fen: number; size?: 'm' | 'l'; inYuan?: boolean }) {
  const t = useWords('user')
  const isFishCoin = useIsFishCoin() && !inYuan
  return (
    <span className={css.price} data-size={size}>
      {isFishCoin ? null : <span className={css.unit}>¥</span>}
      <span className={css.figure}>{formatFen(fen)}</span>
      {isFishCoin ? <span className={css.unit}>{t('fishCoin')}</span> : null}
    </span>
  )
}
