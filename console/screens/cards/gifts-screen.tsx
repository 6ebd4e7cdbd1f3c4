import { useState } from 'react'

import { formatBytes } from '../../../contract/bytes.ts'
import { consoleApi } from '../../../contract/console/api.ts'
import { giftLinkStates } from '../../../contract/console/choices.ts'
import type { OfficeGiftLink } from '../../../contract/console/gift-links.ts'
import { ActionButton } from '../../../ui/components/action-button.tsx'
import { showMessage } from '../../../ui/components/toast-store.ts'
import { CardParts } from '../../features/card/card-parts.tsx'
import { ScreenActions } from '../../features/screen/screen-actions.tsx'
import { ConfirmSheet } from '../../features/show/confirm-sheet.tsx'
import { Money } from '../../features/show/money.tsx'
import { When } from '../../features/show/when.tsx'
import { ListTable } from '../../features/table/list-table.tsx'
import type { Column } from '../../features/table/table-types.ts'
import { useList } from '../../features/table/use-list.ts'
import { call } from '../../session/call.ts'
import { useMay } from '../../session/session.ts'
import { useWords } from '../../words/language.ts'
import css from './cards.module.css'
import { GiftSheet } from './gift-sheet.tsx'

/** Links that the reseller paid for. Only their maker saw their addresses, once. */
export default function GiftsScreen() {
  const t = useWords('cards')
  const may = useMay()
  const list = useList(consoleApi.giftLinks.list, { filters: ['state', 'soldFrom', 'soldTo'] })
  const [isMaking, setMaking] = useState(false)
  const [ending, setEnding] = useState<OfficeGiftLink | null>(null)
  const canGive = may('users.give') && may('prices.read')
  const make = canGive ? <ActionButton onClick={() => setMaking(true)}>{t('giftMake')}</ActionButton> : null
  const action = (row: OfficeGiftLink) =>
    row.state === 'open' ? (
      <button type="button" className={css.danger} onClick={() => setEnding(row)}>
        {t('giftBack')}
      </button>
    ) : null
  return (
    <>
      <ScreenActions>{make}</ScreenActions>
      <CardParts />
      <ListTable
        list={list}
        label={t('gifts')}
        columns={useColumns()}
        keyOf={(row) => row.id}
        {...(may('users.give') ? { action } : {})}
        filters={[
          {
            key: 'state',
            label: t('giftState'),
            kind: 'choice',
            options: giftLinkStates.map((value) => ({ value, label: t(states[value]) })),
          },
          { key: 'soldFrom', label: t('filterUsedFrom'), kind: 'day' },
          { key: 'soldTo', label: t('filterUsedTo'), kind: 'day' },
        ]}
        empty={{ topic: 'cards', title: t('giftEmpty'), text: t('giftEmptyText'), action: make }}
      />
      {canGive ? <GiftSheet opened={isMaking} onClose={() => setMaking(false)} onMade={list.retry} /> : null}
      <ConfirmSheet
        opened={ending !== null}
        onClose={() => setEnding(null)}
        title={t('giftBackTitle')}
        button={t('giftBack')}
        tone="danger"
        isFinal
        act={async () => {
          await call(consoleApi.giftLinks.takeBack, { id: ending!.id })
          showMessage('success', t('giftBackDone'))
          list.retry()
        }}
      >
        <p className={css.strong}>{t('giftBackText')}</p>
      </ConfirmSheet>
    </>
  )
}

const states = { open: 'giftOpen', used: 'giftUsed', returned: 'giftReturned' } as const

function useColumns(): Column<OfficeGiftLink>[] {
  const t = useWords('cards')
  const whatOf = ({ packageName: name, days, trafficBytes }: OfficeGiftLink) =>
    days === null
      ? t('giftTrafficOf', { name, amount: formatBytes(trafficBytes ?? 0) })
      : t('giftDaysOf', { name, days })
  return [
    { key: 'what', label: t('giftWhat'), card: 'title', render: whatOf },
    { key: 'state', label: t('giftState'), card: 'end', render: (row) => t(states[row.state]) },
    {
      key: 'four',
      label: t('colFour'),
      card: 'under',
      render: (row) => <span className={css.code}>{`…${row.lastFour}`}</span>,
    },
    {
      key: 'paid',
      label: t('giftPaid'),
      align: 'right',
      render: (row) => (row.priceFen === null ? '—' : <Money fen={row.priceFen} />),
    },
    { key: 'used', label: t('giftUsedBy'), card: 'under', render: (row) => row.usedBy?.userName ?? '—' },
    {
      key: 'made',
      label: t('giftMadeAt'),
      sort: 'createdAt',
      card: 'hidden',
      render: (row) => <When at={row.createdAt} />,
    },
    { key: 'until', label: t('giftUntil'), card: 'hidden', render: (row) => <When at={row.expiresAt} /> },
  ]
}
