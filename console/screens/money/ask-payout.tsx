import { useState } from 'react'

import { consoleApi } from '../../../contract/console/api.ts'
import type { PayoutTerms } from '../../../contract/console/money.ts'
import { ActionButton } from '../../../ui/components/action-button.tsx'
import { showMessage } from '../../../ui/components/toast-store.ts'
import { useNow } from '../../../ui/components/use-now.ts'
import { NumberInput } from '../../features/form/fields.tsx'
import { ConfirmSheet } from '../../features/show/confirm-sheet.tsx'
import { moneyText } from '../../features/show/money.tsx'
import { call } from '../../session/call.ts'
import { useWords } from '../../words/language.ts'
import css from './money.module.css'
import { obstacle, payoutWish } from './payout-wish.ts'

type Props = { terms: PayoutTerms; isOpen: boolean; onAsked: () => void }

/** Asks for the amount, then confirms it on the button. If a payout is not possible, it says why instead. */
export function AskPayout({ terms, isOpen, onAsked }: Props) {
  const t = useWords('money')
  const [typed, setTyped] = useState<number | string>('')
  const [opened, setOpened] = useState(false)
  const why = obstacle(t, terms, isOpen, useNow())
  if (why !== null) return <p className={css.hint}>{why}</p>
  const { payableFen, minFen, payee } = terms
  const { fen, fits } = payoutWish(typed, terms)
  const amount = moneyText(fen)
  return (
    <div className={css.ask}>
      <NumberInput
        name="amountFen"
        label={t('payoutAmount')}
        value={typed}
        placeholder={moneyText(payableFen)}
        min={minFen / 100}
        max={payableFen / 100}
        decimalScale={2}
        prefix="¥"
        hideControls
        onChange={setTyped}
      />
      <ActionButton disabled={!fits} fill onClick={() => setOpened(true)}>
        {fits ? t('payoutAsk', { amount }) : t('payoutAskPlain')}
      </ActionButton>
      <ConfirmSheet
        opened={opened}
        onClose={() => setOpened(false)}
        title={t('payoutConfirm', { account: payee?.accountMasked ?? '' })}
        button={t('payoutAsk', { amount })}
        act={async () => {
          await call(consoleApi.money.askPayout, { amountFen: fen })
          setTyped('')
          showMessage('success', t('payoutAsked'))
          onAsked()
        }}
      >
        <p>{t('payoutConfirmText', { amount })}</p>
      </ConfirmSheet>
    </div>
  )
}
