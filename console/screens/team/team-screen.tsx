import { useState } from 'react'

import { ActionButton } from '../../../ui/components/action-button.tsx'
import { ScreenActions } from '../../features/screen/screen-actions.tsx'
import { place } from '../../session/office.ts'
import { useMay, useSession } from '../../session/session.ts'
import { useWords } from '../../words/language.ts'
import { InvitationsCard } from './invitations-card.tsx'
import { InviteColleagueSheet } from './invite-colleague-sheet.tsx'
import { MembersCard } from './members-card.tsx'
import { RolesCard } from './roles-card.tsx'
import css from './team.module.css'

/** Members, their roles, and open invitations. */
export default function TeamScreen() {
  const t = useWords('team')
  const { scope } = useSession()
  // Only its own members may change a team; platform staff inside a reseller can only look.
  const may = useMay()
  const isOwnTeam = !(scope === 'platform' && place.named !== null)
  const canChange = may('staff.write') && isOwnTeam
  const [inviting, setInviting] = useState(false)
  return (
    <div className={css.page}>
      {canChange ? (
        <ScreenActions>
          <ActionButton icon="plus" onClick={() => setInviting(true)}>
            {t('invite')}
          </ActionButton>
        </ScreenActions>
      ) : null}
      <div className={css.main}>
        <MembersCard canChange={canChange} />
      </div>
      <div className={css.side}>
        <InvitationsCard canChange={canChange} />
        <RolesCard canChange={canChange} />
      </div>
      <InviteColleagueSheet opened={inviting} onClose={() => setInviting(false)} />
    </div>
  )
}
