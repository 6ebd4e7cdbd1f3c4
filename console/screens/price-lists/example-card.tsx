import { useState } from 'react'

import { consoleApi } from '../../../contract/console/api.ts'
import type { PriceList } from '../../../contract/console/price-lists.ts'
import { LANGUAGES, type Language } from '../../../contract/languages.ts'
import { ActionButton } from '../../../ui/components/action-button.tsx'
import { Segments } from '../../../ui/components/segments.tsx'
import { showMessage } from '../../../ui/components/toast-store.ts'
import { failureText } from '../../../ui/words/failure-text.ts'
import { languageNames } from '../../../ui/words/ui-words.ts'
import { EditRoom } from '../../features/form/edit-room.tsx'
import { Textarea } from '../../features/form/fields.tsx'
import items from '../../features/show/item-rows.module.css'
import { Section } from '../../features/show/section.tsx'
import { call } from '../../session/call.ts'
import { useWords } from '../../words/language.ts'

const MAX = 500

/** What a new agency may earn, in the operator's words: every new one begins with the default list. */
export function ExampleCard({ list, onDone }: { list: PriceList; onDone: () => void }) {
  const t = useWords('price-lists')
  const [language, setLanguage] = useState<Language>('zh-CN')
  const kept = textsOf(list)
  const [texts, setTexts] = useState(kept)
  const [busy, setBusy] = useState(false)
  const isChanged = LANGUAGES.some((one) => texts[one].trim() !== kept[one])
  async function save(): Promise<void> {
    const { 'zh-CN': text, ...others } = texts
    setBusy(true)
    try {
      await call(consoleApi.priceLists.setExample, { text, others })
      showMessage('success', t('exampleSaved'))
      onDone()
    } catch (error) {
      showMessage('error', failureText(error))
    } finally {
      setBusy(false)
    }
  }
  return (
    <Section title={t('exampleTitle')} text={t('exampleText')}>
      <div className={items.tabs}>
        <Segments
          label={t('exampleLanguage')}
          value={language}
          options={LANGUAGES.map((value) => ({ value, label: languageNames[value] }))}
          onChange={setLanguage}
        />
      </div>
      <EditRoom unsaved={isChanged} isSending={busy}>
        <Textarea
          name="text"
          aria-label={`${t('exampleTitle')} · ${languageNames[language]}`}
          placeholder={t(language === 'zh-CN' ? 'exampleHint' : 'exampleOther')}
          value={texts[language]}
          maxLength={MAX}
          autosize
          minRows={2}
          onChange={(event) => setTexts({ ...texts, [language]: event.currentTarget.value })}
        />
      </EditRoom>
      <div>
        <ActionButton tone="quiet" busy={busy} disabled={!isChanged} onClick={() => void save()}>
          {t('exampleSave')}
        </ActionButton>
      </div>
    </Section>
  )
}

function textsOf({ earningsExample, earningsExamples }: PriceList): Record<Language, string> {
  return {
    'zh-CN': earningsExample ?? '',
    'zh-TW': earningsExamples['zh-TW'] ?? '',
    en: earningsExamples.en ?? '',
  }
}
