/** Limits of the console and `yx` only; portal pages never load this file. */
export const staffLimits = {
  /** The most that one gift or card key gives. Coupons and card keys are valid for at most as many days. */
  grantDaysMax: 3660,
  grantGbMax: 100_000,
  /** A higher wholesale price starts at the earliest this long after the mail. */
  wholesaleNoticeDays: 7,
  /** How far ahead the last day of a special price may lie. */
  specialAheadDays: 366,
  /** Longest time without use. Calls that the page makes on its own do not count as use. */
  idleMs: 30 * 60_000,
  absoluteMs: 12 * 3_600_000,
  /** How long a confirmed factor allows moving money, showing keys or changing staff. */
  proofMs: 10 * 60_000,
  /** How long it allows what it must be confirmed for alone. */
  freshProofMs: 60_000,
  /** After a member got in by mailbox and factor, what asks for the factor again is refused for this long. */
  recoveredMs: 72 * 3_600_000,
  /** What a team may spend in a business day before the factor is asked for again. */
  spendUnprovedFen: 5000,
  /** Whoever blocks more users at once types their number. */
  blockUntypedMax: 20,
  /** Words of a reseller's own: their length, how many one user has, how many there are. */
  tagLength: 20,
  tagsPerUser: 10,
  tagsMax: 100,
  /** The latest that an outage may be said to be over. */
  outageMaxMs: 3 * 86_400_000,
  invitationMs: 7 * 86_400_000,
  /** For links from the operator, and for the first link of an agency's owner. */
  ownerLinkMs: 86_400_000,
  openInvitations: 50,
  codesPerInvitation: 5,
  /**
   * Mails that members cause: per member and hour; per team and day; per team, address and day; per unproved address and
   * day, shared by all teams.
   */
  mailsPerMember: 60,
  mailsPerTeam: 300,
  mailsPerRecipient: 5,
  mailsPerStranger: 20,
} as const
