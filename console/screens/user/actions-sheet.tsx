import { TextInput } from '@mantine/core'
import { useState } from 'react'

import { consoleApi } from '../../../contract/console/api.ts'
import type { ShownUser } from '../../../contract/console/user.ts'
import { limits } from '../../../contract/limits.ts'
import { ActionButton } from '../../../ui/components/action-button.tsx'
import { Sheet } from '../../../ui/components/sheet.tsx'
import { showMessage } from '../../../ui/components/toast-store.ts'
import { ConfirmSheet } from '../../features/show/confirm-sheet.tsx'
import { CopyButton } from '../../features/show/copy-button.tsx'
import items from '../../features/show/item-rows.module.css'
import { call } from '../../session/call.ts'
import { useMay, useSession } from '../../session/session.ts'
import { useWords } from '../../words/language.ts'
import { useReloadUser } from './use-user.ts'
import css from './user.module.css'

type Props = { user: ShownUser; opened: boolean; onClose: () => void }
const names = [
  'resetCode',
  'unlock',
  'clearFactor',
  'endSessions',
  'resetFeed',
  'unblock',
  'block',
  'keep',
  'delete',
] as const
type Name = (typeof names)[number]

const needs = {
  resetCode: 'users.help',
  unlock: 'users.help',
  clearFactor: 'users.factor',
  endSessions: 'users.write',
  resetFeed: 'users.write',
  unblock: 'users.write',
  block: 'users.write',
  keep: 'users.write',
  delete: 'users.write',
} as const
/** Only the operator may do these if the account runs an agency. */
const guarded: readonly Name[] = ['resetCode', 'unlock', 'clearFactor', 'unblock', 'block', 'delete']

/** Whether the action makes sense in the user's current state. */
function fits(name: Name, user: ShownUser): boolean {
  switch (name) {
    case 'unlock':
      return user.lockedAt !== null
    case 'clearFactor':
      return user.hasTotp
    case 'unblock':
      return user.blockedReason !== null
    case 'block':
      return user.blockedReason === null
    case 'keep':
      return user.deletionByStaff && user.deleteAfter !== null
    case 'delete':
      return user.deleteAfter === null
    default:
      return true
  }
}

/** All actions for a user. Each asks first and says what will happen. */
export function ActionsSheet({ user, opened, onClose }: Props) {
  const t = useWords('user')
  const base = useWords('base')
  const may = useMay()
  const isOperator = useSession().scope === 'platform'
  const [asked, setAsked] = useState<Name | null>(null)
  const [code, setCode] = useState<string | null>(null)
  const shown = names.filter(
    (name) => may(needs[name]) && fits(name, user) && (isOperator || !user.ownsAgency || !guarded.includes(name)),
  )
  const pick = (name: Name) => {
    onClose()
    setAsked(name)
  }
  return (
    <>
      <Sheet opened={opened} onClose={onClose} title={t('actions')} closeLabel={base('close')}>
        <div className={css.actions}>
          {shown.map((name) => (
            <ActionButton
              key={name}
              tone={name === 'block' || name === 'delete' ? 'dangerQuiet' : 'quiet'}
              fill
              onClick={() => pick(name)}
            >
              {t(name)}
            </ActionButton>
          ))}
        </div>
      </Sheet>
      {asked === null ? null : (
        <Question key={asked} name={asked} user={user} onClose={() => setAsked(null)} onCode={setCode} />
      )}
      <CodeSheet code={code} onClose={() => setCode(null)} />
    </>
  )
}

type QuestionProps = { name: Name; user: ShownUser; onClose: () => void; onCode: (code: string) => void }

function Question({ name, user, onClose, onCode }: QuestionProps) {
  const t = useWords('user')
  const reload = useReloadUser(user.id)
  const [reason, setReason] = useState('')
  const { id } = user
  const isHelp = name === 'resetCode' || name === 'clearFactor' || name === 'unlock'
  async function act(): Promise<void> {
    const said = await run()
    showMessage('success', said)
    await reload()
  }
  async function run(): Promise<string> {
    switch (name) {
      case 'resetCode': {
        const { code, sentTo } = await call(consoleApi.user.resetCode, { id })
        if (code !== null) onCode(code)
        return sentTo === null ? t('saved') : t('codeSent', { to: sentTo })
      }
      case 'endSessions':
        return t('ended', { count: (await call(consoleApi.user.endSessions, { id })).ended })
      case 'block':
        await call(consoleApi.user.block, { id, reason })
        return t('saved')
      default:
        await call(consoleApi.user[name], { id })
        return t('saved')
    }
  }
  const texts = {
    resetCode: t(user.emailVerified ? 'resetCodeMail' : 'resetCodeShow'),
    unlock: t('unlockText'),
    clearFactor: t('clearFactorText'),
    endSessions: t('endSessionsText'),
    resetFeed: t('resetFeedText'),
    unblock: t('unblockText'),
    block: t('blockText'),
    keep: t('keepText'),
    delete: t('deleteText'),
  }
  return (
    <ConfirmSheet
      opened
      onClose={onClose}
      title={`${t(name)} · ${user.userName}`}
      button={t(name)}
      tone={name === 'block' || name === 'delete' ? 'danger' : 'main'}
      act={act}
    >
      <div className="gap3">
        <p>{texts[name]}</p>
        {isHelp ? <p className={items.soft}>{t('helpWarn')}</p> : null}
        {name === 'block' ? (
          <TextInput
            label={t('reason')}
            value={reason}
            maxLength={limits.blockReasonMax}
            onChange={(event) => setReason(event.currentTarget.value)}
          />
        ) : null}
      </div>
    </ConfirmSheet>
  )
}

function CodeSheet({ code, onClose }: { code: string | null; onClose: () => void }) {
  const t = useWords('user')
  const base = useWords('base')
  return (
    <Sheet opened={code !== null} onClose={onClose} title={t('codeTitle')} closeLabel={base('close')}>
      <div className="gap3">
        <p className={css.code}>
          {code}
          <CopyButton text={code ?? ''} label={t('copyCode')} />
        </p>
        <p className={items.soft}>{t('codeText')}</p>
        <ActionButton fill onClick={onClose}>
          {t('done')}
        </ActionButton>
      </div>
    </Sheet>
  )
}
