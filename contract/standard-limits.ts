/**
 * Every length, window and rate that forms, schemas and server share: the defaults. server/settings/limits.ts lists those
 * that the operator may change. Units are in the names.
 */
export const standardLimits = {
  userNameMin: 4,
  userNameMax: 40,
  userNamePattern: '^[A-Za-z0-9_.@-]+$',
  passwordMin: 8,
  passwordMax: 128,
  /** Input limit of Argon2: longer passwords are refused, never truncated. */
  passwordMaxBytes: 256,
  inviteCodeMax: 32,
  emailMax: 254,
  mailCodeDigits: 6,
  mailCodeTtlMs: 10 * 60_000,
  /** Guesses per caller. All callers together have more, so that strangers cannot use up the owner's tries. */
  mailCodeGuesses: 5,
  mailCodeGuessesInAll: 25,
  /** Too long to guess, so strangers' guesses do not invalidate it. */
  operatorCodeDigits: 12,
  operatorCodeGuessesInAll: 10_000,
  mailCodeResendMs: 60_000,
  /** Codes per hour to one address (or, if no address is asked for, by one caller for one account name). */
  mailCodesPerTarget: 5,
  mailCodesPerAccount: 20,
  mailCodesPerClient: 20,
  mailGuessesPerClient: 30,
  /** Wrong codes by one caller for one account. Enough for two codes, so that the owner's next code still works. */
  mailGuessesPerName: 10,
  /** Wrong codes per day for one account name by all callers; callers who also type its address count separately. */
  mailGuessesInAll: 100,
  /**
   * A caller who also types the mail address can reach only that one account, so the limit per network address can be
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
  /** A token renews at most this often; the old one stays valid for the grace time. */
  tokenRotateMs: 15 * 60_000,
  tokenGraceMs: 60_000,
  /** An open stream on a wall screen counts as use. */
  monitorIdleMs: 12 * 3_600_000,
  monitorAbsoluteMs: 30 * 86_400_000,
  deviceIdleMs: 14 * 86_400_000,
  deviceAbsoluteMs: 30 * 86_400_000,
  deviceGraceMs: 60_000,
  /** Browsers of one user that show reminders; a further one replaces the oldest. */
  pushDevices: 10,
  pushAddressMax: 1000,
  ticketTtlMs: 60_000,
  /** Files per hour: a user's own data can be years of rows. */
  downloadsPerAccount: 20,
  captchaTtlMs: 5 * 60_000,
  pausesPerWindow: 2,
  pauseWindowMs: 30 * 86_400_000,
  pauseMinMs: 24 * 3_600_000,
  pauseMaxMs: 90 * 86_400_000,
  /** A pause can be undone for this long, as if it had never happened. */
  pauseUndoMs: 10 * 60_000,
  deletionDelayMs: 14 * 86_400_000,
  recoveryCodes: 10,
  /** Wrong second-factor codes per hour by one session, device or caller. Each kind of code counts separately. */
  totpWrongPerCaller: 10,
  /**
   * Per day, by all callers together that an account has never seen; after that one try at a time with a wait between.
   * That allows at most 318 guesses a day. Three codes in a million are valid: one chance in a thousand a day.
   */
  totpWrongByStrangers: 30,
  totpStrangersWaitMs: 5 * 60_000,
  passkeysPerAccount: 20,
  passkeyChallengeTtlMs: 5 * 60_000,
  operatorCodeTtlMs: 30 * 60_000,
  /** A user created by staff sets the first password with the mailed code within this time. */
  welcomeCodeTtlMs: 72 * 3_600_000,
  /** After staff let somebody into an account: no withdrawal, no new e-mail address, no deletion for this long. */
  helpWaitMs: 72 * 3_600_000,
  noteMax: 2000,
  blockReasonMax: 200,
  /** Wrong tries on one account, or from one address, before a captcha. Many users share a network or a reseller. */
  loginFailures: 5,
  loginNetworkFailures: 50,
  loginResellerFailures: 500,
  loginFailureWindowMs: 15 * 60_000,
  /** Each further wrong try on one account from one address doubles the wait, up to the maximum. */
  loginDelayWindowMs: 3_600_000,
  loginDelayMaxMs: 30_000,
  /** A sign-in from a browser and network unseen for this long is reported by mail. */
  newDeviceMemoryMs: 90 * 86_400_000,
  imageCodeLength: 5,
  inviteCodeLength: 8,
  /** Per address. Beyond that, each registration waits; nobody is refused. */
  registrationsPerHour: 10,
  registrationsTakenPerHour: 10,
  bodyMaxBytes: 64 * 1024,
  /** Longest wait for a free password-hash slot before answering 429. */
  hashQueueMs: 2000,
  payMinFen: 100,
  topUpMaxFen: 500_000,
  /** Largest single payment from anybody to a reseller. */
  agentPayMaxFen: 5_000_000,
  payTtlMs: 30 * 60_000,
  payMinTtlMs: 60_000,
  /** Shortest time between two questions to a gateway about one payment, across all processes. */
  payAskEveryMs: 3000,
  /** After this the outcome is unknown, and the answer is "pending". */
  gatewayTimeoutMs: 3000,
  paymentsPerAccount: 30,
  agentPaymentsPerClient: 20,
  payWindowMs: 10 * 60_000,
  brandTitleMax: 40,
  brandIconMaxBytes: 48 * 1024,
  quoteTtlMs: 10 * 60_000,
  orderTtlMs: 30 * 60_000,
  /** Auto-renew reminds this long before the end, and charges this long before it. */
  renewTellMs: 3 * 86_400_000,
  renewChargeMs: 86_400_000,
  /** A package is renewed early, for used-up traffic, at most this often. */
  renewEarlyEveryMs: 86_400_000,
  listPageSize: 20,
  noticeTitleMax: 80,
  noticeBodyMax: 8000,
  /** A reseller's own words before the end of a plan. */
  reminderTextMax: 500,
  /**
   * A reseller's own terms or help text in one language: Chinese text in all three still fits into one request body.
   */
  ownTextMax: 6000,
  /** The help desk: tickets of one user that are not closed, and messages in the window. */
  ticketsOpen: 10,
  ticketMessages: 20,
  ticketWindowMs: 3_600_000,
  ticketTextMax: 4000,
  ticketTitleMax: 80,
  ticketWordMax: 200,
  /** A template or an internal note of the staff. */
  ticketTemplateMax: 2000,
  ticketNoteMax: 2000,
  /** For this long a closed ticket can be opened again. */
  ticketReopenMs: 14 * 86_400_000,
  /** An answered ticket whose user says nothing more is closed after this. */
  ticketRestMs: 14 * 86_400_000,
  /** What a user was shown to attach may be sent this long. */
  ticketFactsMs: 86_400_000,
  /** After this an unread notice is no longer announced. */
  noticeUnreadMs: 90 * 86_400_000,
  /** Includes spaces, hyphens and anything else pasted along. */
  cardCodeTypedMax: 100,
  cardBatchMax: 1000,
  /** Gift links that one user can pay for in a day, and how long one can be used. */
  giftLinksPerDay: 20,
  giftLinkTtlMs: 30 * 86_400_000,
  /** Trials that one network address may take, which many users share, and the longest one. */
  trialsPerAddress: 3,
  trialWindowMs: 7 * 86_400_000,
  trialDaysMax: 30,
  /** How long a package from a card key waits for the first connection at most. */
  firstUseWaitMs: 30 * 86_400_000,
  /** Wrong card keys by one account, and by all behind one address, which many users share. */
  wrongCards: 10,
  wrongCardsPerClient: 300,
  wrongCardWindowMs: 3_600_000,
  commissionConfirmMs: 3 * 86_400_000,
  /** For this long a user may report a missing withdrawal, and its amount is not paid out to the reseller. */
  withdrawMissedMs: 14 * 86_400_000,
  /**
   * Payouts of a reseller's balance: the minimum, the wait after a changed account, the age below which sales and
   * top-ups are too young.
   */
  payoutMinFen: 10_000,
  payeeRestMs: 72 * 3_600_000,
  payoutMarginMs: 7 * 86_400_000,
  payoutTopUpMs: 7 * 86_400_000,
  withdrawMinFen: 1000,
  /** Fee for each withdrawal, whatever its amount. */
  withdrawFeeFen: 0,
  /** The operator pays within this many working days. */
  withdrawDays: 3,
  payoutAccountMax: 100,
  payoutNameMax: 60,
  /** Upper limit of any single amount. */
  moneyMaxFen: 100_000_000,
  agencyFeeFen: 100_000,
  /** Text for users while the portal is closed. */
  maintenanceNoteMax: 200,
  agencyNameMax: 40,
  agencyContactMax: 100,
  /** A line fails when its node does not take it within this time. */
  lineWaitMs: 2 * 60_000,
  /** How long the old line runs on after a move, during which the move can be undone. */
  lineUndoMs: 10_000,
  /**
   * A node without reports for longer is down: our agent reports every few seconds, a foreign one pulls each minute.
   */
  nodeSilentMs: 30_000,
  foreignNodeSilentMs: 180_000,
  /** What a look from outside found counts this long. Nodes are looked at every minute. */
  nodeLookKeptMs: 5 * 60_000,
  /** After this many looks in a row that did not find it, a node is down, and its users are offered another one. */
  nodeLookFailures: 3,
  /** A kilobyte through the node that takes longer is slow. */
  nodeSlowMs: 2_000,
  /** Per account and window: installs and moves together, each other action separately. */
  linePlacements: 60,
  lineRotations: 10,
  feedResets: 10,
  feedCodes: 20,
  speedModeChoices: 60,
  lineWindowMs: 3_600_000,
  /** Feeds to one address; many users share a carrier's address. */
  feedsPerClient: 120,
  /** How often pages of feeds ask whether somebody is connected. */
  feedStagesPerClient: 600,
  feedWindowMs: 10 * 60_000,
  /** How long a one-scan code waits to be used. */
  feedCodeMs: 15 * 60_000,
  /** How long lines of an expired package stay, and how long before their end the user is told. */
  lineKeepMs: 30 * 86_400_000,
  lineTellMs: 3 * 86_400_000,
  /** How long and how far lines still get to the portal and the cashier after each ending of a package. */
  lifelineMs: 72 * 3_600_000,
  lifelineBytes: 50 * 1024 * 1024,
  /** One report of a node can hold thousands of lines. */
  nodeBodyMaxBytes: 2 * 1024 * 1024,
  nodeClockSkewMs: 60_000,
  nodeEnrolTtlMs: 86_400_000,
  /** An agent without contact to the server for this long admits nobody new. */
  nodeLeaseMs: 10 * 60_000,
  /** Speed classes in Mbps, where an agent enforces them (UniProxy); 0 means no limit. */
  speedClassMbps: { standard: 200, fast: 500, fastest: 0 },
  /** An address counts as a device for this long after it was last seen. */
  deviceSeenMs: 5 * 60_000,
} as const
