import { useState } from 'react'
import { Link } from 'react-router'

import { consoleApi } from '../../../contract/console/api.ts'
import { withdrawalStates } from '../../../contract/console/choices.ts'
import type { WithdrawalRow } from '../../../contract/console/withdrawals.ts'
import { StateWord, type StateTone } from '../../../ui/components/state-word.tsx'
import { Money } from '../../features/show/money.tsx'
import { When } from '../../features/show/when.tsx'
import { ListTable } from '../../features/table/list-table.tsx'
import type { Column } from '../../features/table/table-types.ts'
import { useList } from '../../features/table/use-list.ts'
import { useMay } from '../../session/session.ts'
import { useWords } from '../../words/language.ts'
import type { Translate } from '../../words/words.ts'
import { DecideSheet } from './decide-sheet.tsx'
import css from './invites.module.css'

const ALL = 'all'

/** Open withdrawals, the oldest first; decided ones on demand, the newest first. */
export function Withdrawals() {
  const t = useWords('withdrawals')
  const maySee = useMay()('users.read')
  const [chosen, setChosen] = useState<WithdrawalRow | null>(null)
  const list = useList(consoleApi.withdrawals.list, {
    filters: ['state'],
    toInput: ({ state }) => {
      if (state === undefined) return { state: 'pending' }
      return { ...(state === ALL ? {} : { state }), sort: '-createdAt' }
    },
  })
  const states = [...withdrawalStates, ALL] as const
  const decide = (row: WithdrawalRow) =>
    row.state === 'pending' ? (
      <button type="button" className={css.link} onClick={() => setChosen(row)}>
        {t('decide')}
      </button>
    ) : null
  return (
    <>
      <p className={css.hint}>{t('text')}</p>
      <ListTable
        list={list}
        label={t('title')}
        columns={columnsOf(t, maySee)}
        keyOf={(row) => row.withdrawalId}
        search={t('search')}
        filters={[
          {
            key: 'state',
            label: t('colState'),
            kind: 'choice',
            options: states.map((value) => ({ value, label: t(value) })),
          },
        ]}
        presets={[
          { label: t('pending'), filters: {} },
          { label: t('paid'), filters: { state: 'paid' } },
          { label: t('rejected'), filters: { state: 'rejected' } },
        ]}
        action={decide}
        empty={{ topic: 'money', title: t('empty'), text: t('emptyText') }}
      />
      <DecideSheet row={chosen} onClose={() => setChosen(null)} onDecided={list.retry} />
    </>
  )
}

const tones: Record<WithdrawalRow['state'], StateTone> = { pending: 'busy', paid: 'good', rejected: 'off' }

function columnsOf(t: Translate<'withdrawals'>, maySee: boolean): Column<WithdrawalRow>[] {
  return [
    {
      key: 'user',
      label: t('colUser'),
      card: 'title',
      render: ({ user }) =>
        maySee ? (
          <Link className={css.name} to={`/users/${user.accountId}`}>
            {user.userName}
          </Link>
        ) : (
          user.userName
        ),
    },
    {
      key: 'amount',
      label: t('colAmount'),
      sort: 'amountFen',
      align: 'right',
      card: 'end',
      render: (row) => <Money fen={row.amountFen} />,
    },
    { key: 'method', label: t('colMethod'), card: 'under', render: (row) => t(row.method) },
    {
      key: 'asked',
      label: t('colAsked'),
      sort: 'createdAt',
      card: 'under',
      render: (row) => <When at={row.createdAt} />,
    },
    { key: 'state', label: t('colState'), card: 'underEnd', render: (row) => <State row={row} /> },
    {
      key: 'marked',
      label: t('colMark'),
      render: (row) => (row.markedFen > 0 ? <StateWord tone="warn">{t('marked')}</StateWord> : '—'),
    },
    { key: 'settled', label: t('colSettled'), extra: true, render: (row) => <When at={row.settledAt} /> },
  ]
}

function State({ row: { state, paidBy, reason, missedAt } }: { row: WithdrawalRow }) {
  const t = useWords('withdrawals')
  if (missedAt !== null) return <StateWord tone="bad">{t('missed')}</StateWord>
  const word = paidBy === 'platform' ? t('paidByPlatform') : t(state)
  return <StateWord tone={tones[state]}>{reason === null ? word : `${word} · ${reason}`}</StateWord>
}
