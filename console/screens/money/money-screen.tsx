import { useQuery } from '@tanstack/react-query'
import { Link, useSearchParams } from 'react-router'

import { consoleApi } from '../../../contract/console/api.ts'
import type { Pocket } from '../../../contract/console/money.ts'
import { ActionButton } from '../../../ui/components/action-button.tsx'
import { Bones, Loaded } from '../../../ui/components/loaded.tsx'
import { Segments } from '../../../ui/components/segments.tsx'
import { ScreenActions } from '../../features/screen/screen-actions.tsx'
import { useOpening } from '../../features/screen/use-opening.ts'
import { Figure, Figures } from '../../features/show/figure.tsx'
import { moneyText } from '../../features/show/money.tsx'
import { TopUpSheet } from '../../features/top-up/top-up-sheet.tsx'
import { call } from '../../session/call.ts'
import { useMay } from '../../session/session.ts'
import { useWords } from '../../words/language.ts'
import { Entries } from './entries.tsx'
import css from './money.module.css'
import { PayoutPart } from './payout-part.tsx'
import { StatementPart } from './statement-part.tsx'

const TABS = ['entries', 'statement', 'payout'] as const
type Tab = (typeof TABS)[number]
/** A gateway adds this to the address when the payer returns. */
const RETURNED = 'out_trade_no'

/** The balance, its entries, the monthly statement, and payouts. */
export default function MoneyScreen() {
  const t = useWords('money')
  const may = useMay()
  const [address, setAddress] = useSearchParams()
  // A bookkeeper reads statements, and nothing else of the money.
  const seesMoney = may('money.read')
  const open = TABS.filter((one) => seesMoney || one === 'statement')
  const tab = open.find((one) => one === address.get('tab')) ?? open[0]!
  const returned = address.get(RETURNED)
  const [opened, setOpened] = useOpening('topUp', returned !== null)
  const pocket = useQuery({
    queryKey: [consoleApi.money.show.path],
    queryFn: () => call(consoleApi.money.show, {}),
    enabled: seesMoney,
  })
  const names: Record<Tab, string> = {
    entries: t('tabEntries'),
    statement: t('tabStatement'),
    payout: t('tabPayout'),
  }
  const close = () => {
    setOpened(false)
    if (returned !== null) setAddress({}, { replace: true })
  }
  return (
    <div className={css.page}>
      {may('money.top-up') ? (
        <ScreenActions>
          <ActionButton onClick={() => setOpened(true)}>{t('topUp')}</ActionButton>
        </ScreenActions>
      ) : null}
      {seesMoney ? (
        <>
          <Loaded query={pocket} failed={t('loadFailed')} card={t('balance')} bones={<Bones count={1} height={96} />}>
            {(data) => <PocketFigures pocket={data} />}
          </Loaded>
          <div className={css.tabs}>
            <Segments
              label={t('tabs')}
              value={tab}
              options={open.map((value) => ({ value, label: names[value] }))}
              onChange={(value) => setAddress(value === 'entries' ? {} : { tab: value })}
            />
          </div>
        </>
      ) : null}
      {may('exports.make') ? <Link to="/money/export">{t('toExport')}</Link> : null}
      {tab === 'entries' ? <Entries /> : null}
      {tab === 'statement' ? <StatementPart /> : null}
      {tab === 'payout' ? <PayoutPart /> : null}
      {may('money.top-up') ? <TopUpSheet opened={opened} returned={returned} onClose={close} /> : null}
    </div>
  )
}

/** Always shows the balance or the debt; other amounts only if there are any. */
function PocketFigures({ pocket }: { pocket: Pocket }) {
  const t = useWords('money')
  const { balanceFen, owedFen, creditLimitFen } = pocket
  const limit = { amount: moneyText(creditLimitFen) }
  const beside = [
    { label: t('cards'), fen: pocket.cardsFen, note: t('cardsNote') },
    { label: t('payoutHold'), fen: pocket.payoutHoldFen, note: t('payoutHoldNote') },
    { label: t('bulkHold'), fen: pocket.bulkHoldFen, note: t('bulkHoldNote') },
    { label: t('liability'), fen: pocket.liabilityFen, note: t('liabilityNote') },
  ]
  return (
    <Figures>
      {owedFen > 0 ? (
        <Figure label={t('owed')} value={moneyText(owedFen)} note={t('owedNote', limit)} tone="bad" />
      ) : (
        <Figure
          label={t('balance')}
          value={moneyText(balanceFen)}
          note={creditLimitFen > 0 ? t('creditNote', limit) : undefined}
        />
      )}
      {beside.map(({ label, fen, note }) =>
        fen === 0 ? null : <Figure key={label} label={label} value={moneyText(fen)} note={note} />,
      )}
    </Figures>
  )
}
