import { alertCommands } from './alerts.ts'
import { auditCommands } from './audit.ts'
import { backupCommands } from './backup.ts'
import { balanceCommands } from './balances.ts'
import { bookCommands } from './books.ts'
import { cardCommands } from './cards.ts'
import type { Command } from './command.ts'
import { couponCommands } from './coupons.ts'
import { databaseCommands } from './database.ts'
import { doctorCommands } from './doctor.ts'
import { domainCommands } from './domains.ts'
import { giftCommands } from './gifts.ts'
import { groupCommands } from './groups.ts'
import { limitCommands } from './limits.ts'
import { merchantCommands } from './merchants.ts'
import { monitorCommands } from './monitors.ts'
import { nodeCommands } from './nodes.ts'
import { noticeCommands } from './notices.ts'
import { offerCommands } from './offers.ts'
import { packageCommands } from './packages.ts'
import { payoutCommands } from './payouts.ts'
import { priceListCommands } from './price-lists.ts'
import { secretCommands } from './secrets.ts'
import { refundCommands } from './refunds.ts'
import { resellerCommands } from './resellers.ts'
import { staffCommands } from './staff.ts'
import { statementCommands } from './statement.ts'
import { unclaimedCommands } from './unclaimed.ts'
import { userCommands } from './users.ts'
import { withdrawalCommands } from './withdrawals.ts'

/** In the order of the help text: what a new installation needs first comes first. */
export const commands: readonly Command[] = [
  ...databaseCommands,
  ...doctorCommands,
  ...backupCommands,
  ...secretCommands,
  ...resellerCommands,
  ...limitCommands,
  ...statementCommands,
  ...domainCommands,
  ...packageCommands,
  ...priceListCommands,
  ...offerCommands,
  ...couponCommands,
  ...merchantCommands,
  ...nodeCommands,
  ...groupCommands,
  ...balanceCommands,
  ...cardCommands,
  ...giftCommands,
  ...withdrawalCommands,
  ...payoutCommands,
  ...refundCommands,
  ...unclaimedCommands,
  ...bookCommands,
  ...userCommands,
  ...noticeCommands,
  ...staffCommands,
  ...monitorCommands,
  ...alertCommands,
  ...auditCommands,
]
