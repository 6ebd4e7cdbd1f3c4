import { consoleApi } from '../../../../contract/console/api.ts'
import { bind } from '../../../platform/http/bind.ts'
import { addNote } from '../../accounts/add-note.ts'
import { setTags } from '../../accounts/tags.ts'
import { resetFeedByStaff } from '../../feeds/reset-feed.ts'
import { priceGift } from '../../gifts/price-gift.ts'
import { findNodesOf } from '../../lines/find-nodes.ts'
import { moveLineFor } from '../../lines/move-line-for.ts'
import { askDeletionByStaff, keepByStaff } from '../../personal-data/deletion/ask-deletion-by-staff.ts'
import { pauseFor } from '../../sessions/freeze/pause-service.ts'
import { resumeFor } from '../../sessions/freeze/resume-service.ts'
import { blockUser, unblockUser } from '../../sessions/operator/block-user.ts'
import { endSessionsOf } from '../../sessions/operator/end-sessions-of.ts'
import { helperOf } from '../../sessions/operator/helper-of.ts'
import { giveResetCode } from '../../sessions/operator/reset-code.ts'
import { resetTotp } from '../../sessions/operator/reset-totp.ts'
import { unlockUser } from '../../sessions/operator/unlock-user.ts'
import { fillTemplate } from './fill-template.ts'
import { listHistory } from './find-history.ts'
import { getUser } from './get-user.ts'
import { giveAtPrice, readWish } from './give-at-price.ts'
import { revealEmail } from './reveal-email.ts'
import { sellToUser, showSellOffers } from './sell-to-user.ts'
import { sendMessage } from './send-message.ts'
import { showDesk } from './show-desk.ts'
import { showTimeline } from './show-timeline.ts'
import { showTraffic } from './show-traffic.ts'
import { showSubscription, showUser } from './show-user.ts'

const { user, tickets } = consoleApi
const ownerOf = ({ resellerId, id }: { resellerId: number; id: number }) => ({ resellerId, accountId: id })

export const userRoutes = [
  bind(user.show, showUser),
  bind(user.subscription, showSubscription),
  bind(user.traffic, showTraffic),
  bind(user.history, listHistory),
  bind(user.timeline, showTimeline),
  bind(user.reveal, revealEmail),
  bind(user.resetCode, async (ctx, { id }) => giveResetCode(ctx, await getUser(ctx, id), helperOf(ctx))),
  bind(user.clearFactor, async (ctx, { id }) => resetTotp(ctx, await getUser(ctx, id), helperOf(ctx))),
  bind(user.unlock, async (ctx, { id }) => unlockUser(ctx, await getUser(ctx, id), helperOf(ctx))),
  bind(user.block, async (ctx, { id, reason }) => blockUser(ctx, await getUser(ctx, id), reason, helperOf(ctx))),
  bind(user.unblock, async (ctx, { id }) => unblockUser(ctx, await getUser(ctx, id), helperOf(ctx))),
  bind(user.pause, async (ctx, { id }) => pauseFor(ctx, ownerOf(await getUser(ctx, id)), helperOf(ctx).actor)),
  bind(user.resume, async (ctx, { id }) => resumeFor(ctx, ownerOf(await getUser(ctx, id)), helperOf(ctx).actor)),
  bind(user.message, sendMessage),
  bind(tickets.fill, fillTemplate),
  bind(tickets.desk, showDesk),
  bind(user.endSessions, async (ctx, { id }) => ({
    ended: await endSessionsOf(ctx, ownerOf(await getUser(ctx, id)), helperOf(ctx)),
  })),
  bind(user.resetFeed, async (ctx, { id }) =>
    resetFeedByStaff(ctx, ownerOf(await getUser(ctx, id)), helperOf(ctx).actor),
  ),
  bind(user.moveTargets, async (ctx, { id }) => {
    const nodes = await findNodesOf(ctx, ownerOf(await getUser(ctx, id)))
    const free = nodes.filter(({ state, isFull, lineId }) => state === 'up' && !isFull && lineId === null)
    return { rows: free.map(({ id: nodeId, name, region }) => ({ nodeId, name, region })) }
  }),
  bind(user.moveLine, async (ctx, { id, ...move }) =>
    moveLineFor(ctx, ownerOf(await getUser(ctx, id)), move, helperOf(ctx).actor),
  ),
  bind(user.note, async (ctx, { id, body }) => ({
    noteId: await addNote(ctx, ownerOf(await getUser(ctx, id)), body, helperOf(ctx).actor),
  })),
  bind(user.tag, async (ctx, { id, tags }) => setTags(ctx, ownerOf(await getUser(ctx, id)), tags, helperOf(ctx).actor)),
  bind(user.givePrice, async (ctx, { id, wish }) => priceGift(ctx, ownerOf(await getUser(ctx, id)), readWish(wish))),
  bind(user.give, giveAtPrice),
  bind(user.sellOffers, showSellOffers),
  bind(user.sell, sellToUser),
  bind(user.delete, async (ctx, { id }) => {
    const { deleteAfter } = await askDeletionByStaff(ctx, ownerOf(await getUser(ctx, id)), helperOf(ctx))
    return { deleteAfter }
  }),
  bind(user.keep, async (ctx, { id }) => keepByStaff(ctx, ownerOf(await getUser(ctx, id)), helperOf(ctx).actor)),
]
