import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useSearchParams } from 'react-router'

import { consoleApi } from '../../../contract/console/api.ts'
import type { InvitedRow, TopInviter } from '../../../contract/console/invites.ts'
import { EmptyPart } from '../../../ui/components/empty-part.tsx'
import { Bones, Loaded } from '../../../ui/components/loaded.tsx'
import { Segments } from '../../../ui/components/segments.tsx'
import { ShareBar } from '../../../ui/components/share-bar.tsx'
import { StateWord } from '../../../ui/components/state-word.tsx'
import { showMessage } from '../../../ui/components/toast-store.ts'
import { NumberInput } from '../../features/form/fields.tsx'
import { ConfirmSheet } from '../../features/show/confirm-sheet.tsx'
import { Figure, Figures } from '../../features/show/figure.tsx'
import { Money, moneyText } from '../../features/show/money.tsx'
import { Section } from '../../features/show/section.tsx'
import { When } from '../../features/show/when.tsx'
import { ListTable } from '../../features/table/list-table.tsx'
import type { Column } from '../../features/table/table-types.ts'
import { useList } from '../../features/table/use-list.ts'
import { call } from '../../session/call.ts'
import { useMay } from '../../session/session.ts'
import { useWords } from '../../words/language.ts'
import css from './invites.module.css'
import { Withdrawals } from './withdrawals.tsx'

const WITHDRAWALS = 'withdrawals'
const DAYS = ['7', '30', '90'] as const

/** Members who may decide withdrawals see them beside the invites that earned them. */
export default function InvitesScreen() {
  const t = useWords('withdrawals')
  const mayDecide = useMay()('withdrawals.decide')
  const [address, setAddress] = useSearchParams()
  const tab = mayDecide && address.get('tab') === WITHDRAWALS ? WITHDRAWALS : 'invites'
  return (
    <div className={css.page}>
      {mayDecide ? (
        <div className={css.range}>
          <Segments
            label={t('tabs')}
            value={tab}
            options={[
              { value: 'invites', label: t('tabInvites') },
              { value: WITHDRAWALS, label: t('title') },
            ]}
            onChange={(value) => setAddress(value === WITHDRAWALS ? { tab: value } : {})}
          />
        </div>
      ) : null}
      {tab === WITHDRAWALS ? <Withdrawals /> : <Invites />}
    </div>
  )
}

function Invites() {
  const t = useWords('invites')
  const [days, setDays] = useState<(typeof DAYS)[number]>('30')
  const query = useQuery({
    queryKey: [consoleApi.invites.summary.path, days],
    queryFn: () => call(consoleApi.invites.summary, { days: Number(days) }),
    placeholderData: (before) => before,
  })
  const list = useList(consoleApi.invites.list, { filters: ['inviterId'] })
  return (
    <div className={css.page}>
      <div className={css.range}>
        <Segments
          label={t('range')}
          value={days}
          options={DAYS.map((value) => ({ value, label: t('lately', { days: value }) }))}
          onChange={setDays}
        />
      </div>
      <Loaded query={query} failed={t('loadFailed')} card={t('percentTitle')} bones={<Bones count={2} height={120} />}>
        {({ percent, invitedCount, inviterCount, commissionFen, top }) => (
          <>
            <Figures>
              <Percent percent={percent} onDone={() => void query.refetch()} />
              <Figure label={t('invited')} value={invitedCount} note={t('invitedNote', { count: inviterCount })} />
              {commissionFen === null ? null : (
                <Figure label={t('commission')} value={moneyText(commissionFen)} note={t('commissionNote')} />
              )}
            </Figures>
            <Top top={top} onChoose={(id) => list.setFilter('inviterId', String(id))} />
          </>
        )}
      </Loaded>
      <h2 className={css.title}>{t('whoTitle')}</h2>
      <ListTable
        list={list}
        label={t('whoTitle')}
        columns={useColumns()}
        keyOf={(row) => String(row.invited.accountId)}
        search={t('search')}
        filters={[{ key: 'inviterId', label: t('colInviter'), kind: 'number' }]}
        empty={{ topic: 'people', title: t('empty'), text: t('emptyText') }}
      />
    </div>
  )
}

function Percent({ percent, onDone }: { percent: number; onDone: () => void }) {
  const t = useWords('invites')
  const mayWrite = useMay()('invites.write')
  const [opened, setOpened] = useState(false)
  return (
    <Figure label={t('percentTitle')} value={t('percentValue', { percent })}>
      <p className="soft">{t('percentNote')}</p>
      {mayWrite ? (
        <button type="button" className={css.link} onClick={() => setOpened(true)}>
          {t('change')}
        </button>
      ) : null}
      {opened ? <PercentSheet percent={percent} onClose={() => setOpened(false)} onDone={onDone} /> : null}
    </Figure>
  )
}

type PercentProps = { percent: number; onClose: () => void; onDone: () => void }

function PercentSheet({ percent, onClose, onDone }: PercentProps) {
  const t = useWords('invites')
  const [typed, setTyped] = useState<number | string>(percent)
  return (
    <ConfirmSheet
      opened
      onClose={onClose}
      title={t('percentTitle')}
      button={t('percentSave', { percent: Number(typed) })}
      act={async () => {
        await call(consoleApi.invites.setPercent, { percent: Number(typed) })
        showMessage('success', t('percentSaved'))
        onDone()
      }}
    >
      <NumberInput
        name="percent"
        label={t('percentLabel')}
        value={typed}
        min={0}
        max={100}
        allowDecimal={false}
        suffix="%"
        data-autofocus
        onChange={setTyped}
      />
      <p>{t('percentText')}</p>
    </ConfirmSheet>
  )
}

function Top({ top, onChoose }: { top: TopInviter[]; onChoose: (accountId: number) => void }) {
  const t = useWords('invites')
  const most = Math.max(1, ...top.map(({ invitedCount }) => invitedCount))
  return (
    <Section title={t('topTitle')}>
      {top.length === 0 ? <EmptyPart topic="people" title={t('topEmpty')} text={t('topEmptyText')} /> : null}
      <ol className={css.top}>
        {top.map(({ inviter, invitedCount, payingCount, commissionFen }) => (
          <li key={inviter.accountId} className={css.person}>
            <button type="button" className={css.name} onClick={() => onChoose(inviter.accountId)}>
              {inviter.userName}
            </button>
            <div className={css.share}>
              <ShareBar percent={(invitedCount / most) * 100} />
            </div>
            <span className={css.count}>
              {t('topCount', { count: invitedCount })}
              <span className={css.faint}>{t('topPaying', { count: payingCount })}</span>
            </span>
            {commissionFen === null ? null : <Money fen={commissionFen} />}
          </li>
        ))}
      </ol>
    </Section>
  )
}

function useColumns(): Column<InvitedRow>[] {
  const t = useWords('invites')
  const may = useMay()
  const maySee = may('users.read')
  const person = ({ accountId, userName }: InvitedRow['invited']) =>
    maySee ? (
      <Link className={css.name} to={`/users/${accountId}`}>
        {userName}
      </Link>
    ) : (
      userName
    )
  return [
    { key: 'invited', label: t('colInvited'), card: 'title', render: (row) => person(row.invited) },
    { key: 'inviter', label: t('colInviter'), card: 'under', render: (row) => person(row.inviter) },
    {
      key: 'joined',
      label: t('colJoined'),
      sort: 'joinedAt',
      card: 'under',
      render: (row) => <When at={row.joinedAt} />,
    },
    ...(may('money.read')
      ? [
          {
            key: 'commission',
            label: t('colCommission'),
            align: 'right' as const,
            card: 'end' as const,
            render: ({ commissionFen }: InvitedRow) => <Money fen={commissionFen ?? 0} />,
          },
        ]
      : []),
    {
      key: 'mark',
      label: t('colMark'),
      card: 'underEnd',
      render: (row) => (row.mark === null ? '—' : <StateWord tone="warn">{t(row.mark)}</StateWord>),
    },
  ]
}
