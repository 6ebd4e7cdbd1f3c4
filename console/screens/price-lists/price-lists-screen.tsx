import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useSearchParams } from 'react-router'

import { consoleApi } from '../../../contract/console/api.ts'
import type { ListEntry, PriceList } from '../../../contract/console/price-lists.ts'
import { ActionButton } from '../../../ui/components/action-button.tsx'
import { FilterChips } from '../../../ui/components/filter-chips.tsx'
import { Bones, Loaded } from '../../../ui/components/loaded.tsx'
import { ScreenActions } from '../../features/screen/screen-actions.tsx'
import { call } from '../../session/call.ts'
import { useMay } from '../../session/session.ts'
import { useWords } from '../../words/language.ts'
import { AddListSheet } from './add-list-sheet.tsx'
import { ExampleCard } from './example-card.tsx'
import { ListPrices } from './list-prices.tsx'
import { ListResellers } from './list-resellers.tsx'
import css from './price-lists.module.css'
import { RemoveSheet } from './remove-sheet.tsx'
import { RenameSheet } from './rename-sheet.tsx'
import { WholesaleSheet } from './wholesale-sheet.tsx'

type Doing = { what: 'nothing' | 'add' | 'rename' } | { what: 'price' | 'remove'; row: ListEntry }

/** What resellers pay, one list at a time, with the resellers on it. */
export default function PriceListsScreen() {
  const t = useWords('price-lists')
  const mayWrite = useMay()('price-lists.write')
  const [isAdding, setAdding] = useState(false)
  const query = useQuery({
    queryKey: [consoleApi.priceLists.list.path],
    queryFn: () => call(consoleApi.priceLists.list, {}),
  })
  return (
    <>
      {mayWrite ? (
        <ScreenActions>
          <ActionButton icon="plus" onClick={() => setAdding(true)}>
            {t('addList')}
          </ActionButton>
        </ScreenActions>
      ) : null}
      <Loaded query={query} failed={t('loadFailed')} card={t('pricesTitle')} bones={<Bones count={4} height={90} />}>
        {({ rows }) => <Lists lists={rows} mayWrite={mayWrite} onChanged={() => void query.refetch()} />}
      </Loaded>
      {isAdding ? (
        <AddListSheet
          lists={query.data?.rows ?? []}
          onClose={() => setAdding(false)}
          onDone={() => void query.refetch()}
        />
      ) : null}
    </>
  )
}

type ListsProps = { lists: PriceList[]; mayWrite: boolean; onChanged: () => void }

function Lists({ lists, mayWrite, onChanged }: ListsProps) {
  const t = useWords('price-lists')
  const [address, setAddress] = useSearchParams()
  const chosen = lists.find(({ listId }) => String(listId) === address.get('list')) ?? lists[0]!
  return (
    <div className={css.page}>
      <FilterChips
        label={t('lists')}
        value={String(chosen.listId)}
        options={lists.map(({ listId, name, resellers }) => ({ value: String(listId), label: name, count: resellers }))}
        onChange={(list) => setAddress({ list }, { replace: true })}
      />
      <OneList key={chosen.listId} list={chosen} lists={lists} mayWrite={mayWrite} onChanged={onChanged} />
    </div>
  )
}

function OneList({ list, lists, mayWrite, onChanged }: ListsProps & { list: PriceList }) {
  const t = useWords('price-lists')
  const { listId } = list
  const [doing, setDoing] = useState<Doing>({ what: 'nothing' })
  const query = useQuery({
    queryKey: [consoleApi.priceLists.entries.path, listId],
    queryFn: () => call(consoleApi.priceLists.entries, { listId }),
  })
  const close = () => setDoing({ what: 'nothing' })
  const again = () => {
    void query.refetch()
    onChanged()
  }
  return (
    <>
      <Loaded query={query} failed={t('loadFailed')} card={t('pricesTitle')} bones={<Bones count={4} height={64} />}>
        {({ rows }) => (
          <ListPrices
            rows={rows}
            mayWrite={mayWrite}
            onAdd={() => setDoing({ what: 'add' })}
            onRename={() => setDoing({ what: 'rename' })}
            onPrice={(row) => setDoing({ what: 'price', row })}
          />
        )}
      </Loaded>
      <ListResellers list={list} lists={lists} mayWrite={mayWrite} onChanged={onChanged} />
      {listId === 0 && mayWrite ? (
        <ExampleCard
          key={JSON.stringify([list.earningsExample, list.earningsExamples])}
          list={list}
          onDone={onChanged}
        />
      ) : null}
      {doing.what === 'add' ? (
        <WholesaleSheet whose={{ listId }} known={query.data?.rows ?? []} onClose={close} onDone={again} />
      ) : null}
      {doing.what === 'price' ? (
        <WholesaleSheet
          whose={{ listId }}
          row={doing.row}
          onClose={close}
          onDone={again}
          onRemove={() => setDoing({ what: 'remove', row: doing.row })}
        />
      ) : null}
      {doing.what === 'rename' ? <RenameSheet list={list} onClose={close} onDone={onChanged} /> : null}
      {doing.what === 'remove' ? <RemoveSheet listId={listId} row={doing.row} onClose={close} onDone={again} /> : null}
    </>
  )
}
