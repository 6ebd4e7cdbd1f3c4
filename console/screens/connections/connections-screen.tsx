import { BotCard } from '../../features/bot/bot-card.tsx'
import { KeysCard } from '../../features/keys/keys-card.tsx'
import { WebhooksCard } from '../../features/webhooks/webhooks-card.tsx'
import { place } from '../../session/office.ts'
import { useMay, useSession } from '../../session/session.ts'
import css from './connections.module.css'

/** What programs reach this office by: keys, webhooks, and the bot that speaks for it. */
export default function ConnectionsScreen() {
  const { scope } = useSession()
  // Only its own members may change it; platform staff inside a reseller can only look.
  const may = useMay()
  const isOwn = !(scope === 'platform' && place.named !== null)
  const canChange = may('staff.write') && isOwn
  return (
    <div className={css.page}>
      <KeysCard canChange={canChange} />
      {may('webhooks.write') ? <WebhooksCard canChange={isOwn} /> : null}
      {may('staff.write') ? <BotCard canChange={canChange} /> : null}
    </div>
  )
}
