import type { ResellerRow } from '../../../contract/console/resellers.ts'
import type { Permission } from '../../../contract/permissions.ts'
import { LimitUse } from '../../features/reseller/limit-use.tsx'
import { ResellerState } from '../../features/reseller/reseller-state.tsx'
import { Money } from '../../features/show/money.tsx'
import { When } from '../../features/show/when.tsx'
import type { Column } from '../../features/table/table-types.ts'
import type { Translate } from '../../words/words.ts'
import css from './resellers.module.css'

type Words = Translate<'resellers'>

export function resellerColumns(t: Words, may: (permission: Permission) => boolean): Column<ResellerRow>[] {
  return [
    {
      key: 'name',
      label: t('name'),
      sort: 'resellerId',
      card: 'title',
      render: ({ resellerId, title, agencyName }) => (
        <span className={css.who}>
          <span className={css.name}>{agencyName ?? title}</span>
          <span className={css.key}>{t('numberOf', { key: resellerId })}</span>
        </span>
      ),
    },
    { key: 'state', label: t('state'), card: 'end', render: ({ state }) => <ResellerState state={state} /> },
    {
      key: 'users',
      label: t('users'),
      align: 'right',
      render: ({ users }) => `${users.count.toLocaleString('en-US')}${users.isFloor ? '+' : ''}`,
    },
    {
      key: 'active',
      label: t('active'),
      align: 'right',
      card: 'hidden',
      render: ({ activeUsers }) => activeUsers.toLocaleString('en-US'),
    },
    ...(may('money.read') ? moneyColumns(t, may('prices.read')) : []),
    {
      key: 'limit',
      label: t('limit'),
      width: 170,
      card: 'hidden',
      render: ({ limits }) => limits && <LimitUse limits={limits} />,
    },
    { key: 'list', label: t('list'), extra: true, render: ({ priceList }) => priceList.name },
    {
      key: 'opened',
      label: t('opened'),
      sort: 'createdAt',
      extra: true,
      render: ({ createdAt }) => <When at={createdAt} />,
    },
  ]
}

function moneyColumns(t: Words, seesMargin: boolean): Column<ResellerRow>[] {
  const margin: Column<ResellerRow> = {
    key: 'margin',
    label: t('margin'),
    sort: 'marginFen',
    align: 'right',
    card: 'hidden',
    render: ({ marginFen }) => <Money fen={marginFen ?? 0} />,
  }
  return [
    {
      key: 'sales',
      label: t('sales'),
      sort: 'salesFen',
      align: 'right',
      render: ({ salesFen }) => <Money fen={salesFen ?? 0} />,
    },
    ...(seesMargin ? [margin] : []),
    {
      key: 'balance',
      label: t('balance'),
      sort: 'balanceFen',
      align: 'right',
      render: ({ balanceFen }) => <Money fen={balanceFen ?? 0} />,
    },
    {
      key: 'owed',
      label: t('owed'),
      align: 'right',
      card: 'hidden',
      render: ({ owedFen }) => (owedFen ? <Money fen={owedFen} /> : null),
    },
    {
      key: 'credit',
      label: t('credit'),
      align: 'right',
      extra: true,
      render: ({ creditLimitFen }) => <Money fen={creditLimitFen ?? 0} />,
    },
  ]
}
