import { Checkbox, NumberInput, Select, TextInput } from '@mantine/core'
import { useState } from 'react'

import { ActionButton } from '../../../ui/components/action-button.tsx'
import { Sheet } from '../../../ui/components/sheet.tsx'
import { useWords } from '../../words/language.ts'
import { DayField } from '../form/day-field.tsx'
import { EditRoom } from '../form/edit-room.tsx'
import { fenOf } from '../form/fen-of.ts'
import css from './filter-sheet.module.css'
import type { FilterField } from './table-types.ts'
import { activeFilters, isTurned, turnFilter } from './turned-filters.ts'

type Values = Readonly<Record<string, string>>
type Props = {
  opened: boolean
  onClose: () => void
  filters: readonly FilterField[]
  /** Those that hold now. */
  current: Values
  onApply: (filters: Values) => void
}

/** All filters together. Nothing changes until they are applied. */
export default function FilterSheet({ opened, onClose, ...fields }: Props) {
  const t = useWords('table')
  const base = useWords('base')
  return (
    <Sheet opened={opened} onClose={onClose} title={t('filter')} closeLabel={base('close')}>
      <Fields {...fields} onDone={onClose} />
    </Sheet>
  )
}

function Fields({ filters, current, onApply, onDone }: Omit<Props, 'opened' | 'onClose'> & { onDone: () => void }) {
  const t = useWords('table')
  const [values, setValues] = useState<Values>(current)
  const apply = (next: Values) => {
    onDone()
    onApply(activeFilters(next))
  }
  return (
    <form
      className={css.form}
      onSubmit={(event) => {
        event.preventDefault()
        apply(values)
      }}
    >
      {/* A filter is not work that could be lost. */}
      <EditRoom unsaved={false}>
        {filters.map((field) => (
          <div key={field.key} className={css.field}>
            <FieldOf
              field={field}
              value={values[field.key] ?? ''}
              onChange={(value) => setValues({ ...values, [field.key]: value })}
            />
            {field.canTurn && values[field.key] ? (
              <Checkbox
                label={t('turn')}
                checked={isTurned(values, field.key)}
                onChange={(event) => setValues(turnFilter(values, field.key, event.currentTarget.checked))}
              />
            ) : null}
          </div>
        ))}
      </EditRoom>
      <div className={css.actions}>
        <ActionButton type="submit" fill>
          {t('apply')}
        </ActionButton>
        <ActionButton tone="quiet" fill onClick={() => apply({})}>
          {t('reset')}
        </ActionButton>
      </div>
    </form>
  )
}

/** From this number of options on, the field can be searched by typing. */
const SEARCHED_FROM = 12

function FieldOf({ field, value, onChange }: { field: FilterField; value: string; onChange: (value: string) => void }) {
  const t = useWords('table')
  switch (field.kind) {
    case 'choice':
      return (
        <Select
          label={field.label}
          data={[...field.options]}
          value={value === '' ? null : value}
          placeholder={t('any')}
          clearable
          searchable={field.options.length > SEARCHED_FROM}
          nothingFoundMessage={t('noChoice')}
          onChange={(next) => onChange(next ?? '')}
        />
      )
    case 'number':
      return (
        <NumberInput
          label={field.label}
          value={value}
          min={0}
          allowDecimal={false}
          suffix={field.unit ? ` ${field.unit}` : ''}
          onChange={(next) => onChange(String(next))}
        />
      )
    case 'money':
      return (
        <NumberInput
          label={field.label}
          value={value === '' ? '' : Number(value) / 100}
          min={0}
          decimalScale={2}
          prefix="¥"
          onChange={(next) => onChange(next === '' ? '' : String(fenOf(next)))}
        />
      )
    case 'day':
      return <DayField name={field.key} label={field.label} value={value} onChange={onChange} />
    case 'text':
      return <TextInput label={field.label} value={value} onChange={(event) => onChange(event.currentTarget.value)} />
  }
}
