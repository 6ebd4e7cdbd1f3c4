import { useState } from 'react'

import { staffLimits } from '../../../contract/console/staff-limits.ts'
import { limits } from '../../../contract/limits.ts'
import { ActionButton } from '../../../ui/components/action-button.tsx'
import { Callout } from '../../../ui/components/auth/callout.tsx'
import { Segments } from '../../../ui/components/segments.tsx'
import { EditRoom } from '../../features/form/edit-room.tsx'
import { EditSheet } from '../../features/form/edit-sheet.tsx'
import { MoneyInput, NumberInput, Select } from '../../features/form/fields.tsx'
import { moneyText } from '../../features/show/money.tsx'
import { TopUpInstead } from '../../features/top-up/top-up-instead.tsx'
import { useWords } from '../../words/language.ts'
import { type CardKind, type CardPurchase, hasDays, type MONTHS, NOTHING } from './card-purchase.ts'
import css from './cards.module.css'
import { useBuying } from './use-buying.ts'

/** The last purchase, and what it gave. */
type Again = { wish: CardPurchase; worth: string }
type Props = {
  first: CardPurchase | null
  again: Again | null
  onClose: () => void
  onBought: (batchId: number) => void
}

const WAIT_DAYS = limits.firstUseWaitMs / 86_400_000
const KINDS = ['balance', 'package', 'traffic', 'days'] as const

/** What a batch gives and costs. The button shows the amount before anything is paid. */
export function BuySheet({ first, again, onClose, onBought }: Props) {
  const t = useWords('cards')
  const base = useWords('base')
  return (
    <EditSheet opened onClose={onClose} title={t('buy')} closeLabel={base('close')}>
      <BuyForm
        first={first}
        again={again}
        onBought={(batchId) => {
          onClose()
          onBought(batchId)
        }}
      />
    </EditSheet>
  )
}

function TakeAgain({ again: { wish, worth }, onTake }: { again: Again; onTake: (wish: CardPurchase) => void }) {
  const t = useWords('cards')
  return (
    <ActionButton tone="quiet" fill onClick={() => onTake(wish)}>
      {t('lastAgainOf', { worth, count: Number(wish.count) })}
    </ActionButton>
  )
}

/** Nothing is preset; the last purchase can be taken over. */
function BuyForm({ first, again, onBought }: Omit<Props, 'onClose'>) {
  const t = useWords('cards')
  const [wish, setWish] = useState<CardPurchase>(first ?? NOTHING)
  const { packages, costFen, retailFen, totalFen, balanceFen, missingFen, busy, failure, buy, readBalance } = useBuying(
    wish,
    onBought,
  )
  const change = (part: Partial<CardPurchase>) => setWish({ ...wish, ...part })
  return (
    <EditRoom isSending={busy}>
      <form
        className={css.form}
        method="post"
        onSubmit={(event) => {
          event.preventDefault()
          void buy()
        }}
      >
        {again && wish.kind === null ? <TakeAgain again={again} onTake={setWish} /> : null}
        <Segments
          label={t('whatKind')}
          value={wish.kind}
          options={KINDS.map((value) => ({ value, label: t(value) }))}
          onChange={(kind) => change({ kind, packageId: null, period: null, amount: '', price: '' })}
        />
        {wish.kind === null ? null : <What wish={wish} kind={wish.kind} packages={packages} change={change} />}
        {hasDays(wish) ? (
          <Segments
            label={t('startsLabel')}
            value={wish.startsAtUse ? 'use' : 'redeem'}
            options={[
              { value: 'redeem', label: t('startsAtRedeem') },
              { value: 'use', label: t('startsAtUse') },
            ]}
            onChange={(starts) => change({ startsAtUse: starts === 'use' })}
          />
        ) : null}
        {hasDays(wish) && wish.startsAtUse ? (
          <p className={css.hint}>{t('startsAtUseHint', { days: WAIT_DAYS })}</p>
        ) : null}
        <HowMany wish={wish} change={change} />
        <MoneyInput
          name="priceFen"
          label={t('ownPrice')}
          description={t('ownPriceHint')}
          value={wish.price}
          placeholder={retailFen === null ? '' : moneyText(retailFen)}
          max={limits.moneyMaxFen / 100}
          onChange={(price) => change({ price })}
        />
        <p className={css.price}>
          <span>{costFen === null ? '—' : t('priceEach', { amount: moneyText(costFen) })}</span>
          {balanceFen === null ? null : <span>{t('yourBalance', { amount: moneyText(balanceFen) })}</span>}
        </p>
        {failure === null ? null : <Callout tone="bad">{failure}</Callout>}
        {missingFen > 0 ? (
          <TopUpInstead missingFen={missingFen} onBack={readBalance} />
        ) : (
          <ActionButton type="submit" fill busy={busy} disabled={totalFen === null}>
            {totalFen === null
              ? t('buyNothing')
              : t('buyFor', { count: Number(wish.count), amount: moneyText(totalFen) })}
          </ActionButton>
        )}
      </form>
    </EditRoom>
  )
}

function HowMany({ wish, change }: Pick<WhatProps, 'wish' | 'change'>) {
  const t = useWords('cards')
  return (
    <>
      <div className={css.pair}>
        <NumberInput
          name="count"
          label={t('howMany')}
          value={wish.count}
          min={1}
          max={limits.cardBatchMax}
          allowDecimal={false}
          onChange={(count) => change({ count })}
        />
        <NumberInput
          name="goodDays"
          label={t('goodFor')}
          value={wish.goodDays}
          placeholder={t('never')}
          min={1}
          max={staffLimits.grantDaysMax}
          allowDecimal={false}
          suffix={` ${t('daysUnit')}`}
          onChange={(goodDays) => change({ goodDays })}
        />
      </div>
      <p className={css.hint}>{t('goodForHint')}</p>
    </>
  )
}

type WhatProps = {
  kind: CardKind
  wish: CardPurchase
  packages: { packageId: string; name: string; kind: 'plan' | 'pack'; periods: (keyof typeof MONTHS)[] }[]
  change: (part: Partial<CardPurchase>) => void
}

function What({ wish, kind: wanted, packages, change }: WhatProps) {
  const t = useWords('cards')
  const fitting = packages.filter(({ kind, periods }) => {
    if (wanted === 'traffic') return kind === 'pack'
    return kind === 'plan' && (wanted === 'package' || periods.includes('month'))
  })
  const chosen = fitting.find(({ packageId }) => packageId === wish.packageId)
  const labels = { balance: 'whatAmount', traffic: 'whatGb', days: 'whatDays', package: 'whatPeriod' } as const
  return (
    <>
      {wanted === 'balance' ? null : (
        <Select
          name="packageId"
          label={t(wanted === 'traffic' ? 'whatPack' : 'whatFor')}
          data={fitting.map(({ packageId, name }) => ({ value: packageId, label: name }))}
          value={wish.packageId}
          allowDeselect={false}
          onChange={(packageId) => change({ packageId, period: null })}
        />
      )}
      {wanted === 'package' ? (
        <Select
          name="period"
          label={t('whatPeriod')}
          data={(chosen?.periods ?? []).map((value) => ({ value, label: t(value) }))}
          value={wish.period}
          allowDeselect={false}
          disabled={!chosen}
          onChange={(period) => change({ period: period as CardPurchase['period'] })}
        />
      ) : (
        <NumberInput
          name="amount"
          label={t(labels[wanted])}
          value={wish.amount}
          min={wanted === 'balance' ? 0.01 : 1}
          decimalScale={wanted === 'balance' ? 2 : 0}
          prefix={wanted === 'balance' ? '¥' : ''}
          suffix={wanted === 'traffic' ? ' GB' : wanted === 'days' ? ` ${t('daysUnit')}` : ''}
          onChange={(amount) => change({ amount })}
        />
      )}
    </>
  )
}
