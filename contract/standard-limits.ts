/**
 * Every length, window and rate that form, schema and server share, as they are unless the operator changes
 * them (server/limit-setting.ts says which may be). Units are in the names.
 */
export const standardLimits = {
  userNameMin: 4,
  userNameMax: 40,
  userNamePattern: '^[A-Za-z0-9_.@-]+$',
  passwordMin: 8,
  passwordMax: 128,
  /** Argon2 input cap: a longer one is refused, never truncated. */
  passwordMaxBytes: 256,
  inviteCodeMax: 32,
  emailMax: 254,
  mailCodeDigits: 6,
  mailCodeTtlMs: 10 * 60_000,
  /** By one caller. All callers together have more, so that strangers cannot use up the owner's tries. */
  mailCodeGuesses: 5,
  mailCodeGuessesInAll: 25,
  /** It is too long to be guessed, so strangers' guesses do not make it void. */
  operatorCodeDigits: 12,
  operatorCodeGuessesInAll: 10_000,
  mailCodeResendMs: 60_000,
  /** Codes an hour to one address (or, where the address is not asked for, by one caller for one account name). */
  mailCodesPerTarget: 5,
  mailCodesPerAccount: 20,
  mailCodesPerClient: 20,
  mailGuessesPerClient: 30,
  /** Wrong codes by one caller for one account. Two codes' worth, so that the owner's next code is safe. */
  mailGuessesPerName: 10,
  /** Wrong codes a day for one account name by all callers, and as many again by those who type its address too. */
  mailGuessesInAll: 100,
  /**
   * Somebody who types the mail address too can reach only that one account, so the limit per network address can be
   * higher.
   */
  mailAddressTypers: 200,
  requestTimeoutMs: 5000,
  dedupeWindowMs: 1000,
  dedupeWaitMs: 500,
  captchaCacheMs: 200,
  infoRefreshDelayMs: 500,
  chunkTimeoutMs: 120_000,
  messageMs: 3000,
  notificationMs: 4500,
  sessionIdleMs: 7 * 86_400_000,
  sessionAbsoluteMs: 30 * 86_400_000,
  /** A renewed token is issued at most this often; its predecessor lives on for the grace. */
  tokenRotateMs: 15 * 60_000,
  tokenGraceMs: 60_000,
  /** A wall screen's open stream counts as being used. */
  monitorIdleMs: 12 * 3_600_000,
  monitorAbsoluteMs: 30 * 86_400_000,
  deviceIdleMs: 14 * 86_400_000,
  deviceAbsoluteMs: 30 * 86_400_000,
  deviceGraceMs: 60_000,
  ticketTtlMs: 60_000,
  /** Files an hour: one's own data can be years of rows. */
  downloadsPerAccount: 20,
  captchaTtlMs: 5 * 60_000,
  pausesPerWindow: 2,
  pauseWindowMs: 30 * 86_400_000,
  pauseMinMs: 24 * 3_600_000,
  pauseMaxMs: 90 * 86_400_000,
  /** For this long, a pause can be undone as if it had never happened. */
  pauseUndoMs: 10 * 60_000,
  deletionDelayMs: 14 * 86_400_000,
  recoveryCodes: 10,
  /** Wrong codes of the second factor an hour, by one session, device or caller. Each kind of code counts by itself. */
  totpWrongPerCaller: 10,
  /**
   * By all callers together that an account has never seen, in a day; then one at a time with a wait between. That makes
   * 318 guesses a day at most, of which three in a million are right: one chance in a thousand a day.
   */
  totpWrongByStrangers: 30,
  totpStrangersWaitMs: 5 * 60_000,
  passkeysPerAccount: 20,
  passkeyChallengeTtlMs: 5 * 60_000,
  operatorCodeTtlMs: 30 * 60_000,
  /** A user whom staff made sets the first password within this time. */
  welcomeCodeTtlMs: 72 * 3_600_000,
  /** After staff let somebody into an account: no withdrawal, no other e-mail, no deletion. */
  helpWaitMs: 72 * 3_600_000,
  noteMax: 2000,
  blockReasonMax: 200,
  /** Wrong tries on one account, or from one address, before a captcha is asked for. Networks and resellers are shared. */
  loginFailures: 5,
  loginNetworkFailures: 50,
  loginResellerFailures: 500,
  loginFailureWindowMs: 15 * 60_000,
  /** Further wrong tries on one account from one address double the wait between them, up to the maximum. */
  loginDelayWindowMs: 3_600_000,
  loginDelayMaxMs: 30_000,
  /** A sign-in from a browser and network not seen for so long is told by mail. */
  newDeviceMemoryMs: 90 * 86_400_000,
  imageCodeLength: 5,
  inviteCodeLength: 8,
  /** From one address. Beyond it each registration waits, and nobody is refused. */
  registrationsPerHour: 10,
  registrationsTakenPerHour: 10,
  bodyMaxBytes: 64 * 1024,
  /** Longest wait for a free password-hash slot before answering 429. */
  hashQueueMs: 2000,
  payMinFen: 100,
  topUpMaxFen: 500_000,
  /** What anybody may pay to a reseller at once. */
  agentPayMaxFen: 5_000_000,
  payTtlMs: 30 * 60_000,
  payMinTtlMs: 60_000,
  /** A gateway is asked about one payment at most this often, by all processes together. */
  payAskEveryMs: 3000,
  /** Then the outcome is unknown, and the answer is "pending". */
  gatewayTimeoutMs: 3000,
  paymentsPerAccount: 30,
  agentPaymentsPerClient: 20,
  payWindowMs: 10 * 60_000,
  brandTitleMax: 40,
  brandIconMaxBytes: 48 * 1024,
  quoteTtlMs: 10 * 60_000,
  orderTtlMs: 30 * 60_000,
  /** Auto-renew tells this long before the end, and charges this long before it. */
  renewTellMs: 3 * 86_400_000,
  renewChargeMs: 86_400_000,
  listPageSize: 20,
  noticeTitleMax: 80,
  noticeBodyMax: 8000,
  /** A reseller's own terms or help, in one language: all three in Chinese are one body. */
  ownTextMax: 6000,
  /** Afterwards nobody is told that it is unread. */
  noticeUnreadMs: 90 * 86_400_000,
  /** With spaces, hyphens and whatever else was pasted along. */
  cardCodeTypedMax: 100,
  cardBatchMax: 1000,
  /** Wrong card keys by one account, and by all behind one address: many share it. */
  wrongCards: 10,
  wrongCardsPerClient: 300,
  wrongCardWindowMs: 3_600_000,
  commissionConfirmMs: 3 * 86_400_000,
  /** A higher wholesale price acts this long after the mail, at the earliest. */
  wholesaleNoticeMs: 7 * 86_400_000,
  /** So long a user may say that a withdrawal did not arrive, and so long its amount is not paid out to the reseller. */
  withdrawMissedMs: 14 * 86_400_000,
  /** Payouts of a reseller's balance: from how much, how long a changed account rests, which sales and top-ups are too young. */
  payoutMinFen: 10_000,
  payeeRestMs: 72 * 3_600_000,
  payoutMarginMs: 7 * 86_400_000,
  payoutTopUpMs: 7 * 86_400_000,
  withdrawMinFen: 1000,
  /** Kept of each withdrawal, whatever its amount. */
  withdrawFeeFen: 0,
  /** Within so many working days the operator pays. */
  withdrawDays: 3,
  payoutAccountMax: 100,
  payoutNameMax: 60,
  /** No single amount is above it. */
  moneyMaxFen: 100_000_000,
  agencyFeeFen: 100_000,
  /** What users read while the portal is closed. */
  maintenanceNoteMax: 200,
  agencyNameMax: 40,
  agencyContactMax: 100,
  /** A node that does not take a line up within this time has failed it. */
  lineWaitMs: 2 * 60_000,
  /** A node not heard of for longer is down: our agent reports every few seconds, a foreign one pulls each minute. */
  nodeSilentMs: 30_000,
  foreignNodeSilentMs: 180_000,
  /** By one account in a window: installs and moves together, and each other action by itself. */
  linePlacements: 60,
  lineRotations: 10,
  feedResets: 10,
  speedModeChoices: 60,
  lineWindowMs: 3_600_000,
  /** Feeds to one address; behind a carrier's sit many users. */
  feedsPerClient: 120,
  feedWindowMs: 10 * 60_000,
  /** Lines of an expired package, and how long before their end the user is told. */
  lineKeepMs: 30 * 86_400_000,
  lineTellMs: 3 * 86_400_000,
  /** A node reports thousands of lines at once. */
  nodeBodyMaxBytes: 2 * 1024 * 1024,
  nodeClockSkewMs: 60_000,
  nodeEnrolTtlMs: 86_400_000,
  /** Without a word from us for so long, an agent lets nobody new in. */
  nodeLeaseMs: 10 * 60_000,
  /** A speed class in Mbps, where an agent enforces one (UniProxy); 0 is no limit. */
  speedClassMbps: { standard: 200, fast: 500, fastest: 0 },
  /** An address counts as a device for so long after it was last seen. */
  deviceSeenMs: 5 * 60_000,
} as const
