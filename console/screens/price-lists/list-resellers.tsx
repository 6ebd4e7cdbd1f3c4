import { useState } from 'react'

import { consoleApi } from '../../../contract/console/api.ts'
import type { ListReseller, PriceList } from '../../../contract/console/price-lists.ts'
import { dateText } from '../../../ui/words/date-text.ts'
import { TextButton } from '../../features/show/text-button.tsx'
import { ListTable } from '../../features/table/list-table.tsx'
import type { Column } from '../../features/table/table-types.ts'
import { useList } from '../../features/table/use-list.ts'
import { useWords } from '../../words/language.ts'
import type { Translate } from '../../words/words.ts'
import { AssignSheet } from './assign-sheet.tsx'
import css from './price-lists.module.css'

type Props = { list: PriceList; lists: readonly PriceList[]; mayWrite: boolean; onChanged: () => void }

/** Resellers that pay these prices; a name links to the reseller's own prices. */
export function ListResellers({ list: { listId }, lists, mayWrite, onChanged }: Props) {
  const t = useWords('price-lists')
  const [chosen, setChosen] = useState<ListReseller | null>(null)
  const list = useList(consoleApi.priceLists.resellers, { fixed: { listId } })
  const assign = (row: ListReseller) =>
    mayWrite && lists.length > 1 ? <TextButton onClick={() => setChosen(row)}>{t('assign')}</TextButton> : null
  return (
    <section className={css.who}>
      <h2 className={css.title}>{t('resellersTitle')}</h2>
      <ListTable
        list={list}
        label={t('resellersTitle')}
        columns={columnsOf(t)}
        keyOf={(row) => String(row.resellerId)}
        to={(row) => `/price-lists/own/${row.resellerId}`}
        search={t('search')}
        action={assign}
        empty={{ topic: 'people', title: t('resellersEmpty'), text: t('resellersEmptyText') }}
      />
      {chosen ? (
        <AssignSheet
          row={chosen}
          lists={lists.filter((one) => one.listId !== listId)}
          onClose={() => setChosen(null)}
          onDone={() => {
            list.retry()
            onChanged()
          }}
        />
      ) : null}
    </section>
  )
}

function columnsOf(t: Translate<'price-lists'>): Column<ListReseller>[] {
  return [
    {
      key: 'title',
      label: t('colReseller'),
      card: 'title',
      render: ({ title, resellerId }) => title || t('unnamed', { number: resellerId }),
    },
    { key: 'number', label: t('colNumber'), sort: 'resellerId', render: (row) => row.resellerId },
    {
      key: 'own',
      label: t('colOwn'),
      render: ({ ownPrices }) => (ownPrices === 0 ? '—' : t('ownCount', { count: ownPrices })),
    },
    {
      key: 'next',
      label: t('colNext'),
      render: ({ nextListName, nextFrom }) =>
        nextListName === null || nextFrom === null
          ? '—'
          : t('nextList', { name: nextListName, date: dateText(nextFrom) }),
    },
  ]
}
