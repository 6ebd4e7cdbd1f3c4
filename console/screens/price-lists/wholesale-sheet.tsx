import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import { consoleApi } from '../../../contract/console/api.ts'
import { planPeriods } from '../../../contract/console/choices.ts'
import { staffLimits } from '../../../contract/console/staff-limits.ts'
import { showMessage } from '../../../ui/components/toast-store.ts'
import { dateText } from '../../../ui/words/date-text.ts'
import { DayField } from '../../features/form/day-field.tsx'
import { fenOf } from '../../features/form/fen-of.ts'
import { MoneyInput, Select } from '../../features/form/fields.tsx'
import { ConfirmSheet } from '../../features/show/confirm-sheet.tsx'
import { moneyText } from '../../features/show/money.tsx'
import { TextButton } from '../../features/show/text-button.tsx'
import { call } from '../../session/call.ts'
import { useWords } from '../../words/language.ts'
import { Effect } from './effect.tsx'
import { type Draft, changeOf, firstDraft, type Known, type Named, type Whose } from './wholesale-draft.ts'

type Props = {
  whose: Whose
  /** The price to change; without it a price is added. */
  row?: Known
  /** Prices that the list already has, so that none is added twice. */
  known?: readonly Named[]
  onClose: () => void
  onDone: () => void
  onRemove?: () => void
}
type FieldsProps = { draft: Draft; set: (part: Partial<Draft>) => void }

/** One wholesale price. Before saving, it shows the effect, the start date and the affected resellers. */
export function WholesaleSheet({ whose, row, known = [], onClose, onDone, onRemove }: Props) {
  const t = useWords('price-lists')
  const [draft, setDraft] = useState<Draft>(() => firstDraft(row))
  const set = (part: Partial<Draft>) => setDraft((before) => ({ ...before, ...part }))
  const change = changeOf(whose, draft)
  const preview = useQuery({
    queryKey: [consoleApi.priceLists.preview.path, change],
    queryFn: () => call(consoleApi.priceLists.preview, change!),
    enabled: change !== null,
    placeholderData: (before) => before,
  })
  const effect = change === null ? null : (preview.data ?? null)
  const from = effect?.changes[0]?.from ?? null
  const amount = moneyText(fenOf(draft.wholesale))
  return (
    <ConfirmSheet
      opened
      onClose={onClose}
      title={row ? t('editOf', { name: row.packageName, period: t(row.period) }) : t('addPrice')}
      button={from === null ? t('save', { amount }) : t('saveFrom', { amount, date: dateText(from) })}
      tone={effect !== null && effect.below.length > 0 ? 'danger' : 'main'}
      disabled={effect === null || preview.isPlaceholderData}
      act={async () => {
        await call(consoleApi.priceLists.set, change!)
        showMessage('success', t('saved'))
        onDone()
      }}
    >
      {row ? null : <WhichPrice draft={draft} set={set} known={known} />}
      <MoneyInput
        name="wholesaleFen"
        label={t('wholesale')}
        {...(row ? { description: t('wholesaleNow', { amount: moneyText(row.wholesaleFen) }) } : {})}
        fixedDecimalScale
        data-autofocus
        value={draft.wholesale}
        onChange={(wholesale) => set({ wholesale })}
      />
      {'listId' in whose ? <Suggested draft={draft} set={set} /> : null}
      {from !== null || draft.from !== '' ? (
        <DayField
          name="from"
          label={t('from')}
          hint={t('fromHint', { days: staffLimits.wholesaleNoticeDays })}
          value={draft.from}
          onChange={(day) => set({ from: day })}
        />
      ) : null}
      <Effect effect={effect} />
      {onRemove ? (
        <TextButton tone="quiet" onClick={onRemove}>
          {t('remove')}
        </TextButton>
      ) : null}
    </ConfirmSheet>
  )
}

function Suggested({ draft, set }: FieldsProps) {
  const t = useWords('price-lists')
  return (
    <MoneyInput
      name="suggestedRetailFen"
      label={t('suggested')}
      description={t('suggestedHint')}
      min={0.01}
      value={draft.suggested}
      onChange={(suggested) => set({ suggested })}
    />
  )
}

function WhichPrice({ draft, set, known }: FieldsProps & { known: readonly Named[] }) {
  const t = useWords('price-lists')
  const { data } = useQuery({
    queryKey: [consoleApi.packages.list.path],
    queryFn: () => call(consoleApi.packages.list, {}),
  })
  const rows = (data?.rows ?? []).filter(({ isListed }) => isListed)
  const kind = rows.find(({ packageId }) => packageId === draft.packageId)?.kind
  const has = (period: string) =>
    known.some((one) => one.packageId === draft.packageId && one.period === (period as Named['period']))
  const periods = (kind === 'pack' ? (['once'] as const) : planPeriods).filter((period) => !has(period))
  return (
    <>
      <Select
        name="packageId"
        label={t('package')}
        data={rows.map(({ packageId, name }) => ({ value: packageId, label: name }))}
        value={draft.packageId}
        allowDeselect={false}
        onChange={(packageId) => set({ packageId, period: null })}
      />
      <Select
        name="period"
        label={t('period')}
        data={periods.map((value) => ({ value, label: t(value) }))}
        value={draft.period}
        allowDeselect={false}
        disabled={draft.packageId === null}
        onChange={(period) => set({ period })}
      />
    </>
  )
}
