import '@mantine/dates/styles.layer.css'
import 'dayjs/locale/zh-cn.js'
import 'dayjs/locale/zh-tw.js'
import { DatePickerInput } from '@mantine/dates'

import type { Language } from '../../../contract/languages.ts'
import { useNow } from '../../../ui/components/use-now.ts'
import { dateText } from '../../../ui/words/date-text.ts'
import { useLanguage } from '../../../ui/words/word-store.ts'

const locales: Record<Language, string> = { 'zh-CN': 'zh-cn', 'zh-TW': 'zh-tw', en: 'en' }

type Props = { label: string; hint?: string; value: string; onChange: (day: string) => void; error?: string }

/** A day of the business as 2026-11-14; empty: none. Opens at the current month of the business's time zone. */
export function DayField({ label, hint, value, onChange, error }: Props) {
  return (
    <DatePickerInput
      label={label}
      value={value === '' ? null : value}
      onChange={(day) => onChange(day ?? '')}
      defaultDate={dateText(useNow())}
      valueFormat="YYYY-MM-DD"
      locale={locales[useLanguage()]}
      firstDayOfWeek={1}
      clearable
      size="md"
      {...(hint === undefined ? {} : { description: hint })}
      {...(error === undefined ? {} : { error })}
    />
  )
}
