import { useState } from 'react'

import { consoleApi } from '../../../contract/console/api.ts'
import { resellerStates } from '../../../contract/console/choices.ts'
import { ActionButton } from '../../../ui/components/action-button.tsx'
import { ScreenActions } from '../../features/screen/screen-actions.tsx'
import { ListTable } from '../../features/table/list-table.tsx'
import { useList } from '../../features/table/use-list.ts'
import { useMay } from '../../session/session.ts'
import { useWords } from '../../words/language.ts'
import { CreateSheet } from './create-sheet.tsx'
import { resellerColumns } from './reseller-columns.tsx'
import { WordsPart } from './words-part.tsx'

const FILTERS = ['state', 'nearLimit', 'owes'] as const

/** All resellers: their figures, and where something blocks them. */
export default function ResellersScreen() {
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
