import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import { consoleApi } from '../../../contract/console/api.ts'
import type { PlatformWord } from '../../../contract/console/network.ts'
import { ActionButton } from '../../../ui/components/action-button.tsx'
import { showMessage } from '../../../ui/components/toast-store.ts'
import { Textarea } from '../../features/form/fields.tsx'
import { ConfirmSheet } from '../../features/show/confirm-sheet.tsx'
import items from '../../features/show/item-rows.module.css'
import { Section } from '../../features/show/section.tsx'
import { WordRow } from '../../features/tell/word-row.tsx'
import { call } from '../../session/call.ts'
import { useMay } from '../../session/session.ts'
import { useWords } from '../../words/language.ts'

const TEXT_MAX = 500

/** What resellers told the platform: those without an answer are open, the others folded. */
export function WordsPart() {
  const t = useWords('tell')
  const mayAnswer = useMay()('resellers.enter')
  const [answering, setAnswering] = useState<PlatformWord | null>(null)
  const { data, refetch } = useQuery({
    queryKey: [consoleApi.resellers.words.path],
    queryFn: () => call(consoleApi.resellers.words, {}),
  })
  if (!data || data.rows.length === 0) return null
  const open = data.rows.filter(({ answer }) => answer === null)
  const done = data.rows.filter(({ answer }) => answer !== null)
  const fromOf = ({ resellerId, member }: PlatformWord) => t('from', { key: resellerId, member })
  return (
    <Section title={t('listTitle')}>
      <ul className={items.list}>
        {open.map((word) => (
          <WordRow
            key={word.id}
            word={word}
            from={fromOf(word)}
            end={
              mayAnswer ? (
                <ActionButton tone="quiet" onClick={() => setAnswering(word)}>
                  {t('answer')}
                </ActionButton>
              ) : null
            }
          />
        ))}
      </ul>
      {done.length > 0 ? (
        <details open={open.length === 0 && done.length === 1}>
          <summary className={items.soft}>{t('answered', { count: done.length })}</summary>
          <ul className={items.list}>
            {done.map((word) => (
              <WordRow key={word.id} word={word} from={fromOf(word)} />
            ))}
          </ul>
        </details>
      ) : null}
      {answering ? (
        <AnswerSheet
          word={answering}
          from={fromOf(answering)}
          onClose={() => setAnswering(null)}
          onDone={() => void refetch()}
        />
      ) : null}
    </Section>
  )
}

type Props = { word: PlatformWord; from: string; onClose: () => void; onDone: () => void }

function AnswerSheet({ word, from, onClose, onDone }: Props) {
  const t = useWords('tell')
  const [text, setText] = useState('')
  return (
    <ConfirmSheet
      opened
      onClose={onClose}
      title={t('answerTitle')}
      button={t('answerSend')}
      disabled={text.trim() === ''}
      act={async () => {
        await call(consoleApi.resellers.answer, { wordId: word.id, text: text.trim() })
        showMessage('success', t('answerSent'))
        onDone()
      }}
    >
      <p>
        {from}：{word.text}
      </p>
      <Textarea
        name="text"
        label={t('answerLabel')}
        description={t('answerHint')}
        maxLength={TEXT_MAX}
        autosize
        minRows={3}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
    </ConfirmSheet>
  )
}
