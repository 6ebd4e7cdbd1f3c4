import { useState } from 'react'

import { ActionButton } from '../../../ui/components/action-button.tsx'
import { Bones, Loaded } from '../../../ui/components/loaded.tsx'
import { useRoleName } from '../../features/role/role-name.ts'
import { Section } from '../../features/show/section.tsx'
import { useWords } from '../../words/language.ts'
import { RoleSheet } from './role-sheet.tsx'
import { type Role, roleKey, useRoles } from './team-queries.ts'
import css from './team.module.css'

export function RolesCard({ canChange }: { canChange: boolean }) {
  const t = useWords('team')
  const base = useWords('base')
  const roleName = useRoleName()
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
