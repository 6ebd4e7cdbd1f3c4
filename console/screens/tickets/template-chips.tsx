import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import type { Static } from 'typebox'

import { consoleApi } from '../../../contract/console/api.ts'
import type { TicketTemplate } from '../../../contract/console/ticket-templates.ts'
import type { Language } from '../../../contract/languages.ts'
import type { TicketDeed } from '../../../contract/ticket-choices.ts'
import { showMessage } from '../../../ui/components/toast-store.ts'
import { ApiError } from '../../../ui/http/api-error.ts'
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

export type Filled = Static<typeof consoleApi.tickets.fill.output>

/** A template with the user's facts filled in, in the user's language. */
export function useFill(ticketId: number, onFilled: (filled: Filled) => void) {
  const [filling, setFilling] = useState(false)
  async function fill(templateId: string): Promise<void> {
    setFilling(true)
    try {
      onFilled(await call(consoleApi.tickets.fill, { ticketId, templateId }))
    } catch (error) {
      // The team took it out: its words are not wanted.
      if (!(error instanceof ApiError && error.code === 'object.unknown')) showMessage('error', failureText(error))
    } finally {
      setFilling(false)
    }
  }
  return { filling, fill }
}

type Props = { done: readonly TicketDeed[]; busy: boolean; onPick: (templateId: string) => void }

/** One tap puts a template into the answer. What claims a deed is there only when it was done. */
export function TemplateChips({ done, busy, onPick }: Props) {
  const t = useWords('tickets')
  const language = useLanguage()
  const { data } = useTemplates()
  if (!data) return null
  return (
    <div className={css.chips} role="group" aria-label={t('templates')}>
      {data.rows
        .filter(({ claims }) => claims === null || done.includes(claims))
        .map((template) => (
          <button
            key={template.templateId}
            type="button"
            className={css.chip}
            disabled={busy}
            onClick={() => onPick(template.templateId)}
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
