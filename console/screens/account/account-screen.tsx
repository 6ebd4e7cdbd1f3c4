import css from './account.module.css'
import { DevicesCard } from './devices-card.tsx'
import { FactorsCard } from './factors-card.tsx'
import { PasskeysCard } from './passkeys-card.tsx'
import { PasswordCard } from './password-card.tsx'
import { SummaryCard } from './summary-card.tsx'
import { TelegramCard } from './telegram-card.tsx'

/** The member's own account: password, factors, devices, the chat in Telegram, the figures of the day. */
export default function AccountScreen() {
  return (
    <div className={css.page}>
      <div className={css.column}>
        <FactorsCard />
        <PasskeysCard />
        <TelegramCard />
        <SummaryCard />
      </div>
      <div className={css.column}>
        <DevicesCard />
        <PasswordCard />
      </div>
    </div>
  )
}
