import { useState } from 'react'

import { consoleApi } from '../../../contract/console/api.ts'
import { Bones, Loaded } from '../../../ui/components/loaded.tsx'
import { showMessage } from '../../../ui/components/toast-store.ts'
import { recordText } from '../../../ui/words/date-text.ts'
import { useRoleName } from '../../features/role/role-name.ts'
import { ConfirmSheet } from '../../features/show/confirm-sheet.tsx'
import css from '../../features/show/row-card.module.css'
import { Section } from '../../features/show/section.tsx'
import { Tag } from '../../features/show/tag.tsx'
import { call } from '../../session/call.ts'
import { useWords } from '../../words/language.ts'
import { type Invitation, useInvitations, useReloadTeam } from './team-queries.ts'

export function InvitationsCard({ canChange }: { canChange: boolean }) {
  const t = useWords('team')
  const base = useWords('base')
  const roleName = useRoleName()
  const reload = useReloadTeam()
  const [revoked, setRevoked] = useState<Invitation | null>(null)
  return (
    <Section title={t('open')}>
      <Loaded
        query={useInvitations()}
        failed={base('loadFailed')}
        bones={<Bones count={1} height={48} />}
        bonesClass={css.stack}
      >
        {({ rows }) =>
          rows.length === 0 ? (
            <p className={css.text}>{t('noOpen')}</p>
          ) : (
            <ul>
              {rows.map((invitation) => (
                <li key={invitation.id} className={css.row}>
                  <div className={css.words}>
                    <p className={css.name}>
                      {invitation.email ? t('byMail', { email: invitation.email }) : t('byLink')}
                      <Tag>{roleName(invitation.role)}</Tag>
                    </p>
                    <p className={css.detail}>
                      {invitation.invitedBy} · {t('validUntil', { until: recordText(invitation.expiresAt) })}
                    </p>
                  </div>
                  {canChange ? (
                    <button type="button" className={css.press} onClick={() => setRevoked(invitation)}>
                      {t('revoke')}
                    </button>
                  ) : null}
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
      <ConfirmSheet
        opened={revoked !== null}
        onClose={() => setRevoked(null)}
        title={t('revokeAsk')}
        button={t('revoke')}
        act={async () => {
          await call(consoleApi.staff.revokeInvitation, { id: revoked?.id ?? '' })
          showMessage('success', t('revoked'))
          reload()
        }}
      >
        <p>{t('revokeText')}</p>
      </ConfirmSheet>
    </Section>
  )
}
