import { consoleApi } from '../../../contract/console/api.ts'
import type { ShownReseller } from '../../../contract/console/resellers.ts'
import { InviteSheet } from '../../features/invite/invite-sheet.tsx'
import { call } from '../../session/call.ts'
import { useWords } from '../../words/language.ts'

/** The first owner's link: mailed, or shown once to hand over. */
export function InviteOwnerSheet({
  reseller: { resellerId },
  onClose,
}: {
  reseller: ShownReseller
  onClose: () => void
}) {
  const t = useWords('resellers')
  return (
    <InviteSheet
      opened
      onClose={onClose}
      title={t('inviteOwner')}
      linkTitle={t('ownerLink')}
      text={t('inviteOwnerText')}
      ask={(to) => call(consoleApi.resellers.inviteOwner, { resellerId, ...to })}
    />
  )
}
