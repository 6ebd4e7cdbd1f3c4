import { useQuery } from '@tanstack/react-query'

import { consoleApi } from '../../../contract/console/api.ts'
import { choices, saleFields, saleFilterKeys } from '../../features/sale/sale-filters.ts'
import { ScreenActions } from '../../features/screen/screen-actions.tsx'
import { CsvButton } from '../../features/show/csv-button.tsx'
import { ListTable } from '../../features/table/list-table.tsx'
import type { FilterField } from '../../features/table/table-types.ts'
import { useList } from '../../features/table/use-list.ts'
import { call } from '../../session/call.ts'
import { useMay } from '../../session/session.ts'
import { useWords } from '../../words/language.ts'
import type { Translate } from '../../words/words.ts'
import { orderColumns } from './order-columns.tsx'

const FILTERS = ['state', 'action', 'packageId', 'paidBy', 'accountId', 'soldFrom', 'soldTo', ...saleFilterKeys]

export default function OrdersScreen() {
  const t = useWords('sales')
  const seesPrices = useMay()('prices.read')
  const list = useList(consoleApi.orders.list, { filters: FILTERS })
  const packages = usePackages(seesPrices)
  return (
    <>
      <ScreenActions quiet={<CsvButton load={() => call(consoleApi.orders.export, list.asked)} />} />
      <ListTable
        list={list}
        label={t('ordersLabel')}
        columns={orderColumns(t, seesPrices)}
        keyOf={(row) => row.orderId}
        to={(row) => `/orders/${row.orderId}`}
        search={t('searchOrders')}
        filters={fieldsOf(t, packages)}
        presets={[
          { label: t('presetWaiting'), filters: { state: 'pending' } },
          { label: t('presetRefunded'), filters: { state: 'refunded' } },
        ]}
        views="orders"
        empty={{ topic: 'shop', title: t('emptyOrders'), text: t('emptyOrdersText') }}
      />
    </>
  )
}

function fieldsOf(t: Translate<'sales'>, packages: { value: string; label: string }[]): FilterField[] {
  const states = ['pending', 'paid', 'cancelled', 'expired', 'refunded'] as const
  const kinds = ['new', 'renew', 'upgrade', 'pack', 'agency'] as const
  const sources = ['balance', 'platform_merchant', 'own_merchant', 'reseller'] as const
  return [
    { key: 'state', label: t('filterState'), kind: 'choice', options: choices(states, t) },
    { key: 'action', label: t('filterKind'), kind: 'choice', options: choices(kinds, t) },
    ...(packages.length > 0
      ? [{ key: 'packageId', label: t('filterPackage'), kind: 'choice' as const, options: packages }]
      : []),
    { key: 'paidBy', label: t('filterSource'), kind: 'choice', options: choices(sources, t) },
    { key: 'soldFrom', label: t('filterSoldFrom'), kind: 'day' },
    { key: 'soldTo', label: t('filterSoldTo'), kind: 'day' },
    ...saleFields(t),
  ]
}

/** Names of packages, for members who may read prices. */
function usePackages(mayRead: boolean): { value: string; label: string }[] {
  const { data } = useQuery({
    queryKey: [consoleApi.prices.list.path],
    queryFn: () => call(consoleApi.prices.list, {}),
    enabled: mayRead,
  })
  const names = new Map(data?.rows.map(({ packageId, packageName }) => [packageId, packageName]))
  return [...names].map(([value, label]) => ({ value, label }))
}
