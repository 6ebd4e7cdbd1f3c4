/** Of the console alone: the portal's pages never load a word of it. */
export const staffLimits = {
  /** What the page asks on its own does not count as use. */
  idleMs: 30 * 60_000,
  absoluteMs: 12 * 3_600_000,
  /** So long a shown factor counts for what moves money, shows keys or changes staff. */
  proofMs: 10 * 60_000,
  /** What a team spends in a business day before the factor is asked for again. */
  spendUnprovedFen: 5000,
  invitationMs: 7 * 86_400_000,
  /** The operator's, and the one with which the owner of an agency begins. */
  ownerLinkMs: 86_400_000,
  openInvitations: 50,
  codesPerInvitation: 5,
  /** Mails that a member causes: an hour by one member; a day by a team, and to one address, which all teams share. */
  mailsPerMember: 60,
  mailsPerTeam: 300,
  mailsPerRecipient: 5,
  mailsPerStranger: 20,
} as const
