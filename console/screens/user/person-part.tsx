import { useState } from 'react'

import { consoleApi } from '../../../contract/console/api.ts'
import type { ShownUser } from '../../../contract/console/user-fields.ts'
import type { Language } from '../../../contract/languages.ts'
import { systemName } from '../../../contract/systems.ts'
import { ActionButton } from '../../../ui/components/action-button.tsx'
import { Rows } from '../../../ui/components/rows.tsx'
import { showMessage } from '../../../ui/components/toast-store.ts'
import { recordText } from '../../../ui/words/date-text.ts'
import { failureText } from '../../../ui/words/failure-text.ts'
import { languageNames } from '../../../ui/words/ui-words.ts'
import items from '../../features/show/item-rows.module.css'
import { ONLY_SOURCE, panelName } from '../../features/show/panel-name.ts'
import { Section } from '../../features/show/section.tsx'
import { When } from '../../features/show/when.tsx'
import { call } from '../../session/call.ts'
import { useMay } from '../../session/session.ts'
import { useWords } from '../../words/language.ts'
import type { Translate } from '../../words/words.ts'
import css from './user.module.css'

/** Who the user is, and by what it signs in and connects. */
export function PersonPart({ user }: { user: ShownUser }) {
  const t = useWords('user')
  return (
    <>
      <Section title={t('tabPerson')}>
        <EmailRow user={user} />
        <Rows
          rows={[
            { name: t('registered'), value: recordText(user.createdAt) },
            ...(user.cameFrom ? [{ name: t('cameFrom'), value: originText(t, user.cameFrom) }] : []),
            { name: t('firstUse'), value: user.firstConnectedAt ? recordText(user.firstConnectedAt) : t('never') },
            { name: t('factor'), value: t(user.hasTotp ? 'on' : 'off') },
            { name: t('passkeys'), value: String(user.passkeys) },
            { name: t('inviteCode'), value: user.inviteCode },
            { name: t('inviter'), value: user.inviter?.userName ?? t('nobody') },
            { name: t('language'), value: languageNames[user.language as Language] ?? user.language },
          ]}
        />
      </Section>
      {user.connected.length > 0 ? <Connected connected={user.connected} /> : null}
      {user.devices.length > 0 ? <SignedIn devices={user.devices} /> : null}
      {user.namedDevices.length > 0 ? <NamedDevices devices={user.namedDevices} /> : null}
    </>
  )
}

/** A reseller with one old panel needs no name for it. */
function originText(t: Translate<'user'>, { panel, source, number }: NonNullable<ShownUser['cameFrom']>): string {
  const from = panelName(panel, t('panelFork'))
  const named = source === ONLY_SOURCE ? from : t('cameNamed', { panel: from, source })
  return t('cameNumber', { panel: named, number })
}

/** Each holds a place of the plan; a new subscription address frees all. */
function NamedDevices({ devices }: { devices: ShownUser['namedDevices'] }) {
  const t = useWords('user')
  return (
    <Section title={t('named')} text={t('namedText')}>
      <ul className={items.list}>
        {devices.map(({ client, system, seenAt }) => (
          <li key={`${client} ${system} ${seenAt}`} className={items.line}>
            <span>{[client, system && systemName(system)].filter(Boolean).join(' · ') || t('namedUnknown')}</span>
            <span className={items.soft}>
              <When at={seenAt} ago />
            </span>
          </li>
        ))}
      </ul>
    </Section>
  )
}

function EmailRow({ user }: { user: ShownUser }) {
  const t = useWords('user')
  const may = useMay()
  const [whole, setWhole] = useState<string | null>(null)
  if (user.email === null) return null
  const reveal = () =>
    call(consoleApi.user.reveal, { id: user.id }).then(
      ({ email }) => setWhole(email),
      (error: unknown) => showMessage('error', failureText(error)),
    )
  return (
    <div className={css.reveal}>
      <span>{whole ?? user.email}</span>
      <span className={items.soft}>{t(user.emailVerified ? 'verified' : 'unverified')}</span>
      {may('users.private') && whole === null ? (
        <ActionButton tone="quiet" icon="eye" onClick={() => void reveal()}>
          {t('reveal')}
        </ActionButton>
      ) : null}
      {may('users.private') && whole === null ? <span className={items.soft}>{t('revealNote')}</span> : null}
    </div>
  )
}

/** Devices that use the lines now, by the network that a node sees. */
function Connected({ connected }: { connected: ShownUser['connected'] }) {
  const t = useWords('user')
  return (
    <Section title={t('online')} text={t('onlineText')}>
      <ul className={items.list}>
        {connected.map(({ network, node, seenAt }) => (
          <li key={`${network} ${seenAt}`} className={items.line}>
            <span className={items.words}>
              {node}
              <span className={items.soft}>{t('network', { network })}</span>
            </span>
            <span className={items.soft}>
              <When at={seenAt} ago />
            </span>
          </li>
        ))}
      </ul>
    </Section>
  )
}

/** Browsers that are signed in. */
function SignedIn({ devices }: { devices: ShownUser['devices'] }) {
  const t = useWords('user')
  return (
    <Section title={t('devices')}>
      <ul className={items.list}>
        {devices.map(({ device, network, seenAt, remembered }) => (
          <li key={`${device} ${seenAt}`} className={items.line}>
            <span className={items.words}>
              {device}
              <span className={items.soft}>
                {network ? t('network', { network }) : ''}
                {remembered ? ` · ${t('remembered')}` : ''}
              </span>
            </span>
            <span className={items.soft}>
              <When at={seenAt} ago />
            </span>
          </li>
        ))}
      </ul>
    </Section>
  )
}
