import { useNavigate } from 'react-router'

import { consoleApi } from '../../../contract/console/api.ts'
import type { PaymentRow } from '../../../contract/console/payments.ts'
import { payChannels } from '../../../contract/providers.ts'
import { ActionButton } from '../../../ui/components/action-button.tsx'
import { StateWord } from '../../../ui/components/state-word.tsx'
import { choices, saleFields, saleFilterKeys } from '../../features/sale/sale-filters.ts'
import { SaleState } from '../../features/sale/sale-state.tsx'
import { ScreenActions } from '../../features/screen/screen-actions.tsx'
import { CsvButton } from '../../features/show/csv-button.tsx'
import { Money } from '../../features/show/money.tsx'
import { When } from '../../features/show/when.tsx'
import { StuckPart } from '../../features/stuck/stuck-part.tsx'
import { ListTable } from '../../features/table/list-table.tsx'
import type { Column, FilterField } from '../../features/table/table-types.ts'
import { useList } from '../../features/table/use-list.ts'
import { call } from '../../session/call.ts'
import { useMay } from '../../session/session.ts'
import { useWords } from '../../words/language.ts'
import type { Translate } from '../../words/words.ts'

const FILTERS = ['state', 'purpose', 'channel', 'late', 'accountId', 'paidFrom', 'paidTo', ...saleFilterKeys]

export default function PaymentsScreen() {
  const t = useWords('sales')
  const nav = useWords('nav')
  const may = useMay()
  const go = useNavigate()
  const list = useList(consoleApi.payments.list, { filters: FILTERS })
  return (
    <>
      <ScreenActions
        quiet={
          <>
            {may('payments.confirm') ? (
              <ActionButton tone="quiet" onClick={() => void go('/payments/bills')}>
                {nav('bills')}
              </ActionButton>
            ) : null}
            <CsvButton load={() => call(consoleApi.payments.export, list.asked)} />
          </>
        }
      />
      <StuckPart />
      <ListTable
        list={list}
        label={nav('payments')}
        columns={columnsOf(t)}
        keyOf={(row) => row.paymentId}
        to={(row) => `/payments/${row.paymentId}`}
        search={t('searchPayments')}
        filters={fieldsOf(t)}
        presets={[
          { label: t('presetWaiting'), filters: { state: 'pending' } },
          { label: t('presetLate'), filters: { late: 'true' } },
          { label: t('presetRefunded'), filters: { state: 'refunded' } },
        ]}
        views="payments"
        empty={{ topic: 'money', title: t('emptyPayments'), text: t('emptyPaymentsText') }}
      />
    </>
  )
}

function columnsOf(t: Translate<'sales'>): Column<PaymentRow>[] {
  return [
    { key: 'user', label: t('colUser'), card: 'title', render: (row) => row.buyer?.userName ?? t('daili') },
    { key: 'for', label: t('colFor'), card: 'under', render: (row) => t(row.purpose) },
    {
      key: 'time',
      label: t('colBegun'),
      sort: 'createdAt',
      card: 'under',
      render: (row) => <When at={row.createdAt} />,
    },
    {
      key: 'amount',
      label: t('colAmount'),
      sort: 'amountFen',
      align: 'right',
      card: 'end',
      render: (row) => <Money fen={row.amountFen} />,
    },
    {
      key: 'state',
      label: t('colState'),
      card: 'underEnd',
      render: (row) =>
        row.isLate ? (
          <StateWord tone="warn">{t('late')}</StateWord>
        ) : (
          <SaleState state={row.state} amountFen={row.amountFen} refundedFen={row.refundedFen} />
        ),
    },
    { key: 'channel', label: t('filterChannel'), card: 'hidden', render: (row) => t(row.channel) },
    { key: 'merchant', label: t('merchant'), extra: true, render: (row) => merchantText(t, row) },
    { key: 'number', label: t('colNumber'), card: 'hidden', render: (row) => row.outTradeNo },
    { key: 'paid', label: t('paidAt'), extra: true, render: (row) => <When at={row.paidAt} /> },
  ]
}

function merchantText(t: Translate<'sales'>, { isOwnMerchant, merchantName }: PaymentRow): string {
  return isOwnMerchant ? merchantName : t('platformMerchant')
}

function fieldsOf(t: Translate<'sales'>): FilterField[] {
  const states = ['pending', 'paid', 'closed', 'refunded'] as const
  const purposes = ['user', 'package', 'agency', 'daili'] as const
  return [
    { key: 'state', label: t('filterState'), kind: 'choice', options: choices(states, t) },
    { key: 'purpose', label: t('colFor'), kind: 'choice', options: choices(purposes, t) },
    { key: 'channel', label: t('filterChannel'), kind: 'choice', options: choices(payChannels, t) },
    { key: 'paidFrom', label: t('filterPaidFrom'), kind: 'day' },
    { key: 'paidTo', label: t('filterPaidTo'), kind: 'day' },
    ...saleFields(t),
  ]
}
