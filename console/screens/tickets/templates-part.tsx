import { useState } from 'react'

import { consoleApi } from '../../../contract/console/api.ts'
import type { TicketTemplate } from '../../../contract/console/ticket-templates.ts'
import { ActionButton } from '../../../ui/components/action-button.tsx'
import { Bones, Loaded } from '../../../ui/components/loaded.tsx'
import { showMessage } from '../../../ui/components/toast-store.ts'
import { useLanguage } from '../../../ui/words/word-store.ts'
import { ScreenActions } from '../../features/screen/screen-actions.tsx'
import { ConfirmSheet } from '../../features/show/confirm-sheet.tsx'
import { Section } from '../../features/show/section.tsx'
import { Tag } from '../../features/show/tag.tsx'
import { TextButton } from '../../features/show/text-button.tsx'
import { call } from '../../session/call.ts'
import { useWords } from '../../words/language.ts'
import css from './desk.module.css'
import { titleIn, useTemplates } from './template-chips.tsx'
import { TemplateSheet } from './template-sheet.tsx'

type Doing =
  | { what: 'write'; row: TicketTemplate | null }
  | { what: 'remove'; row: TicketTemplate }
  | { what: 'restore' }

/** What this team answers often. The platform's team has its own, for what was handed to it. */
export function TemplatesPart() {
  const t = useWords('tickets')
  const query = useTemplates()
  const [doing, setDoing] = useState<Doing | null>(null)
  const onClose = () => setDoing(null)
  const onDone = () => void query.refetch()
  return (
    <>
      {query.data?.mayAdd ? (
        <ScreenActions>
          <ActionButton icon="plus" onClick={() => setDoing({ what: 'write', row: null })}>
            {t('writeTemplate')}
          </ActionButton>
        </ScreenActions>
      ) : null}
      <Loaded query={query} failed={t('templatesFailed')} card={t('templates')} bones={<Bones count={6} height={56} />}>
        {({ rows, isComplete }) => (
          <Section title={t('templates')} text={t('templatesText')}>
            <ul className={css.rows}>
              {rows.map((row) => (
                <Row key={row.templateId} row={row} onDo={setDoing} />
              ))}
            </ul>
            {isComplete ? null : (
              <TextButton tone="quiet" onClick={() => setDoing({ what: 'restore' })}>
                {t('restoreTemplates')}
              </TextButton>
            )}
          </Section>
        )}
      </Loaded>
      {doing?.what === 'write' ? <TemplateSheet row={doing.row} onClose={onClose} onDone={onDone} /> : null}
      {doing?.what === 'remove' ? <RemoveQuestion row={doing.row} onClose={onClose} onDone={onDone} /> : null}
      {doing?.what === 'restore' ? <RestoreQuestion onClose={onClose} onDone={onDone} /> : null}
    </>
  )
}

function Row({ row, onDo }: { row: TicketTemplate; onDo: (doing: Doing) => void }) {
  const t = useWords('tickets')
  const language = useLanguage()
  const title = titleIn(row, language)
  const { body } = language === 'zh-CN' ? row : (row[language] ?? row)
  return (
    <li className={css.row}>
      <div className={css.facts}>
        <span className={css.name}>
          {title}
          {row.origin === 'default' ? null : <Tag>{t(row.origin === 'own' ? 'ownTemplate' : 'changedTemplate')}</Tag>}
        </span>
        <span className={css.begin} title={body}>
          {body}
        </span>
      </div>
      <span className={css.acts}>
        <TextButton tone="quiet" label={`${t('remove')}: ${title}`} onClick={() => onDo({ what: 'remove', row })}>
          {t('remove')}
        </TextButton>
        <TextButton label={`${t('edit')}: ${title}`} onClick={() => onDo({ what: 'write', row })}>
          {t('edit')}
        </TextButton>
      </span>
    </li>
  )
}

type QuestionProps = { onClose: () => void; onDone: () => void }

function RemoveQuestion({ row, onClose, onDone }: QuestionProps & { row: TicketTemplate }) {
  const t = useWords('tickets')
  const language = useLanguage()
  const isOwn = row.origin === 'own'
  return (
    <ConfirmSheet
      opened
      onClose={onClose}
      title={t('removeTitle', { title: titleIn(row, language) })}
      button={t('remove')}
      tone="danger"
      isFinal={isOwn}
      act={async () => {
        await call(consoleApi.ticketTemplates.remove, { templateId: row.templateId })
        showMessage('success', t('removed'))
        onDone()
      }}
    >
      <p>{t(isOwn ? 'removeOwnText' : 'removeOursText')}</p>
    </ConfirmSheet>
  )
}

function RestoreQuestion({ onClose, onDone }: QuestionProps) {
  const t = useWords('tickets')
  return (
    <ConfirmSheet
      opened
      onClose={onClose}
      title={t('restoreTemplates')}
      button={t('restoreTemplates')}
      act={async () => {
        await call(consoleApi.ticketTemplates.restore, {})
        showMessage('success', t('restored'))
        onDone()
      }}
    >
      <p>{t('restoreText')}</p>
    </ConfirmSheet>
  )
}
