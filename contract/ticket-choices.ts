// Choices that calls and screens share. Kept out of the schema files, because the browser never loads their library.

/** What a ticket is about. `dead`: nothing loads; the one-tap way to ask for help. */
export const ticketCategories = ['dead', 'slow', 'payment', 'package', 'account', 'other'] as const
export type TicketCategory = (typeof ticketCategories)[number]

/** `open` waits for staff, `answered` for the user. */
export const ticketStates = ['open', 'answered', 'closed'] as const
export type TicketState = (typeof ticketStates)[number]

/** How staff look through the queue: what looks like spam is held until somebody read it, and stands apart. */
export const ticketQueues = [...ticketStates, 'held'] as const
export type TicketQueue = (typeof ticketQueues)[number]

/** Who is to answer: the reseller, or the operator to whom the reseller handed it. */
export const ticketHolders = ['reseller', 'operator'] as const
export type TicketHolder = (typeof ticketHolders)[number]

/** Whose tickets a list shows. */
export const ticketAssignees = ['me', 'nobody'] as const

/** What an answer can say was done. Such a template is offered after the deed alone, so that it never claims what was not done. */
export const ticketDeeds = ['moved', 'renewed', 'given', 'paid', 'asked'] as const
export type TicketDeed = (typeof ticketDeeds)[number]
