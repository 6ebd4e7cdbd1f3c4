import { useState } from 'react'

import { consoleApi } from '../../../contract/console/api.ts'
import type { CardRow } from '../../../contract/console/cards.ts'
import { showMessage } from '../../../ui/components/toast-store.ts'
import { CardParts } from '../../features/card/card-parts.tsx'
import { CardState } from '../../features/card/card-state.tsx'
import { useCardTools } from '../../features/card/card-tools.tsx'
import { useWorth } from '../../features/card/use-worth.ts'
import { ScreenActions } from '../../features/screen/screen-actions.tsx'
import { ConfirmSheet } from '../../features/show/confirm-sheet.tsx'
import { CsvButton } from '../../features/show/csv-button.tsx'
import { Money } from '../../features/show/money.tsx'
import { When } from '../../features/show/when.tsx'
import { ListTable } from '../../features/table/list-table.tsx'
import type { Column } from '../../features/table/table-types.ts'
import { useList } from '../../features/table/use-list.ts'
import { call } from '../../session/call.ts'
import { useMay } from '../../session/session.ts'
import { useWords } from '../../words/language.ts'
import css from './cards.module.css'

const FILTERS = ['state', 'batchId', 'accountId', 'redeemedFrom', 'redeemedTo']
const STATES = ['unused', 'assigned', 'redeemed', 'void'] as const

/** Every key without its text, which was shown only once, to the buyer. */
export default function KeysScreen() {
  const t = useWords('cards')
  const mayWrite = useMay()('cards.write')
  const list = useList(consoleApi.cards.list, { filters: FILTERS })
  const tools = useCardTools(list.retry)
  const [ending, setEnding] = useState<CardRow | null>(null)
  const action = (row: CardRow) =>
    row.state === 'unused' ? (
      <button type="button" className={css.danger} onClick={() => setEnding(row)}>
        {t('voidOne')}
      </button>
    ) : null
  return (
    <>
      <ScreenActions
        quiet={
          <>
            <CsvButton load={() => call(consoleApi.cards.export, list.asked)} />
            {tools.buttons}
          </>
        }
      />
      {tools.sheets}
      <CardParts />
      <ListTable
        list={list}
        label={t('keys')}
        columns={useColumns()}
        keyOf={(row) => String(row.cardId)}
        {...(mayWrite ? { action } : {})}
        search={t('searchKeys')}
        filters={[
          {
            key: 'state',
            label: t('filterState'),
            kind: 'choice',
            options: STATES.map((value) => ({ value, label: t(value) })),
          },
          { key: 'batchId', label: t('filterBatch'), kind: 'number' },
          { key: 'redeemedFrom', label: t('filterRedeemedFrom'), kind: 'day' },
          { key: 'redeemedTo', label: t('filterRedeemedTo'), kind: 'day' },
        ]}
        views="cards"
        empty={{ topic: 'cards', title: t('emptyKeys') }}
      />
      <ConfirmSheet
        opened={ending !== null}
        onClose={() => setEnding(null)}
        title={t('voidOneTitle')}
        button={t('voidGo', { count: 1 })}
        tone="danger"
        isFinal
        act={async () => {
          await call(consoleApi.cards.voidCard, { cardId: ending!.cardId })
          showMessage('success', t('voided', { count: 1 }))
          list.retry()
        }}
      >
        <p className={css.strong}>{t('voidDies')}</p>
        <p>{t(ending?.isImported ? 'voidOwed' : 'voidBackPlain')}</p>
      </ConfirmSheet>
    </>
  )
}

function useColumns(): Column<CardRow>[] {
  const t = useWords('cards')
  const worthOf = useWorth()
  return [
    {
      key: 'four',
      label: t('colFour'),
      card: 'title',
      render: (row) => <span className={css.code}>{row.lastFour === null ? '…' : `…${row.lastFour}`}</span>,
    },
    { key: 'worth', label: t('colWorth'), card: 'under', render: (row) => worthOf(row) },
    { key: 'state', label: t('colState'), card: 'end', render: (row) => <CardState state={row.state} /> },
    { key: 'given', label: t('colGiven'), card: 'under', render: (row) => row.assignedTo?.userName ?? '—' },
    { key: 'used', label: t('colUsed'), card: 'under', render: (row) => row.redeemedBy?.userName ?? '—' },
    { key: 'usedAt', label: t('colUsedAt'), card: 'hidden', render: (row) => <When at={row.redeemedAt} /> },
    {
      key: 'batch',
      label: t('colBatch'),
      sort: 'id',
      card: 'hidden',
      render: (row) => t('batchName', { id: row.batchId }),
    },
    {
      key: 'sold',
      label: t('colSold'),
      align: 'right',
      extra: true,
      render: (row) => (row.soldFen === null ? '—' : <Money fen={row.soldFen} />),
    },
    { key: 'ends', label: t('colEnds'), extra: true, render: (row) => <When at={row.expiresAt} /> },
  ]
}
