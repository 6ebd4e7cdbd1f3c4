import type { OrderRow } from '../../../contract/console/orders.ts'
import { SaleState } from '../../features/sale/sale-state.tsx'
import { Money } from '../../features/show/money.tsx'
import { When } from '../../features/show/when.tsx'
import type { Column } from '../../features/table/table-types.ts'
import type { Translate } from '../../words/words.ts'

/** Wholesale and margin are for members who may read prices. */
export function orderColumns(t: Translate<'sales'>, seesPrices: boolean): Column<OrderRow>[] {
  const what = (row: OrderRow) =>
    [t(row.action), row.packageName, row.period === null ? null : t(row.period)].filter(Boolean).join(' · ')
  return [
    { key: 'user', label: t('colUser'), card: 'title', render: (row) => row.buyer.userName },
    { key: 'what', label: t('colWhat'), card: 'under', render: what },
    {
      key: 'time',
      label: t('colTime'),
      sort: 'createdAt',
      card: 'under',
      render: (row) => <When at={row.createdAt} />,
    },
    {
      key: 'amount',
      label: t('colAmount'),
      sort: 'totalFen',
      align: 'right',
      card: 'end',
      render: (row) => <Money fen={row.totalFen} />,
    },
    {
      key: 'state',
      label: t('colState'),
      card: 'underEnd',
      render: (row) => <SaleState state={row.state} amountFen={row.totalFen} refundedFen={row.refundedFen} />,
    },
    {
      key: 'paidBy',
      label: t('colPaidBy'),
      card: 'hidden',
      render: (row) => (row.channel ? t(row.channel) : row.paidBy ? t(row.paidBy) : '—'),
    },
    ...(seesPrices ? priceColumns(t) : []),
    { key: 'settled', label: t('colSettled'), extra: true, render: (row) => <When at={row.settledAt} /> },
  ]
}

function priceColumns(t: Translate<'sales'>): Column<OrderRow>[] {
  const money = (fen: number | null) => (fen === null ? '—' : <Money fen={fen} />)
  return [
    {
      key: 'wholesale',
      label: t('colWholesale'),
      align: 'right',
      card: 'hidden',
      render: (row) => money(row.wholesaleFen),
    },
    { key: 'margin', label: t('colMargin'), align: 'right', card: 'hidden', render: (row) => money(row.marginFen) },
  ]
}
