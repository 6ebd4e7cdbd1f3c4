import { useState } from 'react'
import { Link } from 'react-router'

import { consoleApi } from '../../../contract/console/api.ts'
import type { BatchRow } from '../../../contract/console/cards.ts'
import { Glyph } from '../../../ui/components/glyph.tsx'
import { ShareBar } from '../../../ui/components/share-bar.tsx'
import { showMessage } from '../../../ui/components/toast-store.ts'
import { CardParts } from '../../features/card/card-parts.tsx'
import { useCardTools } from '../../features/card/card-tools.tsx'
import { useWorth } from '../../features/card/use-worth.ts'
import { ScreenActions } from '../../features/screen/screen-actions.tsx'
import { ConfirmSheet } from '../../features/show/confirm-sheet.tsx'
import { Money, moneyText } from '../../features/show/money.tsx'
import { TextButton } from '../../features/show/text-button.tsx'
import { When } from '../../features/show/when.tsx'
import { ListTable } from '../../features/table/list-table.tsx'
import type { Column } from '../../features/table/table-types.ts'
import { useList } from '../../features/table/use-list.ts'
import { call } from '../../session/call.ts'
import { useMay } from '../../session/session.ts'
import { useWords } from '../../words/language.ts'
import { canVoid, earnedFen } from './batch-figures.ts'
import css from './cards.module.css'
import { PriceSheet } from './price-sheet.tsx'
import { useBuySheet } from './use-buy-sheet.tsx'

const FILTERS = ['kind', 'open']
const KINDS = ['balance', 'package', 'traffic', 'days'] as const

export default function CardsScreen() {
  const t = useWords('cards')
  const may = useMay()
  const list = useList(consoleApi.cards.batches, { filters: FILTERS })
  const tools = useCardTools(list.retry)
  const columns = useColumns(may('prices.read'))
  const { button: buy, stock, sheet } = useBuySheet(may('cards.write') && may('prices.read'))
  const [ending, setEnding] = useState<BatchRow | null>(null)
  const [pricing, setPricing] = useState<BatchRow | null>(null)
  const actions = (row: BatchRow) =>
    may('cards.write') ? (
      <span className={css.rowActions}>
        <Waits row={row} />
        <TextButton onClick={() => setPricing(row)}>{t('setPrice')}</TextButton>
        {voidButton(row, t('voidBatch'), setEnding)}
      </span>
    ) : null
  return (
    <>
      <ScreenActions quiet={tools.buttons}>{buy}</ScreenActions>
      {tools.sheets}
      <CardParts />
      {stock}
      <ListTable
        list={list}
        label={t('batches')}
        columns={columns}
        keyOf={(row) => String(row.batchId)}
        to={(row) => `/cards/keys?batchId=${row.batchId}`}
        action={actions}
        filters={[
          {
            key: 'kind',
            label: t('filterKind'),
            kind: 'choice',
            options: KINDS.map((value) => ({ value, label: t(value) })),
          },
        ]}
        presets={[{ label: t('presetOpen'), filters: { open: 'true' } }]}
        empty={{ topic: 'cards', title: t('emptyBatches'), text: t('emptyBatchesText'), action: buy }}
      />
      {sheet}
      <PriceSheet row={pricing} onClose={() => setPricing(null)} onDone={list.retry} />
      <VoidBatch row={ending} onClose={() => setEnding(null)} onDone={list.retry} />
    </>
  )
}

function useColumns(seesPrices: boolean): Column<BatchRow>[] {
  const t = useWords('cards')
  const worthOf = useWorth()
  return [
    { key: 'batch', label: t('colBatch'), card: 'end', render: (row) => t('batchName', { id: row.batchId }) },
    { key: 'worth', label: t('colWorth'), card: 'title', render: (row) => worthOf(row) },
    { key: 'use', label: t('colUse'), render: (row) => <Use row={row} /> },
    ...(seesPrices
      ? [
          {
            key: 'cost',
            label: t('colCost'),
            align: 'right' as const,
            card: 'hidden' as const,
            render: (row: BatchRow) => (row.costFen === null ? '—' : <Money fen={row.costFen} />),
          },
        ]
      : []),
    {
      key: 'price',
      label: t('colPrice'),
      align: 'right',
      render: (row) => (row.priceFen === null ? t('priceUnset') : <Money fen={row.priceFen} />),
    },
    ...(seesPrices
      ? [
          {
            key: 'earned',
            label: t('colEarned'),
            align: 'right' as const,
            render: (row: BatchRow) => <Money fen={earnedFen(row)} />,
          },
        ]
      : []),
    { key: 'bought', label: t('colBought'), card: 'under', render: (row) => <When at={row.createdAt} /> },
    {
      key: 'ends',
      label: t('colEnds'),
      card: 'hidden',
      render: (row) => (row.closedAt ? t('over') : row.expiresAt ? <When at={row.expiresAt} /> : t('never')),
    },
  ]
}

/** Keys that wait to be saved lead back to them: afterwards nobody can read them. */
function Waits({ row }: { row: BatchRow }) {
  const t = useWords('cards')
  if (row.keysUntil === null) return null
  return (
    <Link className={css.waits} to={`/cards/${row.batchId}/keys`}>
      <Glyph name="warning" size={16} />
      {t('keysWait')}
    </Link>
  )
}

/** How much of a batch is used, as a bar; details appear under the pointer. */
function Use({ row }: { row: BatchRow }) {
  const t = useWords('cards')
  const { redeemed, keyCount, unused, assigned, voided } = row
  return (
    <span className={css.use} title={t('useMore', { unused, assigned, voided })}>
      <span>{t('useText', { used: redeemed, count: keyCount })}</span>
      <ShareBar percent={(redeemed / keyCount) * 100} />
    </span>
  )
}

function voidButton(row: BatchRow, label: string, press: (row: BatchRow) => void) {
  if (!canVoid(row)) return null
  return (
    <button type="button" className={css.danger} onClick={() => press(row)}>
      {label}
    </button>
  )
}

function VoidBatch({ row, onClose, onDone }: { row: BatchRow | null; onClose: () => void; onDone: () => void }) {
  const t = useWords('cards')
  const count = row?.unused ?? 0
  const costFen = row?.costFen ?? null
  return (
    <ConfirmSheet
      opened={row !== null}
      onClose={onClose}
      title={t('voidBatchTitle', { id: row?.batchId ?? 0, count })}
      button={t('voidGo', { count })}
      tone="danger"
      isFinal
      act={async () => {
        const { voided } = await call(consoleApi.cards.voidBatch, { batchId: row!.batchId })
        showMessage('success', t('voided', { count: voided }))
        onDone()
      }}
    >
      <p className={css.strong}>{t('voidDies')}</p>
      <p>
        {row?.isImported
          ? t('voidOwed')
          : costFen === null
            ? t('voidBackPlain')
            : t('voidBack', { amount: moneyText(costFen * count) })}
      </p>
      <p>{t('voidKeeps')}</p>
    </ConfirmSheet>
  )
}
