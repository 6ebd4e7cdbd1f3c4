import { useState } from 'react'
import { useSearchParams } from 'react-router'

import { consoleApi } from '../../../contract/console/api.ts'
import { resellerStates } from '../../../contract/console/choices.ts'
import { ActionButton } from '../../../ui/components/action-button.tsx'
import { Segments } from '../../../ui/components/segments.tsx'
import { ScreenActions } from '../../features/screen/screen-actions.tsx'
import items from '../../features/show/item-rows.module.css'
import { ListTable } from '../../features/table/list-table.tsx'
import { useList } from '../../features/table/use-list.ts'
import { useMay } from '../../session/session.ts'
import { useWords } from '../../words/language.ts'
import { CreateSheet } from './create-sheet.tsx'
import { ImportPart } from './import/import-part.tsx'
import { resellerColumns } from './reseller-columns.tsx'
import { WordsPart } from './words-part.tsx'

const FILTERS = ['state', 'nearLimit', 'owes'] as const

/** All resellers, and for those who may the way in from another panel. */
export default function ResellersScreen() {
  const t = useWords('imports')
  const mayImport = useMay()('resellers.terms')
  const [address, setAddress] = useSearchParams()
  const tab = address.get('tab') === 'import' && mayImport ? 'import' : 'list'
  return (
    <div className="gap4">
      {mayImport ? (
        <div className={items.tabs}>
          <Segments
            label={t('tabs')}
            value={tab}
            options={[
              { value: 'list', label: t('tabList') },
              { value: 'import', label: t('tabImport') },
            ]}
            onChange={(value) => setAddress(value === 'list' ? {} : { tab: value }, { replace: true })}
          />
        </div>
      ) : null}
      {tab === 'import' ? <ImportPart /> : <ListPart />}
    </div>
  )
}

/** All resellers: their figures, and where something blocks them. */
function ListPart() {
  const t = useWords('resellers')
  const may = useMay()
  const list = useList(consoleApi.resellers.list, { filters: FILTERS })
  const [creating, setCreating] = useState(false)
  const seesMoney = may('money.read')
  const yes = [{ value: 'true', label: t('yes') }]
  return (
    <>
      {may('resellers.write') ? (
        <ScreenActions>
          <ActionButton icon="plus" onClick={() => setCreating(true)}>
            {t('create')}
          </ActionButton>
        </ScreenActions>
      ) : null}
      <div className="gap4">
        <WordsPart />
        <ListTable
          list={list}
          label={t('label')}
          columns={resellerColumns(t, may)}
          keyOf={({ resellerId }) => String(resellerId)}
          to={({ resellerId }) => `/resellers/${resellerId}`}
          search={t('search')}
          filters={[
            {
              key: 'state',
              label: t('state'),
              kind: 'choice',
              options: resellerStates.map((value) => ({ value, label: t(value) })),
            },
            { key: 'nearLimit', label: t('nearLimit'), kind: 'choice', options: yes },
            ...(seesMoney ? [{ key: 'owes', label: t('owes'), kind: 'choice' as const, options: yes }] : []),
          ]}
          presets={[
            { label: t('waiting'), filters: { state: 'waiting' } },
            { label: t('nearLimit'), filters: { nearLimit: 'true' } },
            ...(seesMoney ? [{ label: t('owes'), filters: { owes: 'true' } }] : []),
            { label: t('suspended'), filters: { state: 'suspended' } },
          ]}
          empty={{ topic: 'shop', title: t('empty'), text: t('emptyText') }}
        />
      </div>
      {creating ? <CreateSheet onClose={() => setCreating(false)} /> : null}
    </>
  )
}
