import { type ReactNode, useState } from 'react'

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

function FindSheet({ opened, onClose }: Sheets) {
  const t = useWords('cards')
  const base = useWords('base')
  const worthOf = useWorth()
  const [code, setCode] = useState('')
  const [found, setFound] = useState<CardRow | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  async function look(): Promise<void> {
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
          {found === null ? null : (
            <FactRows
              rows={[
                { name: t('colState'), value: <CardState state={found.state} /> },
                { name: t('colWorth'), value: worthOf(found) },
                { name: t('colBatch'), value: t('batchName', { id: found.batchId }) },
                { name: t('colGiven'), value: found.assignedTo?.userName ?? '—' },
                { name: t('colUsed'), value: found.redeemedBy?.userName ?? '—' },
                { name: t('colUsedAt'), value: <When at={found.redeemedAt} /> },
                { name: t('colEnds'), value: found.expiresAt === null ? t('never') : <When at={found.expiresAt} /> },
              ]}
            />
          )}
          <ActionButton type="submit" fill busy={busy}>
            {t('findGo')}
          </ActionButton>
        </form>
      </EditRoom>
    </EditSheet>
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
