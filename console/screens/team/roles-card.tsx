import { useState } from 'react'

import type { Permission } from '../../../contract/permissions.ts'
import { ActionButton } from '../../../ui/components/action-button.tsx'
import { Bones, Loaded } from '../../../ui/components/loaded.tsx'
import { permissionWord } from '../../features/role/permission-word.ts'
import { useRoleName } from '../../features/role/role-name.ts'
import css from '../../features/show/row-card.module.css'
import { Section } from '../../features/show/section.tsx'
import { useWords } from '../../words/language.ts'
import { RoleSheet } from './role-sheet.tsx'
import { useRoleText } from './role-text.ts'
import { type Role, roleKey, useRoles } from './team-queries.ts'

export function RolesCard({ canChange }: { canChange: boolean }) {
  const t = useWords('team')
  const base = useWords('base')
  const words = useWords('permissions')
  const roleName = useRoleName()
  const about = useRoleText()
  const [edited, setEdited] = useState<Role | 'new' | null>(null)
  return (
    <Section title={t('roles')} text={t('rolesText')}>
      <Loaded
        query={useRoles()}
        failed={base('loadFailed')}
        bones={<Bones count={5} height={40} />}
        bonesClass={css.stack}
      >
        {({ rows }) => (
          <ul>
            {rows.map((role) => (
              <li key={roleKey(role)} className={css.row}>
                <div className={css.words}>
                  <p className={css.name}>{roleName(role.name)}</p>
                  <p className={css.detail}>
                    {t('membersCount', { count: role.members })} ·{' '}
                    {t('permissionsCount', { count: role.permissions.length })}
                  </p>
                  <p className={css.detail}>{about(role)}</p>
                  <details>
                    <summary className={css.detail}>{t('showPermissions')}</summary>
                    <p className={css.detail}>
                      {role.permissions.map((one) => words(permissionWord(one as Permission))).join(' · ')}
                    </p>
                  </details>
                </div>
                {canChange && role.id !== null ? (
                  <button type="button" className={css.press} onClick={() => setEdited(role)}>
                    {t('manage')}
                  </button>
                ) : null}
              </li>
            ))}
          </ul>
        )}
      </Loaded>
      {canChange ? (
        <ActionButton tone="quiet" icon="plus" onClick={() => setEdited('new')}>
          {t('newRole')}
        </ActionButton>
      ) : null}
      <RoleSheet role={edited} onClose={() => setEdited(null)} />
    </Section>
  )
}
