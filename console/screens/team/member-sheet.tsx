import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import { consoleApi } from '../../../contract/console/api.ts'
import { ActionButton } from '../../../ui/components/action-button.tsx'
import { Bones, Loaded } from '../../../ui/components/loaded.tsx'
import { showMessage } from '../../../ui/components/toast-store.ts'
import { failureText } from '../../../ui/words/failure-text.ts'
import { DeviceRows } from '../../features/devices/device-rows.tsx'
import { EditSheet } from '../../features/form/edit-sheet.tsx'
import { Select } from '../../features/form/fields.tsx'
import { useRoleName } from '../../features/role/role-name.ts'
import { ConfirmSheet } from '../../features/show/confirm-sheet.tsx'
import css from '../../features/show/row-card.module.css'
import { call } from '../../session/call.ts'
import { useWords } from '../../words/language.ts'
import { type Member, roleKey, roleRef, useReloadTeam, useRoles } from './team-queries.ts'

type Props = { member: Member | null; canChange: boolean; onClose: () => void }

/** One member: devices, role, and ways to remove the member from the team. */
export function MemberSheet({ member, canChange, onClose }: Props) {
  const base = useWords('base')
  return (
    <EditSheet opened={member !== null} onClose={onClose} title={member?.name ?? ''} closeLabel={base('close')}>
      {member ? <Whole member={member} canChange={canChange} onClose={onClose} /> : null}
    </EditSheet>
  )
}

function Whole({ member, canChange, onClose }: Props & { member: Member }) {
  const t = useWords('team')
  const base = useWords('base')
  const query = useQuery({
    queryKey: ['team', 'sessions', member.id],
    queryFn: () => call(consoleApi.staff.sessions, { id: member.id }),
  })
  return (
    <div className={css.stack}>
      {canChange && !member.isSelf ? <ChangeRole member={member} /> : null}
      <h3 className={css.detail}>{t('devices')}</h3>
      <Loaded query={query} failed={base('loadFailed')} bones={<Bones count={2} height={48} />} bonesClass={css.stack}>
        {({ rows }) =>
          rows.length === 0 ? <p className={css.text}>{t('noDevices')}</p> : <DeviceRows devices={rows} />
        }
      </Loaded>
      {canChange && !member.isSelf ? <WaysOut member={member} onClose={onClose} /> : null}
    </div>
  )
}

function ChangeRole({ member }: { member: Member }) {
  const t = useWords('team')
  const roleName = useRoleName()
  const reload = useReloadTeam()
  const roles = useRoles().data?.rows ?? []
  const now = roleKey({ id: member.roleId, name: member.role })
  const [chosen, setChosen] = useState(now)
  const [busy, setBusy] = useState(false)
  async function change(): Promise<void> {
    setBusy(true)
    try {
      await call(consoleApi.staff.changeRole, { id: member.id, role: roleRef(chosen) })
      showMessage('success', t('roleChanged'))
    } catch (error) {
      setChosen(now)
      showMessage('error', failureText(error))
    } finally {
      setBusy(false)
      reload()
    }
  }
  return (
    <>
      <Select
        name="role"
        label={t('role')}
        description={t('changeRoleText')}
        data={roles.map((role) => ({ value: roleKey(role), label: roleName(role.name) }))}
        value={chosen}
        allowDeselect={false}
        onChange={(key) => setChosen(key ?? now)}
      />
      {chosen === now ? null : (
        <ActionButton fill busy={busy} onClick={() => void change()}>
          {t('changeRole')}
        </ActionButton>
      )}
    </>
  )
}

function WaysOut({ member, onClose }: { member: Member; onClose: () => void }) {
  const t = useWords('team')
  const reload = useReloadTeam()
  const [asking, setAsking] = useState<'nothing' | 'end' | 'remove'>('nothing')
  const close = () => setAsking('nothing')
  return (
    <>
      <ActionButton tone="quiet" fill icon="logout" onClick={() => setAsking('end')}>
        {t('endSessions')}
      </ActionButton>
      <ActionButton tone="dangerQuiet" fill icon="trash" onClick={() => setAsking('remove')}>
        {t('remove')}
      </ActionButton>
      <ConfirmSheet
        opened={asking === 'end'}
        onClose={close}
        title={t('endSessions')}
        button={t('endSessions')}
        act={async () => {
          await call(consoleApi.staff.endSessions, { id: member.id })
          showMessage('success', t('sessionsEnded'))
          reload()
        }}
      >
        <p>{t('endSessionsText', { name: member.name })}</p>
      </ConfirmSheet>
      <ConfirmSheet
        opened={asking === 'remove'}
        onClose={close}
        title={t('removeAsk', { name: member.name })}
        button={t('remove')}
        tone="danger"
        isFinal
        act={async () => {
          await call(consoleApi.staff.remove, { id: member.id })
          showMessage('success', t('removed'))
          reload()
          onClose()
        }}
      >
        <p>{t('removeText')}</p>
      </ConfirmSheet>
    </>
  )
}
