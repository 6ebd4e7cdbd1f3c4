import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router'

import type { UserInfo } from '../../../contract/accounts.ts'
import { formatFen } from '../../../contract/money.ts'
import type { PayType } from '../../../contract/payments.ts'
import { ActionButton } from '../../../ui/components/action-button.tsx'
import { Card } from '../../../ui/components/card.tsx'
import { Facts } from '../../../ui/components/facts.tsx'
import { StateLine } from '../../../ui/components/state-line.tsx'
import { useTopUpWish } from '../../features/buying/use-top-up-way.ts'
import { AmountChoice } from '../../features/paying/amount-choice.tsx'
import { topUpBounds } from '../../features/paying/amounts.ts'
import { PAYMENTS_KEY, useReturnedPayment } from '../../features/paying/payment-list.ts'
import { PaymentSheet } from '../../features/paying/payment-sheet.tsx'
import { useAmount } from '../../features/paying/use-amount.ts'
import { usePayment } from '../../features/paying/use-payment.ts'
import { WayChoice, usePayTypes } from '../../features/paying/way-choice.tsx'
import { wayFor, withFee } from '../../features/paying/way-note.ts'
import { userPath } from '../../paths.ts'
import { refreshAccount } from '../../session/refresh-account.ts'
import { useHasScreen } from '../../state/available-screens.ts'
import { useConfigState } from '../../state/config.ts'
import { useIsFishCoin } from '../../state/reseller-facts.ts'
import { useAmountText } from '../../words/amount-text.ts'
import { useWords } from '../../words/language.ts'
import css from './top-up.module.css'
import { Unfinished } from './unfinished.tsx'

const FIRST_FEN = 5000

export function TopUp({ info }: { info: UserInfo }) {
  const t = useWords('top-up')
  const amountText = useAmountText()
  const dailiKey = useConfigState((state) => state.dailiKey)
  const isFishCoin = useIsFishCoin()
  const wish = useTopUpWish()
  const amount = useAmount({
    label: t('amount'),
    bounds: topUpBounds,
    first: wish === null ? FIRST_FEN : Math.max(wish.missingFen, topUpBounds.minFen),
  })
  const ways = usePayTypes('user', dailiKey)
  const [chosen, setChosen] = useState<PayType | null>(null)
  const types = ways.state === 'ready' ? ways.types : []
  const way = wayFor(types, chosen?.id ?? null, amount.fen)
  const { payment, next } = useTopUpPayment(wish?.from ?? null)

  function pay(): void {
    amount.check()
    if (amount.fen !== null && way) payment.open({ type: 'user', amountFen: amount.fen }, way)
  }

  return (
    <div className="split">
      <StateLine
        label={t('balanceNow')}
        title={amountText(info.balanceFen)}
        text={isFishCoin ? t('unit') : undefined}
      />
      <div className="page">
        <Unfinished onResume={payment.resume} isShown={!payment.isOpen} />
        <Card title={t('amount')}>
          <div className={css.form}>
            <AmountChoice
              amount={amount}
              presets={topUpBounds.presetsFen}
              label={t('amount')}
              hideLabel
              ownLabel={t('ownAmount')}
              hint={t('ownHint', topUpBounds.words)}
            />
            <WayChoice ways={ways} amountFen={amount.fen} chosenId={way?.id ?? null} onChoose={setChosen} />
          </div>
        </Card>
      </div>
      <div className={`page ${css.side}`}>
        <PayBar
          amountFen={amount.fen}
          dueFen={amount.fen === null ? null : withFee(amount.fen, way)}
          balanceFen={info.balanceFen}
          canPay={way !== null}
          busy={payment.isBusy}
          onPay={pay}
        />
        <TopUpFacts />
      </div>
      <PaymentSheet payment={payment} title={t('sheetTitle')} next={next} />
    </div>
  )
}

/** `from`: where a price waits for the money. */
function useTopUpPayment(from: string | null) {
  const t = useWords('top-up')
  const queries = useQueryClient()
  const navigate = useNavigate()
  const hasScreen = useHasScreen()
  const payment = usePayment({ onOver: () => refreshAccount(queries) })
  useReturnedPayment(payment, ['user'])
  const close = () => {
    payment.close()
    // The page offers unpaid payments.
    void queries.invalidateQueries({ queryKey: PAYMENTS_KEY })
  }
  const way = from ?? userPath('tcBuy')
  const label = t(from === null ? 'choosePackage' : 'backToPaying')
  const next = hasScreen(way) ? { label, onNext: () => void navigate(way) } : undefined
  return { payment: { ...payment, close }, next }
}

type Props = {
  amountFen: number | null
  dueFen?: number | null
  balanceFen: number
  canPay: boolean
  busy: boolean
  onPay: () => void
}

/** Always near the thumb on a phone; beside the form on a wide screen. */
export function PayBar({ amountFen, dueFen = amountFen, balanceFen, canPay, busy, onPay }: Props) {
  const t = useWords('top-up')
  const amountText = useAmountText()
  return (
    <div className={css.bar}>
      <p className={css.after}>
        <span className={css.name}>{t('afterPaying')}</span>
        <span className={css.figure}>{amountText(balanceFen + (amountFen ?? 0))}</span>
      </p>
      <div className={css.action}>
        <ActionButton fill busy={busy} disabled={!canPay} onClick={onPay}>
          {dueFen === null ? t('payPlain') : t('pay', { amount: `¥${formatFen(dueFen)}` })}
        </ActionButton>
      </div>
    </div>
  )
}

export function TopUpFacts() {
  const t = useWords('top-up')
  return (
    <Card title={t('goodFor')}>
      <Facts
        facts={[
          { icon: 'package', title: t('factBuy'), text: t('factBuyText') },
          { icon: 'shield', title: t('factSafe'), text: t('factSafeText') },
          { icon: 'receipt', title: t('factRecords'), text: t('factRecordsText') },
        ]}
      />
    </Card>
  )
}
