import { useState } from 'react'

import { consoleApi } from '../../../contract/console/api.ts'
import { rolePermissions } from '../../../contract/permissions.ts'
import { ActionButton } from '../../../ui/components/action-button.tsx'
import { showMessage } from '../../../ui/components/toast-store.ts'
import { useSubmit } from '../../../ui/forms/use-submit.ts'
import { EditForm } from '../../features/form/edit-form.tsx'
import { EditSheet } from '../../features/form/edit-sheet.tsx'
import { Field } from '../../features/form/plain-fields.tsx'
import { PermissionBoxes } from '../../features/role/choice-boxes.tsx'
import { ConfirmSheet } from '../../features/show/confirm-sheet.tsx'
import css from '../../features/show/row-card.module.css'
import { TextButton } from '../../features/show/text-button.tsx'
import { call } from '../../session/call.ts'
import { useMay } from '../../session/session.ts'
import { useWords } from '../../words/language.ts'
import { roleMoneyText } from './role-money.ts'
import { type Role, useReloadTeam } from './team-queries.ts'

/** Monthly statements and nothing else. */
const BOOKKEEPER = ['statements.read']

type Props = { role: Role | 'new' | null; onClose: () => void }

/** A custom role. Members can tick only permissions that they have themselves. */
export function RoleSheet({ role, onClose }: Props) {
  const t = useWords('team')
  const base = useWords('base')
  return (
    <EditSheet
      opened={role !== null}
      onClose={onClose}
      title={t(role === 'new' ? 'newRole' : 'editRole')}
      closeLabel={base('close')}
      wide
    >
      {role === null ? null : <RoleForm role={role === 'new' ? null : role} onClose={onClose} />}
    </EditSheet>
  )
}

function RoleForm({ role, onClose }: { role: Role | null; onClose: () => void }) {
  const t = useWords('team')
  const reload = useReloadTeam()
  const may = useMay()
  const offered = rolePermissions.filter(may)
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set(role?.permissions))
  const form = useSubmit<'name'>({
    rules: { name: { label: t('roleName'), required: true, max: 40 } },
    refusals: { 'staff.role_taken': 'name' },
    send: async ({ name }) => {
      const permissions = offered.filter((permission) => chosen.has(permission))
      await call(consoleApi.staff.saveRole, { name, permissions, ...(role?.id ? { id: role.id } : {}) })
      showMessage('success', t('roleSaved'))
      reload()
      onClose()
    },
  })
  return (
    <EditForm form={form}>
      <Field
        name="name"
        label={t('roleName')}
        defaultValue={role?.name}
        maxLength={40}
        autoComplete="off"
        error={form.problems.name}
      />
      {role === null && offered.includes('statements.read') ? (
        <TextButton tone="quiet" onClick={() => setChosen(new Set(BOOKKEEPER))}>
          {t('bookkeeper')}
        </TextButton>
      ) : null}
      <PermissionBoxes offered={offered} note={t('roleNote')} chosen={chosen} onChange={setChosen} />
      <p className={css.detail}>{roleMoneyText([...chosen], t)}</p>
      <ActionButton type="submit" fill busy={form.busy}>
        {t(role ? 'editRole' : 'newRole')}
      </ActionButton>
      {role?.id ? <Remove id={role.id} name={role.name} onRemoved={onClose} /> : null}
    </EditForm>
  )
}

function Remove({ id, name, onRemoved }: { id: number; name: string; onRemoved: () => void }) {
  const t = useWords('team')
  const reload = useReloadTeam()
  const [isAsking, setAsking] = useState(false)
  return (
    <>
      <ActionButton tone="dangerQuiet" fill onClick={() => setAsking(true)}>
        {t('removeRole')}
      </ActionButton>
      <ConfirmSheet
        opened={isAsking}
        onClose={() => setAsking(false)}
        title={t('removeRoleAsk', { name })}
        button={t('removeRole')}
        tone="danger"
        isFinal
        act={async () => {
          await call(consoleApi.staff.removeRole, { id })
          showMessage('success', t('roleRemoved'))
          reload()
          onRemoved()
        }}
      >
        <p>{t('removeRoleText')}</p>
      </ConfirmSheet>
    </>
  )
}
