import { useQuery } from '@tanstack/react-query'

import { consoleApi } from '../../../contract/console/api.ts'
import type { PayoutRow, PayoutTerms } from '../../../contract/console/money.ts'
import { EmptyPart } from '../../../ui/components/empty-part.tsx'
import { Bones, Loaded } from '../../../ui/components/loaded.tsx'
import { StateWord, type StateTone } from '../../../ui/components/state-word.tsx'
import { FactRows } from '../../features/show/fact-rows.tsx'
import { Money } from '../../features/show/money.tsx'
import { Section } from '../../features/show/section.tsx'
import { When } from '../../features/show/when.tsx'
import { useMoneyMoved } from '../../features/top-up/use-money-moved.ts'
import { call } from '../../session/call.ts'
import { useMay } from '../../session/session.ts'
import { useWords } from '../../words/language.ts'
import { AskPayout } from './ask-payout.tsx'
import css from './money.module.css'
import { PayeeCard } from './payee-card.tsx'

/** Payouts: the payable amount and why it is not more, the account, and earlier payouts. */
export function PayoutPart() {
  const t = useWords('money')
  const mayPayOut = useMay()('money.pay-out')
  const payouts = useQuery({
    queryKey: [consoleApi.money.payouts.path],
    queryFn: () => call(consoleApi.money.payouts, {}),
  })
  return (
    <>
      {mayPayOut ? <TermsPart isOpen={payouts.data?.rows.some(({ state }) => state === 'open') ?? true} /> : null}
      <Section title={t('payoutsTitle')}>
        <Loaded query={payouts} failed={t('loadFailed')} bones={<Bones count={3} height={48} />}>
          {({ rows }) => <Payouts rows={rows} />}
        </Loaded>
      </Section>
    </>
  )
}

function TermsPart({ isOpen }: { isOpen: boolean }) {
  const t = useWords('money')
  const tell = useMoneyMoved()
  const terms = useQuery({
    queryKey: [consoleApi.money.payoutTerms.path],
    queryFn: () => call(consoleApi.money.payoutTerms, {}),
  })
  return (
    <Loaded query={terms} failed={t('loadFailed')} card={t('payableTitle')} bones={<Bones count={1} height={240} />}>
      {(data) => (
        <div className={css.columns}>
          <Section title={t('payableTitle')}>
            <PayableRows terms={data} />
            <AskPayout terms={data} isOpen={isOpen} onAsked={tell} />
          </Section>
          <PayeeCard payee={data.payee} onSaved={tell} />
        </div>
      )}
    </Loaded>
  )
}

/** From the balance to the payable amount, each line with its reason. */
function PayableRows({ terms }: { terms: PayoutTerms }) {
  const t = useWords('money')
  const { balanceFen, marginFen, lossFen, topUpsFen, liabilityFen, withdrawalsFen, payableFen } = terms
  const kept = [
    { name: t('payableMargin'), why: t('payableMarginWhy'), fen: marginFen },
    ...(lossFen > 0 ? [{ name: t('payableLoss'), why: t('payableLossWhy'), fen: lossFen }] : []),
    { name: t('payableTopUps'), why: t('payableTopUpsWhy'), fen: topUpsFen },
    { name: t('payableLiability'), why: t('payableLiabilityWhy'), fen: liabilityFen },
    { name: t('payableWithdrawals'), why: t('payableWithdrawalsWhy'), fen: withdrawalsFen },
  ]
  return (
    <FactRows
      rows={[
        { name: t('payableBalance'), value: <Money fen={balanceFen} /> },
        ...kept.map(({ name, why, fen }) => ({
          name,
          value: (
            <>
              <Money fen={0 - fen} isEntry />
              {fen > 0 ? <span className={css.why}>{why}</span> : null}
            </>
          ),
        })),
        { name: t('payableSum'), value: <Money fen={payableFen} />, isSum: true },
      ]}
    />
  )
}

const tones: Record<PayoutRow['state'], StateTone> = { open: 'busy', paid: 'good', rejected: 'bad' }

function Payouts({ rows }: { rows: readonly PayoutRow[] }) {
  const t = useWords('money')
  if (rows.length === 0) return <EmptyPart topic="money" title={t('payoutsEmpty')} text={t('payoutsEmptyText')} />
  return (
    <ul className={css.payouts}>
      {rows.map(({ payoutId, amountFen, method, state, reason, createdAt, settledAt }) => (
        <li key={payoutId} className={css.payout}>
          <span className={css.payoutSum}>
            <Money fen={amountFen} />
          </span>
          <StateWord tone={tones[state]}>{t(state)}</StateWord>
          <span className={css.faint}>
            {t(method)} · <When at={settledAt ?? createdAt} />
          </span>
          {reason === null ? null : <p className={css.reason}>{reason}</p>}
        </li>
      ))}
    </ul>
  )
}
