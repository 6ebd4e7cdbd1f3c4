import { useRef, useState } from 'react'

import { consoleApi } from '../../../contract/console/api.ts'
import type { TicketTemplate } from '../../../contract/console/ticket-templates.ts'
import { LANGUAGES, type Language } from '../../../contract/languages.ts'
import { limits } from '../../../contract/limits.ts'
import {
  placeholderNames,
  placeholders,
  placeholderText,
  unknownPlaceholder,
} from '../../../contract/ticket-placeholders.ts'
import type { TicketPicture } from '../../../contract/tickets.ts'
import { ActionButton } from '../../../ui/components/action-button.tsx'
import { Callout } from '../../../ui/components/auth/callout.tsx'
import { Segments } from '../../../ui/components/segments.tsx'
import { showMessage } from '../../../ui/components/toast-store.ts'
import { languageNames } from '../../../ui/words/ui-words.ts'
import { useLanguage } from '../../../ui/words/word-store.ts'
import { EditRoom } from '../../features/form/edit-room.tsx'
import { EditSheet } from '../../features/form/edit-sheet.tsx'
import { TextInput, Textarea } from '../../features/form/fields.tsx'
import { useKeptDraft } from '../../features/form/kept-draft.ts'
import { BackAgain, useKeptWords } from '../../features/form/kept-words.tsx'
import {
  hasFirstText,
  NO_TEXTS,
  type NoticeText,
  type NoticeTextsOf,
  textsInput,
} from '../../features/form/texts-input.ts'
import items from '../../features/show/item-rows.module.css'
import { useRun } from '../../features/show/use-run.ts'
import { call } from '../../session/call.ts'
import { useWords } from '../../words/language.ts'
import css from './desk.module.css'
import { titleIn } from './template-chips.tsx'
import { TemplatePictures } from './template-pictures.tsx'

type Props = { row: TicketTemplate | null; onClose: () => void; onDone: () => void }

/** Writes a template, or changes one, in one language at a time. */
export function TemplateSheet({ row, onClose, onDone }: Props) {
  const t = useWords('tickets')
  const base = useWords('base')
  const language = useLanguage()
  const title = row ? titleIn(row, language) : t('writeTemplate')
  return (
    <EditSheet opened onClose={onClose} title={title} closeLabel={base('close')}>
      <Editor row={row} onClose={onClose} onDone={onDone} />
    </EditSheet>
  )
}

const idsOf = (pictures: readonly TicketPicture[]) => pictures.map(({ pictureId }) => pictureId)

function draftOf({ title, body, 'zh-TW': tw = NO_TEXTS['zh-TW'], en = NO_TEXTS.en }: TicketTemplate): NoticeTextsOf {
  return { 'zh-CN': { title, body }, 'zh-TW': tw, en }
}

function Editor({ row, onClose, onDone }: Props) {
  const t = useWords('tickets')
  const [written] = useState(() => (row ? draftOf(row) : NO_TEXTS))
  const { draft, setDraft, isBack, isChanged, forget } = useKeptDraft<NoticeTextsOf>(
    `template ${row?.templateId ?? ''}`,
    written,
  )
  const [pictures, setPictures] = useState<readonly TicketPicture[]>(row?.pictures ?? [])
  const isOther = idsOf(pictures).join() !== idsOf(row?.pictures ?? []).join()
  const [language, setLanguage] = useState<Language>('zh-CN')
  const { busy, failure, run, room } = useRun()
  // The wrong text may be in a language that is not shown.
  const wrong = LANGUAGES.find((one) => unknownPlaceholder(draft[one].body) !== null)
  const save = () =>
    wrong !== undefined
      ? setLanguage(wrong)
      : void run(async () => {
          const wish = { ...textsInput(draft), pictures: idsOf(pictures) }
          await call(consoleApi.ticketTemplates.save, row ? { templateId: row.templateId, ...wish } : wish)
          forget()
          showMessage('success', t('templateSaved'))
          onDone()
          onClose()
        })
  return (
    <div className={css.sheet}>
      <EditRoom unsaved={isChanged || isOther} say={useKeptWords()} {...room}>
        {isBack && isChanged ? <BackAgain onClear={forget} /> : null}
        <Segments
          label={t('language')}
          value={language}
          options={LANGUAGES.map((value) => ({ value, label: languageNames[value] }))}
          onChange={setLanguage}
        />
        {language === 'zh-CN' ? null : <p className={items.soft}>{t('otherLanguage')}</p>}
        <TextFields
          key={language}
          language={language}
          text={draft[language]}
          onChange={(part) => setDraft((before) => ({ ...before, [language]: { ...before[language], ...part } }))}
        />
        <TemplatePictures pictures={pictures} onChange={setPictures} />
      </EditRoom>
      {failure === null ? null : <Callout tone="bad">{failure}</Callout>}
      <ActionButton fill busy={busy} disabled={!hasFirstText(draft) || !(isChanged || isOther)} onClick={save}>
        {t('saveTemplate')}
      </ActionButton>
    </div>
  )
}

type FieldProps = { language: Language; text: NoticeText; onChange: (part: Partial<NoticeText>) => void }

/** Placeholders go where the member last wrote. */
function TextFields({ language, text: { title, body }, onChange }: FieldProps) {
  const t = useWords('tickets')
  const at = useRef<number | null>(null)
  const unknown = unknownPlaceholder(body)
  const insert = (word: string) => {
    const place = at.current ?? body.length
    at.current = place + word.length
    onChange({ body: body.slice(0, place) + word + body.slice(place) })
  }
  return (
    <>
      <TextInput
        name="title"
        label={t('templateName')}
        maxLength={limits.noticeTitleMax}
        value={title}
        onChange={(event) => onChange({ title: event.currentTarget.value })}
      />
      <Textarea
        name="body"
        label={t('templateBody')}
        autosize
        minRows={5}
        maxRows={12}
        maxLength={limits.ticketTemplateMax}
        value={body}
        {...(unknown === null ? {} : { error: t('unknownPlaceholder', { name: unknown }) })}
        onSelect={(event) => {
          at.current = event.currentTarget.selectionStart
        }}
        onChange={(event) => onChange({ body: event.currentTarget.value })}
      />
      <div className={css.names} role="group" aria-label={t('placeholders')}>
        <span className={items.soft}>{t('placeholders')}</span>
        {placeholderNames.map((name) => (
          <button key={name} type="button" className={css.chip} onClick={() => insert(placeholderText(name, language))}>
            {placeholders[name][language]}
          </button>
        ))}
      </div>
    </>
  )
}
