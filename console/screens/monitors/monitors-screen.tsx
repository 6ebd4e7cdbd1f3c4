import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import { consoleApi } from '../../../contract/console/api.ts'
import type { MonitorAccount } from '../../../contract/console/watch.ts'
import { ActionButton } from '../../../ui/components/action-button.tsx'
import { EmptyPart } from '../../../ui/components/empty-part.tsx'
import { Bones, Loaded } from '../../../ui/components/loaded.tsx'
import { Sheet } from '../../../ui/components/sheet.tsx'
import { StateWord } from '../../../ui/components/state-word.tsx'
import { Checkbox, TextInput } from '../../features/form/fields.tsx'
import { ScreenActions } from '../../features/screen/screen-actions.tsx'
import { ConfirmSheet } from '../../features/show/confirm-sheet.tsx'
import { CopyButton } from '../../features/show/copy-button.tsx'
import items from '../../features/show/item-rows.module.css'
import { Section } from '../../features/show/section.tsx'
import { When } from '../../features/show/when.tsx'
import { call } from '../../session/call.ts'
import { useWords } from '../../words/language.ts'

type Once = { password?: string; secret?: string }
type MonitorQuestion = { what: 'disable' | 'enable' | 'totp'; name: string }
const { monitors } = consoleApi

/** Accounts that may see live figures. A new account's password is shown once, over the page. */
export default function MonitorsScreen() {
  const t = useWords('watch')
  const nav = useWords('nav')
  const [isAdding, setAdding] = useState(false)
  const [asked, setAsked] = useState<MonitorQuestion | null>(null)
  const [once, setOnce] = useState<Once | null>(null)
  const query = useQuery({ queryKey: [monitors.list.path], queryFn: () => call(monitors.list, {}) })
  const again = (shown: Once | null) => {
    setOnce(shown)
    void query.refetch()
  }
  return (
    <div className="gap3">
      <ScreenActions>
        <ActionButton icon="plus" onClick={() => setAdding(true)}>
          {t('add')}
        </ActionButton>
      </ScreenActions>
      <Section title={nav('monitors')} text={t('monitorsText')}>
        <Loaded query={query} failed={t('loadFailed')} bones={<Bones count={3} height={56} />}>
          {({ rows }) =>
            rows.length === 0 ? (
              <EmptyPart topic="calm" title={t('noMonitors')} />
            ) : (
              <ul className={items.list}>
                {rows.map((row) => (
                  <Row key={row.userName} row={row} onAsk={(what) => setAsked({ what, name: row.userName })} />
                ))}
              </ul>
            )
          }
        </Loaded>
      </Section>
      {isAdding ? <AddSheet onClose={() => setAdding(false)} onDone={again} /> : null}
      <Question asked={asked} onClose={() => setAsked(null)} onDone={again} />
      <OnceSheet once={once} onClose={() => setOnce(null)} />
    </div>
  )
}

function Row({ row, onAsk }: { row: MonitorAccount; onAsk: (what: MonitorQuestion['what']) => void }) {
  const t = useWords('watch')
  const { userName, onlyFor, hasTotp, disabledAt } = row
  return (
    <li className={items.item}>
      <span className={items.words}>
        <b>{userName}</b>
        <span className={items.soft}>
          {onlyFor === null ? t('all') : t('onlyReseller', { id: onlyFor })} · {t(hasTotp ? 'hasTotp' : 'noTotp')} ·{' '}
          {t('seen')} <When at={row.lastSeenAt} ago />
        </span>
      </span>
      <StateWord tone={disabledAt ? 'off' : 'good'}>{t(disabledAt ? 'disabled' : 'active')}</StateWord>
      <span className={items.actions}>
        <ActionButton tone="quiet" onClick={() => onAsk('enable')}>
          {t(disabledAt ? 'enable' : 'newPassword')}
        </ActionButton>
        <ActionButton tone="quiet" onClick={() => onAsk('totp')}>
          {t('newTotp')}
        </ActionButton>
        {disabledAt ? null : (
          <ActionButton tone="dangerQuiet" onClick={() => onAsk('disable')}>
            {t('disable')}
          </ActionButton>
        )}
      </span>
    </li>
  )
}

function AddSheet({ onClose, onDone }: { onClose: () => void; onDone: (once: Once) => void }) {
  const t = useWords('watch')
  const [monitor, setMonitor] = useState('')
  const [onlyFor, setOnlyFor] = useState('')
  const [withTotp, setWithTotp] = useState(true)
  return (
    <ConfirmSheet
      opened
      onClose={onClose}
      title={t('add')}
      button={t('addButton')}
      act={async () => {
        const wish = { monitor: monitor.trim(), withTotp, ...(onlyFor === '' ? {} : { onlyFor: Number(onlyFor) }) }
        const { password, totp } = await call(monitors.add, wish)
        onDone({ password, ...(totp ? { secret: totp.secret } : {}) })
      }}
    >
      <TextInput
        name="monitor"
        label={t('name')}
        autoComplete="off"
        value={monitor}
        onChange={(event) => setMonitor(event.currentTarget.value)}
      />
      <TextInput
        name="onlyFor"
        label={t('onlyFor')}
        description={t('onlyForHint')}
        inputMode="numeric"
        value={onlyFor}
        onChange={(event) => setOnlyFor(event.currentTarget.value)}
      />
      <Checkbox
        name="withTotp"
        label={t('withTotp')}
        checked={withTotp}
        onChange={(event) => setWithTotp(event.currentTarget.checked)}
      />
    </ConfirmSheet>
  )
}

type QuestionProps = { asked: MonitorQuestion | null; onClose: () => void; onDone: (once: Once | null) => void }
const questions = {
  disable: ['disableAsk', 'disableText', 'disable'],
  enable: ['enableAsk', 'enableText', 'newPassword'],
  totp: ['totpAsk', 'totpText', 'newTotp'],
} as const

function Question({ asked, onClose, onDone }: QuestionProps) {
  const t = useWords('watch')
  const [title, text, button] = questions[asked?.what ?? 'disable']
  const monitor = asked?.name ?? ''
  return (
    <ConfirmSheet
      opened={asked !== null}
      onClose={onClose}
      title={t(title, { name: monitor })}
      button={t(button)}
      tone={asked?.what === 'disable' ? 'danger' : 'main'}
      act={async () => {
        if (asked?.what === 'enable') return onDone(await call(monitors.enable, { monitor }))
        if (asked?.what === 'totp') {
          const { totp } = await call(monitors.resetTotp, { monitor, isOff: false })
          return onDone(totp ? { secret: totp.secret } : null)
        }
        await call(monitors.disable, { monitor })
        return onDone(null)
      }}
    >
      {t(text)}
    </ConfirmSheet>
  )
}

function OnceSheet({ once, onClose }: { once: Once | null; onClose: () => void }) {
  const t = useWords('watch')
  const base = useWords('base')
  const rows = [
    [t('password'), once?.password],
    [t('totpSecret'), once?.secret],
  ] as const
  return (
    <Sheet opened={once !== null} onClose={onClose} title={t('onceTitle')} closeLabel={base('close')}>
      <div className="gap3">
        {rows.map(([label, value]) =>
          value === undefined ? null : (
            <div key={label} className={items.item}>
              <span className={items.words}>
                <span className={items.soft}>{label}</span>
                <code className={items.code}>{value}</code>
              </span>
              <CopyButton text={value} label={`${t('copy')} ${label}`} />
            </div>
          ),
        )}
        <ActionButton fill onClick={onClose}>
          {t('done')}
        </ActionButton>
      </div>
    </Sheet>
  )
}
