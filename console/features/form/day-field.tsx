import '@mantine/dates/styles.layer.css'
import 'dayjs/locale/zh-cn.js'
import 'dayjs/locale/zh-tw.js'
import { DatePickerInput } from '@mantine/dates'

import type { Language } from '../../../contract/languages.ts'
import { useNow } from '../../../ui/components/use-now.ts'
import { dateText } from '../../../ui/words/date-text.ts'
import { useLanguage } from '../../../ui/words/word-store.ts'
import { useField } from './use-field.ts'

const locales: Record<Language, string> = { 'zh-CN': 'zh-cn', 'zh-TW': 'zh-tw', en: 'en' }

type Props = {
  name: string
  label: string
  hint?: string
  value: string
  onChange: (day: string) => void
  error?: string
}

/** A day of the business as 2026-11-14; empty: none. Opens at the current month of the business's time zone. */
export function DayField({ name, label, hint, value, onChange, error }: Props) {
  const { ref, error: refused, touch } = useField<HTMLButtonElement>(name, label, value)
  const problem = error ?? refused
  return (
    <DatePickerInput
      ref={ref}
      name={name}
      label={label}
      value={value === '' ? null : value}
      onChange={(day) => {
        touch()
        onChange(day ?? '')
      }}
      defaultDate={dateText(useNow())}
      valueFormat="YYYY-MM-DD"
      locale={locales[useLanguage()]}
      firstDayOfWeek={1}
      clearable
      size="md"
      {...(hint === undefined ? {} : { description: hint })}
      {...(problem === undefined ? {} : { error: problem })}
    />
  )
}
