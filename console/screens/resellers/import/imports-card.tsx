import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'

import { consoleApi } from '../../../../contract/console/api.ts'
import type { ShownImport } from '../../../../contract/console/imports.ts'
import { ActionButton } from '../../../../ui/components/action-button.tsx'
import { Callout } from '../../../../ui/components/auth/callout.tsx'
import { Bones, Loaded } from '../../../../ui/components/loaded.tsx'
import { StateWord, type StateTone } from '../../../../ui/components/state-word.tsx'
import { showMessage } from '../../../../ui/components/toast-store.ts'
import { recordText } from '../../../../ui/words/date-text.ts'
import { currentLanguage } from '../../../../ui/words/word-store.ts'
import { resellerName } from '../../../features/reseller/reseller-name.ts'
import { ConfirmSheet } from '../../../features/show/confirm-sheet.tsx'
import items from '../../../features/show/item-rows.module.css'
import { Section } from '../../../features/show/section.tsx'
import { call } from '../../../session/call.ts'
import { useWords } from '../../../words/language.ts'
import { usesText } from './import-words.ts'
import { panelText } from './said-words.ts'
import { TellButton } from './tell-button.tsx'

type Props = { imports: readonly ShownImport[]; isBusy: boolean; onChanged: () => void }

/** Panels that came over, and the way back. */
export function ImportsCard({ imports, isBusy, onChanged }: Props) {
  const t = useWords('imports')
  const [undoing, setUndoing] = useState<ShownImport | null>(null)
  return (
    <Section title={t('imported')} text={imports.length === 0 ? t('noImports') : t('importedText')}>
      <ul className={items.list}>
        {imports.map((one) => (
          <ImportRow key={one.importId} shown={one} onUndo={isBusy ? null : () => setUndoing(one)} />
        ))}
      </ul>
      {undoing ? <UndoSheet shown={undoing} onClose={() => setUndoing(null)} onDone={onChanged} /> : null}
    </Section>
  )
}

function stateOf({ undoneAt, isDone }: ShownImport): [tone: StateTone, word: 'isUndone' | 'isOver' | 'isHalf'] {
  if (undoneAt !== null) return ['off', 'isUndone']
  return isDone ? ['good', 'isOver'] : ['warn', 'isHalf']
}

function ImportRow({ shown, onUndo }: { shown: ShownImport; onUndo: (() => void) | null }) {
  const t = useWords('imports')
  const resellers = useWords('resellers')
  const [tone, word] = stateOf(shown)
  const { resellerId, panel, source, runs, changedAt } = shown
  return (
    <li className={items.item}>
      <span className={items.words}>
        <Link to={`/resellers/${resellerId}`}>{resellerName(shown, resellers('numberOf', { key: resellerId }))}</Link>
        <span className={items.soft}>
          {t('importRuns', { panel: panelText(t, panel), source, runs, at: recordText(changedAt) })}
        </span>
      </span>
      <StateWord tone={tone}>{t(word)}</StateWord>
      {shown.undoneAt === null ? (
        <span className={items.actions}>
          <TellButton importId={shown.importId} />
          {onUndo ? (
            <ActionButton tone="dangerQuiet" onClick={onUndo}>
              {t('undo')}
            </ActionButton>
          ) : null}
        </span>
      ) : null}
    </li>
  )
}

type SheetProps = { shown: ShownImport; onClose: () => void; onDone: () => void }

function UndoSheet({ shown: { importId }, onClose, onDone }: SheetProps) {
  const t = useWords('imports')
  const query = useQuery({
    queryKey: [consoleApi.imports.uses.path, importId],
    queryFn: () => call(consoleApi.imports.uses, { importId }),
    gcTime: 0,
  })
  return (
    <ConfirmSheet
      opened
      onClose={onClose}
      title={t('undoTitle')}
      button={t('undoGo')}
      tone="danger"
      disabled={query.data?.uses.length !== 0}
      act={async () => {
        await call(consoleApi.imports.undo, { importId })
        showMessage('success', t('undoAsked'))
        onDone()
      }}
    >
      <Loaded query={query} failed={t('loadFailed')} bones={<Bones count={1} height={64} />}>
        {({ users, uses }) =>
          uses.length === 0 ? (
            <p>{t('undoText', { users })}</p>
          ) : (
            <Callout tone="bad">
              {t('undoOver', { uses: usesText(t, uses, currentLanguage() === 'en' ? ', ' : '、') })}
            </Callout>
          )
        }
      </Loaded>
    </ConfirmSheet>
  )
}
