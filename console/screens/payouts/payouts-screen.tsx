import { useState } from 'react'

import { consoleApi } from '../../../contract/console/api.ts'
import { payoutKinds, payoutStates } from '../../../contract/console/choices.ts'
import type { DecisionRow } from '../../../contract/console/payouts.ts'
import { StateWord, type StateTone } from '../../../ui/components/state-word.tsx'
import { resellerName } from '../../features/reseller/reseller-name.ts'
import { Money } from '../../features/show/money.tsx'
import { TextButton } from '../../features/show/text-button.tsx'
import { When } from '../../features/show/when.tsx'
import { ListTable } from '../../features/table/list-table.tsx'
import type { Column } from '../../features/table/table-types.ts'
import { useList } from '../../features/table/use-list.ts'
import { useWords } from '../../words/language.ts'
import type { Translate } from '../../words/words.ts'
import { DecideSheet } from './decide-sheet.tsx'
import css from './payouts.module.css'
import { payoutsInput } from './verdicts.ts'

const ALL = 'all'

/** Payments that the platform makes by hand, the oldest first; decided ones on demand, the newest first. */
export default function PayoutsScreen() {
  const t = useWords('payouts')
  const [chosen, setChosen] = useState<DecisionRow | null>(null)
  const list = useList(consoleApi.payouts.list, {
    filters: ['state', 'kind'],
    toInput: (filters) => payoutsInput(filters, ALL),
  })
  const decide = (row: DecisionRow) =>
    row.state === 'open' ? <TextButton onClick={() => setChosen(row)}>{t('decide')}</TextButton> : null
  return (
    <div className={css.page}>
      <p className={css.hint}>{t('text')}</p>
      <ListTable
        list={list}
        label={t('title')}
        columns={columnsOf(t)}
        keyOf={(row) => row.id}
        search={t('search')}
        filters={[
          {
            key: 'state',
            label: t('colState'),
            kind: 'choice',
            options: [...payoutStates, ALL as typeof ALL].map((value) => ({ value, label: t(value) })),
          },
          {
            key: 'kind',
            label: t('colKind'),
            kind: 'choice',
            options: payoutKinds.map((value) => ({ value, label: t(value) })),
          },
        ]}
        presets={[
          { label: t('open'), filters: {} },
          { label: t('paid'), filters: { state: 'paid' } },
          { label: t('rejected'), filters: { state: 'rejected' } },
        ]}
        action={decide}
        empty={{ topic: 'calm', title: t('empty'), text: t('emptyText') }}
      />
      <DecideSheet row={chosen} onClose={() => setChosen(null)} onDecided={list.retry} />
    </div>
  )
}

const tones: Record<DecisionRow['state'], StateTone> = { open: 'busy', paid: 'good', rejected: 'off' }

function columnsOf(t: Translate<'payouts'>): Column<DecisionRow>[] {
  return [
    {
      key: 'to',
      label: t('colTo'),
      card: 'title',
      render: (row) => row.userName ?? resellerName(row, t('unnamed', { number: row.resellerId })),
    },
    { key: 'kind', label: t('colKind'), card: 'under', render: (row) => t(row.kind) },
    {
      key: 'reseller',
      label: t('colReseller'),
      card: 'hidden',
      render: (row) => resellerName(row, t('unnamed', { number: row.resellerId })),
    },
    {
      key: 'amount',
      label: t('colAmount'),
      sort: 'amountFen',
      align: 'right',
      card: 'end',
      render: (row) => <Money fen={row.payFen} />,
    },
    {
      key: 'stands',
      label: t('colStands'),
      align: 'right',
      render: ({ balanceFen, debtFen }) => <Money fen={balanceFen - debtFen} />,
    },
    { key: 'method', label: t('colMethod'), card: 'under', render: (row) => t(row.method) },
    {
      key: 'asked',
      label: t('colAsked'),
      sort: 'createdAt',
      card: 'under',
      render: (row) => <When at={row.createdAt} ago />,
    },
    { key: 'state', label: t('colState'), card: 'underEnd', render: (row) => <State row={row} /> },
    { key: 'settled', label: t('colSettled'), extra: true, render: (row) => <When at={row.settledAt} /> },
    { key: 'by', label: t('colBy'), extra: true, render: (row) => row.settledBy ?? '—' },
  ]
}

function State({ row: { state, approvedBy, reason, missedAt, markedFen } }: { row: DecisionRow }) {
  const t = useWords('payouts')
  if (missedAt !== null) return <StateWord tone="bad">{t('missed')}</StateWord>
  if (state === 'open' && approvedBy !== null) {
    return <StateWord tone="warn">{t('approvedBy', { name: approvedBy })}</StateWord>
  }
  if (state === 'open' && markedFen > 0) return <StateWord tone="warn">{t('marked')}</StateWord>
  return <StateWord tone={tones[state]}>{reason === null ? t(state) : `${t(state)} · ${reason}`}</StateWord>
}
