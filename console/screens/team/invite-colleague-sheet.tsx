import { useState } from 'react'

import { consoleApi } from '../../../contract/console/api.ts'
import { Select } from '../../features/form/fields.tsx'
import { InviteSheet } from '../../features/invite/invite-sheet.tsx'
import { useRoleName } from '../../features/role/role-name.ts'
import { call } from '../../session/call.ts'
import { useWords } from '../../words/language.ts'
import { useRoleText } from './role-text.ts'
import { roleKey, roleRef, useReloadTeam, useRoles } from './team-queries.ts'

export function InviteColleagueSheet({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const t = useWords('team')
  const roleName = useRoleName()
  const reload = useReloadTeam()
  const roles = useRoles().data?.rows ?? []
  const [role, setRole] = useState('support')
  const chosen = roles.find((one) => roleKey(one) === role)
  const about = useRoleText()
  const ask = async (to: { email?: string }) => {
    const made = await call(consoleApi.staff.invite, { role: roleRef(role), ...to })
    reload()
    return made
  }
  return (
    <InviteSheet
      opened={opened}
      onClose={onClose}
      title={t('invite')}
      linkTitle={t('linkTitle')}
      text={t('inviteText')}
      ask={ask}
    >
      <Select
        name="role"
        label={t('role')}
        description={chosen ? about(chosen) : ''}
        inputWrapperOrder={['label', 'input', 'description']}
        data={roles.map((one) => ({ value: roleKey(one), label: roleName(one.name) }))}
        value={role}
        allowDeselect={false}
        onChange={(key) => setRole(key ?? role)}
      />
    </InviteSheet>
  )
}
