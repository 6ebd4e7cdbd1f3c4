import { useState } from 'react'

import { consoleApi } from '../../../contract/console/api.ts'
import type { PriceList } from '../../../contract/console/price-lists.ts'
import { ActionButton } from '../../../ui/components/action-button.tsx'
import { showMessage } from '../../../ui/components/toast-store.ts'
import { failureText } from '../../../ui/words/failure-text.ts'
import { EditRoom } from '../../features/form/edit-room.tsx'
import { Textarea } from '../../features/form/fields.tsx'
import { Section } from '../../features/show/section.tsx'
import { call } from '../../session/call.ts'
import { useWords } from '../../words/language.ts'

const MAX = 500

/** What a new agency may earn, in the operator's words: every new one begins with the default list. */
export function ExampleCard({ list, onDone }: { list: PriceList; onDone: () => void }) {
  const t = useWords('price-lists')
  const [text, setText] = useState(list.earningsExample ?? '')
  const [busy, setBusy] = useState(false)
  async function save(): Promise<void> {
    setBusy(true)
    try {
      await call(consoleApi.priceLists.setExample, { text })
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
      <EditRoom isSending={busy}>
        <Textarea
          name="text"
          aria-label={t('exampleTitle')}
          placeholder={t('exampleHint')}
          value={text}
          maxLength={MAX}
          autosize
          minRows={2}
          onChange={(event) => setText(event.currentTarget.value)}
        />
      </EditRoom>
      <div>
        <ActionButton
          tone="quiet"
          busy={busy}
          disabled={text.trim() === (list.earningsExample ?? '')}
          onClick={() => void save()}
        >
          {t('exampleSave')}
        </ActionButton>
      </div>
    </Section>
  )
}
