import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'

import { consoleApi } from '../../../contract/console/api.ts'
import { ActionButton } from '../../../ui/components/action-button.tsx'
import { Segments } from '../../../ui/components/segments.tsx'
import { loadChunk } from '../../../ui/http/load-chunk.ts'
import { NumberInput, Select } from '../../features/form/fields.tsx'
import { ActiveFilters } from '../../features/table/active-filters.tsx'
import { userFilterFields } from '../../features/user-filter/user-filters.ts'
import { useUserChoices } from '../../features/user/use-user-choices.ts'
import { call } from '../../session/call.ts'
import { useMay } from '../../session/session.ts'
import { useWords } from '../../words/language.ts'
import type { Draft } from './notice-draft.ts'
import css from './notices.module.css'

const FilterSheet = lazy(() => loadChunk(() => import('../../features/table/filter-sheet.tsx')))
const KINDS = ['all', 'package', 'ending', 'expired', 'filter'] as const

export type FieldProps = { draft: Draft; set: (part: Partial<Draft>) => void }

/** Who gets a notice. */
export function To({ draft: { to, packageId, days, filters }, set }: FieldProps) {
  const t = useWords('notices')
  const may = useMay()
  const packages = useQuery({
    queryKey: [consoleApi.notices.packages.path],
    queryFn: () => call(consoleApi.notices.packages, {}),
  })
  const options = (packages.data?.rows ?? []).map(({ packageId: value, name }) => ({ value, label: name }))
  return (
    <>
      <Segments
        label={t('to')}
        value={to}
        options={KINDS.filter((kind) => kind !== 'filter' || may('users.read')).map((value) => ({
          value,
          label: t(`to_${value}`),
        }))}
        onChange={(value) => set({ to: value })}
      />
      {to === 'filter' ? <Filtered filters={filters} onChange={(next) => set({ filters: next })} /> : null}
      {to === 'package' ? (
        <Select
          name="packageId"
          label={t('package')}
          data={options}
          value={packageId}
          allowDeselect={false}
          onChange={(value) => set({ packageId: value })}
        />
      ) : null}
      {to === 'ending' || to === 'expired' ? (
        <NumberInput
          name="days"
          label={t(to === 'ending' ? 'endingDays' : 'expiredDays')}
          value={days}
          min={1}
          max={90}
          allowDecimal={false}
          onChange={(value) => set({ days: Number(value) })}
        />
      ) : null}
    </>
  )
}

type FilterProps = { filters: Draft['filters']; onChange: (filters: Draft['filters']) => void }

/** The filters of the users list, as chips. */
function Filtered({ filters, onChange }: FilterProps) {
  const t = useWords('notices')
  const users = useWords('users')
  const states = useWords('states')
  const [sheet, setSheet] = useState<'never' | 'open' | 'closed'>('never')
  const fields = userFilterFields(users, states, useUserChoices())
  return (
    <>
      <div className={css.chips}>
        <ActiveFilters filters={fields} current={filters} onChange={onChange} />
        <ActionButton tone="quiet" onClick={() => setSheet('open')}>
          {t('chooseFilters')}
        </ActionButton>
      </div>
      <p className={css.hint}>{t('filterHint')}</p>
      {sheet === 'never' ? null : (
        <Suspense>
          <FilterSheet
            opened={sheet === 'open'}
            onClose={() => setSheet('closed')}
            filters={fields}
            current={filters}
            onApply={onChange}
          />
        </Suspense>
      )}
    </>
  )
}
