import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'

import { consoleApi } from '../../../contract/console/api.ts'
import type { TicketTemplate } from '../../../contract/console/ticket-templates.ts'
import type { Language } from '../../../contract/languages.ts'
import { showMessage } from '../../../ui/components/toast-store.ts'
import { failureText } from '../../../ui/words/failure-text.ts'
import { useLanguage } from '../../../ui/words/word-store.ts'
import { call } from '../../session/call.ts'
import { useWords } from '../../words/language.ts'
import css from './desk.module.css'

const { list } = consoleApi.ticketTemplates

export function useTemplates() {
  return useQuery({ queryKey: [list.path], queryFn: () => call(list, {}) })
}

/** A template's name in the member's language. */
export function titleIn(template: TicketTemplate, language: Language): string {
  return (language === 'zh-CN' ? template : (template[language] ?? template)).title
}

type Props = { ticketId: number; onInsert: (text: string) => void }

/** One tap puts a template, with the user's facts filled in, into the answer. */
export function TemplateChips({ ticketId, onInsert }: Props) {
  const t = useWords('tickets')
  const language = useLanguage()
  const { data } = useTemplates()
  const [busy, setBusy] = useState(false)
  async function insert(templateId: string): Promise<void> {
    setBusy(true)
    try {
      onInsert((await call(consoleApi.tickets.fill, { ticketId, templateId })).text)
    } catch (error) {
      showMessage('error', failureText(error))
    } finally {
      setBusy(false)
    }
  }
  if (!data) return null
  return (
    <div className={css.chips} role="group" aria-label={t('templates')}>
      {data.rows.map((template) => (
        <button
          key={template.templateId}
          type="button"
          className={css.chip}
          disabled={busy}
          onClick={() => void insert(template.templateId)}
        >
          {titleIn(template, language)}
        </button>
      ))}
      <Link className={css.chip} to="/tickets?tab=templates">
        {t('manageTemplates')}
      </Link>
    </div>
  )
}
