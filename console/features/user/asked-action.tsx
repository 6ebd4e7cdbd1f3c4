import { useState } from 'react'

import { consoleApi } from '../../../contract/console/api.ts'
import type { ShownUser } from '../../../contract/console/user-fields.ts'
import { limits } from '../../../contract/limits.ts'
import { ActionButton } from '../../../ui/components/action-button.tsx'
import { Sheet } from '../../../ui/components/sheet.tsx'
import { showMessage } from '../../../ui/components/toast-store.ts'
import { copyText } from '../../../ui/device/copy-or-save.ts'
import { call } from '../../session/call.ts'
import { useWords } from '../../words/language.ts'
import type { Translate } from '../../words/words.ts'
import { TextInput } from '../form/fields.tsx'
import { ConfirmSheet } from '../show/confirm-sheet.tsx'
import { CopyButton } from '../show/copy-button.tsx'
import items from '../show/item-rows.module.css'
import { isForPlatform } from '../tell/is-for-platform.ts'
import { TellButton } from '../tell/tell-button.tsx'
import { MessageSheet } from './message-sheet.tsx'
import { MoveSheet } from './move-sheet.tsx'
import { useReloadUser } from './use-user.ts'
import type { ActionName } from './user-actions.ts'
import css from './user-help.module.css'

type Props = { name: ActionName | null; user: ShownUser; onClose: () => void; onDone?: () => void }

/** One action for a user, which asks first; null is none. It stays mounted, because a code is shown after its question. */
export function AskedAction({ name, user, onClose, onDone }: Props) {
  const [given, setGiven] = useState<Given | null>(null)
  return (
    <>
      {name === 'message' ? <MessageSheet user={user} onClose={onClose} /> : null}
      {name === 'moveLine' ? <MoveSheet user={user} onClose={onClose} onDone={onDone} /> : null}
      {name === null || name === 'message' || name === 'moveLine' ? null : (
        <Question key={name} name={name} user={user} onClose={onClose} onDone={onDone} onGiven={setGiven} />
      )}
      <CodeSheet given={given} userName={user.userName} onClose={() => setGiven(null)} />
    </>
  )
}

/** Shown this once. */
type Given = { code: string; link: string }
type QuestionProps = {
  name: Exclude<ActionName, 'message' | 'moveLine'>
  user: ShownUser
  onClose: () => void
  onDone: (() => void) | undefined
  onGiven: (given: Given) => void
}

function Question({ name, user, onClose, onDone, onGiven }: QuestionProps) {
  const t = useWords('user')
  const reload = useReloadUser(user.id)
  const [reason, setReason] = useState('')
  const { id } = user
  const isHelp = name === 'resetCode' || name === 'clearFactor' || name === 'unlock'
  const [isRefused, setRefused] = useState(false)
  async function act(): Promise<void> {
    try {
      showMessage('success', await run())
      await reload()
      onDone?.()
    } catch (error) {
      setRefused(isForPlatform(error))
      throw error
    }
  }
  async function run(): Promise<string> {
    switch (name) {
      case 'resetCode': {
        const { code, link, sentTo } = await call(consoleApi.user.resetCode, { id })
        if (code !== null && link !== null) onGiven({ code, link })
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
        <p>{textOf(name, user, t)}</p>
        {isHelp ? <p className={items.soft}>{t(user.emailVerified ? 'helpWarn' : 'helpWarnNoMail')}</p> : null}
        {isRefused ? <TellButton about={{ accountId: id, name: user.userName }} /> : null}
        {name === 'block' ? (
          <TextInput
            name="reason"
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

/** What will happen, in full. */
function textOf(name: QuestionProps['name'], user: ShownUser, t: Translate<'user'>): string {
  return {
    resetCode: t(user.emailVerified ? 'resetCodeMail' : 'resetCodeShow'),
    pause: t('pauseText'),
    resume: t('resumeText'),
    unlock: t('unlockText'),
    clearFactor: t('clearFactorText'),
    endSessions: t('endSessionsText'),
    resetFeed: t('resetFeedText'),
    unblock: t('unblockText'),
    block: t('blockText'),
    keep: t('keepText'),
    delete: t('deleteText'),
  }[name]
}

/** The link opens the form filled in; the message says the rest, ready to be pasted into a chat. */
function CodeSheet({ given, userName, onClose }: { given: Given | null; userName: string; onClose: () => void }) {
  const t = useWords('user')
  const base = useWords('base')
  const { code, link } = given ?? { code: '', link: '' }
  const minutes = limits.operatorCodeTtlMs / 60_000
  return (
    <Sheet opened={given !== null} onClose={onClose} title={t('codeTitle')} closeLabel={base('close')}>
      <div className="gap3">
        <p className={items.soft}>{t('codeText', { minutes })}</p>
        <p className={css.link}>
          {link}
          <CopyButton text={link} label={t('copyLink')} />
        </p>
        <p className={css.code}>
          {code}
          <CopyButton text={code} label={t('copyCode')} />
        </p>
        <CopyMessage text={t('codeMessage', { name: userName, minutes, link, code })} />
        <ActionButton tone="quiet" fill onClick={onClose}>
          {t('done')}
        </ActionButton>
      </div>
    </Sheet>
  )
}

function CopyMessage({ text }: { text: string }) {
  const t = useWords('user')
  const base = useWords('base')
  return (
    <>
      <p className={css.message}>{text}</p>
      <ActionButton
        fill
        icon="copy"
        onClick={() =>
          void copyText(text).then((isDone) =>
            showMessage(isDone ? 'success' : 'error', base(isDone ? 'copied' : 'copyFailed')),
          )
        }
      >
        {t('copyMessage')}
      </ActionButton>
    </>
  )
}
