import { type ReactNode, useState } from 'react'
import { useNavigate } from 'react-router'

import { consoleApi } from '../../../contract/console/api.ts'
import type { CardRow } from '../../../contract/console/cards.ts'
import { ActionButton } from '../../../ui/components/action-button.tsx'
import { Callout } from '../../../ui/components/auth/callout.tsx'
import { showMessage } from '../../../ui/components/toast-store.ts'
import { failureText } from '../../../ui/words/failure-text.ts'
import { call } from '../../session/call.ts'
import { useMay } from '../../session/session.ts'
import { useWords } from '../../words/language.ts'
import { EditRoom } from '../form/edit-room.tsx'
import { EditSheet } from '../form/edit-sheet.tsx'
import { TextInput, Textarea } from '../form/fields.tsx'
import { ConfirmSheet } from '../show/confirm-sheet.tsx'
import { FactRows } from '../show/fact-rows.tsx'
import { When } from '../show/when.tsx'
import { CardState } from './card-state.tsx'
import { useWorth } from './use-worth.ts'

type Sheets = { opened: boolean; onClose: () => void }

/** Beside both lists: looks up a key, and gives keys to a user. */
export function useCardTools(onChanged: () => void): { buttons: ReactNode; sheets: ReactNode } {
  const t = useWords('cards')
  const may = useMay()
  const [open, setOpen] = useState<'nothing' | 'find' | 'assign'>('nothing')
  const close = () => setOpen('nothing')
  return {
    buttons: (
      <>
        <ActionButton tone="quiet" onClick={() => setOpen('find')}>
          {t('find')}
        </ActionButton>
        {may('cards.write') ? (
          <ActionButton tone="quiet" onClick={() => setOpen('assign')}>
            {t('assign')}
          </ActionButton>
        ) : null}
      </>
    ),
    sheets: (
      <>
        <FindSheet opened={open === 'find'} onClose={close} />
        {open === 'assign' ? <AssignSheet onClose={close} onChanged={onChanged} /> : null}
      </>
    ),
  }
}

/** The list that a search leads to: of a batch (`#12`, `12`), or of keys that end so. Null: a whole key. */
export function listOf(typed: string): string | null {
  const batch = /^(?:#\s*(\d{1,9})|(\d{1,3}))$/.exec(typed)
  if (batch) return `/cards/keys?batchId=${batch[1] ?? batch[2]}`
  return /^[\dA-Za-z]{4}$/.test(typed) ? `/cards/keys?q=${typed}` : null
}

function FindSheet({ opened, onClose }: Sheets) {
  const t = useWords('cards')
  const base = useWords('base')
  const navigate = useNavigate()
  const [code, setCode] = useState('')
  const [found, setFound] = useState<CardRow | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  async function look(): Promise<void> {
    const list = listOf(code.trim())
    if (list !== null) {
      close()
      void navigate(list)
      return
    }
    setBusy(true)
    setFailure(null)
    setFound(null)
    try {
      setFound(await call(consoleApi.cards.find, { code }))
    } catch (error) {
      setFailure(failureText(error))
    } finally {
      setBusy(false)
    }
  }
  const close = () => {
    // A key is as good as money: clear it from the field.
    setCode('')
    setFound(null)
    setFailure(null)
    onClose()
  }
  return (
    <EditSheet opened={opened} onClose={close} title={t('findTitle')} closeLabel={base('close')}>
      {/* What is searched for is not work that could be lost. */}
      <EditRoom unsaved={false}>
        <form
          method="post"
          onSubmit={(event) => {
            event.preventDefault()
            if (code.trim() !== '') void look()
          }}
        >
          <TextInput
            name="code"
            label={t('findCode')}
            description={t('findText')}
            autoComplete="off"
            value={code}
            maxLength={100}
            onChange={(event) => setCode(event.currentTarget.value)}
          />
          {failure === null ? null : <Callout tone="bad">{failure}</Callout>}
          {found === null ? null : <Found card={found} />}
          <ActionButton type="submit" fill busy={busy}>
            {t('findGo')}
          </ActionButton>
        </form>
      </EditRoom>
    </EditSheet>
  )
}

function Found({ card }: { card: CardRow }) {
  const t = useWords('cards')
  const worthOf = useWorth()
  return (
    <FactRows
      rows={[
        { name: t('colState'), value: <CardState state={card.state} /> },
        { name: t('colWorth'), value: worthOf(card) },
        { name: t('colBatch'), value: t('batchName', { id: card.batchId }) },
        { name: t('colGiven'), value: card.assignedTo?.userName ?? '—' },
        { name: t('colUsed'), value: card.redeemedBy?.userName ?? '—' },
        { name: t('colUsedAt'), value: <When at={card.redeemedAt} /> },
        { name: t('colEnds'), value: card.expiresAt === null ? t('never') : <When at={card.expiresAt} /> },
      ]}
    />
  )
}

function AssignSheet({ onClose, onChanged }: Omit<Sheets, 'opened'> & { onChanged: () => void }) {
  const t = useWords('cards')
  const [userName, setUserName] = useState('')
  const [typed, setTyped] = useState('')
  const codes = typed.split('\n').filter((line) => line.trim() !== '')
  return (
    <ConfirmSheet
      opened
      onClose={onClose}
      title={t('assignTitle')}
      button={t('assignGo', { count: codes.length })}
      act={async () => {
        const { assigned } = await call(consoleApi.cards.assign, { userName: userName.trim(), codes })
        setTyped('')
        showMessage('success', t('assignedDone', { count: assigned }))
        onChanged()
      }}
    >
      <p>{t('assignText')}</p>
      <TextInput
        name="userName"
        label={t('assignUser')}
        autoComplete="off"
        value={userName}
        onChange={(event) => setUserName(event.currentTarget.value)}
      />
      <Textarea
        name="codes"
        label={t('assignCodes')}
        autosize
        minRows={3}
        maxRows={10}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
    </ConfirmSheet>
  )
}
