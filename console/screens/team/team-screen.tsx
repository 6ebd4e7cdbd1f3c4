import { useState } from 'react'

import { ActionButton } from '../../../ui/components/action-button.tsx'
import { BotCard } from '../../features/bot/bot-card.tsx'
import { ExportsCard } from '../../features/exports/exports-card.tsx'
import { KeysCard } from '../../features/keys/keys-card.tsx'
import { ScreenActions } from '../../features/screen/screen-actions.tsx'
import { WebhooksCard } from '../../features/webhooks/webhooks-card.tsx'
import { place } from '../../session/office.ts'
import { useMay, useSession } from '../../session/session.ts'
import { useWords } from '../../words/language.ts'
import { InvitationsCard } from './invitations-card.tsx'
import { InviteColleagueSheet } from './invite-colleague-sheet.tsx'
import { MembersCard } from './members-card.tsx'
import { RolesCard } from './roles-card.tsx'
import css from './team.module.css'

/** Members, their roles, open invitations, keys and webhooks for programs, the bot, and all data as files. */
export default function TeamScreen() {
  const t = useWords('team')
  const { scope } = useSession()
  // Only its own members may change a team; platform staff inside a reseller can only look.
  const may = useMay()
  const isOwnTeam = !(scope === 'platform' && place.named !== null)
  const canChange = may('staff.write') && isOwnTeam
  // The platform's own page has no office whose files there could be.
  const mayExport = (scope === 'reseller' || place.named !== null) && may('exports.make')
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
        {may('keys.write') ? <KeysCard canChange={canChange} /> : null}
        {may('staff.write') ? <BotCard canChange={canChange} /> : null}
        {may('webhooks.write') ? <WebhooksCard canChange={isOwnTeam} /> : null}
      </div>
      <div className={css.side}>
        <InvitationsCard canChange={canChange} />
        <RolesCard canChange={canChange} />
        {mayExport ? <ExportsCard /> : null}
      </div>
      <InviteColleagueSheet opened={inviting} onClose={() => setInviting(false)} />
    </div>
  )
}
